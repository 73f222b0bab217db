"""Cart-pole, with two forces or any: constants around the well-known ones, and a start near the upright.

It can be won: even with the weakest force and the heaviest pole, a push turns the pole back from where it starts.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

USUAL = {"GRAVITY": 9.8, "CART-MASS": 1.0, "POLE-MASS": 0.1, "HALF-LENGTH": 0.5}
FORCE = 10.0
"""The constants of Barto, Sutton and Anderson (1983)."""

FORCES = {"cart-pole": "FORCE", "cart-pole-continuous": "MAX-FORCE"}


def generate(
    seed: int,
    domain: str,
    *,
    spread: Annotated[float, Between(0.0, 0.4)] = 0.0,
    steps: Annotated[int, Between(1, 10_000)] = 200,
) -> str:
    """An instance of 1 to 10,000 `steps`, whose constants are off by up to `spread`, 0 to 0.4 of the usual ones."""
    rng = random.Random(seed)
    usual = USUAL | {FORCES[domain]: FORCE}
    constants = {name: round(value * rng.uniform(1 - spread, 1 + spread), 4) for name, value in usual.items()}
    states = ["position", "velocity", "angle", "angular-velocity"]
    start = {name: round(rng.uniform(-0.05, 0.05), 4) for name in states}
    return instance_text(f"{domain}-{seed}", domain, {}, constants, start, horizon=steps)
