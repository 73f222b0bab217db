"""A page of pairs: pictures of RDDL by rddlrepository's visualizers and by our scenes, to be looked at side by side.

`python -m tests.bench.visualizers FOLDER` writes the pictures and FOLDER/index.html. The visualizers draw the problems
of rddlrepository that ours come from, in the environment of pyRDDLGym that the benchmark installs.
"""

from __future__ import annotations

import subprocess
import sys
from html import escape
from pathlib import Path

from PIL import Image

from relgym.catalogue.domains import catalogue
from relgym.envs import RDDLEnv
from tests.bench.processes import HERE, RDDL

ARCHIVED = {
    "cart-pole": "gym/CartPole/Discrete",
    "cart-pole-continuous": "gym/CartPole/Continuous",
    "elevators": "standalone/Elevators",
    "mars-rover": "competitions/IPPC2023/MarsRover",
    "mountain-car": "gym/MountainCar/Discrete",
    "racing-car": "competitions/IPPC2023/RaceCar",
    "recommender": "competitions/IPPC2023/RecSim",
    "traffic": "standalone/TrafficBLX/SimplePhases",
    "uav": "standalone/UAV/Continuous",
    "uav-discrete": "standalone/UAV/Discrete",
    "uav-mixed": "standalone/UAV/Mixed",
    "unit-commitment": "standalone/PowerGen/Discrete",
    "unit-commitment-continuous": "standalone/PowerGen/Continuous",
    "wildfire": "competitions/IPPC2014/Wildfire/MDP",
}
"""The folders of rddlrepository with visualizers, by our domains."""

STEPS = 10
PROBLEMS = (("train", 0), ("test", -1))


def write_ours(folder: Path) -> None:
    """Draw the first and the last problem of each domain, at the start and after some random steps."""
    for own in catalogue("rddl"):
        for split, which in PROBLEMS:
            env = RDDLEnv(own.domain, own.problems(split)[which], render_mode="rgb_array")
            env.reset(seed=1)
            env.action_space.seed(1)
            for step in range(STEPS + 1):
                if step in (0, STEPS):
                    Image.fromarray(env.render()).save(folder / f"{own.name}-{split}-{step}.png")
                env.step(env.action_space.sample())
            env.close()


def write_page(folder: Path) -> None:
    """Write the page of all pictures that are in the folder."""
    shots = [(split, step) for split, _ in PROBLEMS for step in (0, STEPS)]
    rows = []
    for own in catalogue("rddl"):
        files = [f"{own.name}-theirs.png", *(f"{own.name}-{split}-{step}.png" for split, step in shots)]
        cells = "".join(
            f'<td><img src="{file}" alt="{file}" width="480"></td>' if (folder / file).exists() else "<td></td>"
            for file in files
        )
        rows.append(f"<tr><th>{escape(own.name)}</th>{cells}</tr>")
    names = ("", "rddlrepository", *(f"{split}, step {step}" for split, step in shots))
    heads = "".join(f"<th>{name}</th>" for name in names)
    table = f"<table><tr>{heads}</tr>{''.join(rows)}</table>"
    page = f"<!doctype html><meta charset='utf-8'><title>Pictures of RDDL</title>{table}\n"
    (folder / "index.html").write_text(page, encoding="utf-8")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    python = RDDL.python()
    if python is not None:
        pairs = [f"{name}={archived}" for name, archived in ARCHIVED.items()]
        command = [str(python), str(HERE / "visualizers_player.py"), str(folder.resolve()), *pairs]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    write_ours(folder)
    write_page(folder)
    print(folder / "index.html")


if __name__ == "__main__":
    main()
