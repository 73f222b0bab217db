"""Makes strip.png and rddl.png beside this file, for the README and the guide: `make pictures`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from relgym.catalogue.domains import EnvSpec, spec
from relgym.envs import RDDLEnv
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.palette import BACKGROUND, BORDER, CARD, TEXT, channels
from relgym.render.pixels import image
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.svg import Drawing

HERE = Path(__file__).parent

WIDTH, HEIGHT, CAPTION, GAP = 300, 210, 26, 12
"""The room of a picture, of the words below it, and between pictures."""

COLUMNS = 4
FINE = 2
"""So many pixels of the file are one of a page."""


class Shot(NamedTuple):
    """A problem of a domain after some steps by chance, fewer at a dead end; without its scene if `scene` is false."""

    caption: str
    domain: str
    problem: str
    steps: int
    scene: bool = True


SHOTS = (
    Shot("Blocks", "blocks", "test/p01", 1),
    Shot("Sokoban", "sokoban", "train/p08", 6),
    Shot("Search and Rescue", "search-and-rescue", "test/p01", 3),
    Shot("Hiking", "hiking", "test/p01", 4),
    Shot("Triangle Tireworld", "tireworld", "train/p04", 1),
    Shot("Zenotravel", "zenotravel", "test/p01", 9),
    Shot("TSP", "tsp", "train/p06", 3),
    Shot("any file, without a scene", "gripper", "train/p06", 4, scene=False),
)

RDDL = (
    Shot("Cart-pole", "cart-pole", "test/p03", 9),
    Shot("Mountain car", "mountain-car", "train/p01", 20),
    Shot("UAVs", "uav", "train/p07", 6),
    Shot("Mars rovers", "mars-rover", "train/p05", 12),
    Shot("Elevators", "elevators", "test/p01", 7),
    Shot("Wildfire", "wildfire", "train/p05", 4),
    Shot("Traffic", "traffic", "train/p01", 14),
    Shot("Unit commitment", "unit-commitment", "train/p04", 3),
)

STRIPS = {"strip.png": SHOTS, "rddl.png": RDDL}


def rddl_drawing(own: EnvSpec, path: Path, steps: int) -> Drawing:
    """The picture of an instance after some steps by chance."""
    env = RDDLEnv(own.domain, path)
    env.reset(seed=4)
    env.action_space.seed(4)
    for _ in range(steps):
        env.step(env.action_space.sample())
    picture = RDDLPainter(env.reasoner, own.rddl_scene()).drawing(env.get_state())
    env.close()
    return picture


def drawing(shot: Shot) -> Drawing:
    """The picture of a shot."""
    own = spec(shot.domain)
    split, _, name = shot.problem.partition("/")
    assert split in ("train", "test")
    if own.language == "rddl":
        return rddl_drawing(own, own.problem(split, name), shot.steps)
    task = load(own.domain, own.problem(split, name), axioms=own.axiom_files())
    chance = np.random.default_rng(4)
    with Reasoner(task) as reasoner:
        state = reasoner.initial_state
        for _ in range(shot.steps):
            actions = reasoner.valid_actions(state)
            if not actions:
                break
            state = reasoner.successor(state, actions[int(chance.integers(len(actions)))], chance)
        return Painter(task, own.scene() if shot.scene else None).drawing(state)


def strip(shots: Sequence[Shot]) -> Image.Image:
    """Shots in rows, each with its caption."""
    rows = -(-len(shots) // COLUMNS)
    wide, tall = (WIDTH + GAP) * FINE, (HEIGHT + CAPTION + GAP) * FINE
    sheet = Image.new("RGB", (COLUMNS * wide + GAP * FINE, rows * tall + GAP * FINE), CARD)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13 * FINE)
    for number, shot in enumerate(shots):
        x, y = (number % COLUMNS) * wide + GAP * FINE, (number // COLUMNS) * tall + GAP * FINE
        frame = x, y, x + WIDTH * FINE - 1, y + HEIGHT * FINE - 1
        pen.rounded_rectangle(frame, 8 * FINE, BACKGROUND, BORDER, FINE)
        picture = image(drawing(shot))
        scale = min((WIDTH - 8) * FINE / picture.width, (HEIGHT - 8) * FINE / picture.height)
        small = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS)
        sheet.paste(small, (x + (WIDTH * FINE - small.width) // 2, y + (HEIGHT * FINE - small.height) // 2))
        middle = x + WIDTH * FINE / 2, y + (HEIGHT + CAPTION / 2) * FINE
        pen.text(middle, shot.caption, channels(TEXT), font, "mm")
    return sheet


if __name__ == "__main__":
    for name, shots in STRIPS.items():
        strip(shots).quantize(256).save(HERE / name, optimize=True)
        print(f"{name}: {(HERE / name).stat().st_size // 1024} KiB")
