"""Makes strip.png beside this file, which the README shows: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from relgym.catalogue.domains import spec
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.drawing import Drawing
from relgym.render.painter import Painter
from relgym.render.palette import BACKGROUND, BORDER, CARD, TEXT, channels
from relgym.render.pixels import image

FILE = Path(__file__).with_name("strip.png")

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


def drawing(shot: Shot) -> Drawing:
    """The picture of a shot."""
    own = spec(shot.domain)
    split, _, name = shot.problem.partition("/")
    assert split in ("train", "test")
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


def strip() -> Image.Image:
    """All shots in rows, each with its caption."""
    rows = -(-len(SHOTS) // COLUMNS)
    wide, tall = (WIDTH + GAP) * FINE, (HEIGHT + CAPTION + GAP) * FINE
    sheet = Image.new("RGB", (COLUMNS * wide + GAP * FINE, rows * tall + GAP * FINE), CARD)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13 * FINE)
    for number, shot in enumerate(SHOTS):
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
    strip().quantize(256).save(FILE, optimize=True)
    print(f"{FILE.name}: {FILE.stat().st_size // 1024} KiB")
