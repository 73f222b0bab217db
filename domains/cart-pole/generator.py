"""Cart-pole, with two forces or any: constants around the well-known ones, and a start near the upright.

It can be won: even with the weakest force and the heaviest pole, a push turns the pole back from where it starts.
"""

import random

from relgym.generate import between, instance_text

USUAL = {"GRAVITY": 9.8, "CART-MASS": 1.0, "POLE-MASS": 0.1, "HALF-LENGTH": 0.5}
FORCE = 10.0
"""The constants of Barto, Sutton and Anderson (1983)."""

FORCES = {"cart-pole": "FORCE", "cart-pole-continuous": "MAX-FORCE"}


def generate(seed: int, domain: str, *, spread: float = 0.0, steps: int = 200) -> str:
    """An instance of 1 to 10,000 `steps`, whose constants are off by up to `spread`, 0 to 0.4 of the usual ones."""
    between("spread", spread, 0.0, 0.4)
    between("steps", steps, 1, 10_000)
    rng = random.Random(seed)
    usual = USUAL | {FORCES[domain]: FORCE}
    constants = {name: round(value * rng.uniform(1 - spread, 1 + spread), 4) for name, value in usual.items()}
    states = ["position", "velocity", "angle", "angular-velocity"]
    start = {name: round(rng.uniform(-0.05, 0.05), 4) for name in states}
    return instance_text(f"{domain}-{seed}", domain, {}, constants, start, horizon=steps)
