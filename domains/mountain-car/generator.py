"""Mountain car: constants around the well-known ones, and a start at rest near the bottom.

The goal can be reached: driving the way that the car goes adds to its energy in every step, until it swings up to the
wall, and from there even the weakest engine lifts it to the goal.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(
    seed: int,
    *,
    spread: Annotated[float, Between(0.0, 0.15)] = 0.0,
    power: Annotated[float, Between(0.6, 2.0)] = 1.0,
    steps: Annotated[int, Between(1, 10_000)] = 200,
) -> str:
    """An instance of 1 to 10,000 `steps`, whose constants are off by up to `spread`, 0 to 0.15 of the usual ones.

    `power`, 0.6 to 2, is how strong the engine is in parts of the usual one: with 2 it all but climbs the hill.
    """
    rng = random.Random(seed)
    usual = {"GRAVITY": 0.0025, "ENGINE": 0.001 * power}
    constants = {name: round(value * rng.uniform(1 - spread, 1 + spread), 7) for name, value in usual.items()}
    start = {"position": round(rng.uniform(-0.6, -0.4), 4), "velocity": 0.0}
    return instance_text(f"mountain-car-{seed}", "mountain-car", {}, constants, start, horizon=steps)
