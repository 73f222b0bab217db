"""Unit commitment, in whole or real numbers: units of three kinds, in turn slow and cheap, in between, quick and dear.

Can always be played on, since every set point up to the capacity is allowed in every state. All units together
produce more than is consumed on the hottest and on the coldest day.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

# Least and largest capacity; parts of it that are the least output and the ramp; fuel, change, start.
KINDS = [
    (12, 20, 0.4, 0.2, 2.0, 2.0, 60.0),
    (6, 10, 0.3, 0.4, 4.0, 1.0, 15.0),
    (3, 6, 0.2, 1.0, 6.0, 0.5, 3.0),
]
COLDEST, MILD, HOTTEST = -15.0, 11.7, 38.0

WHOLE = {"unit-commitment": True, "unit-commitment-continuous": False}
"""Whether the units' outputs are whole numbers, in each domain."""


def generate(
    seed: int,
    domain: str,
    *,
    units: Annotated[int, Between(1, 200)] = 3,
    variance: Annotated[float, Between(0.0, 100.0)] = 6.0,
    horizon: Annotated[int, Between(1, 10000)] = 100,
) -> str:
    """An instance with 1 to 200 `units`.

    The temperature changes from day to day with a `variance` of 0.0 to 100.0.
    The `horizon` is 1 to 10000 days.
    """
    rng, whole = random.Random(seed), WHOLE[domain]
    names = [f"unit{number}" for number in range(1, units + 1)]
    constants: dict[str, float] = {}
    total = 0.0
    for number, name in enumerate(names):
        low, high, least, ramp, fuel, change, start = KINDS[number % len(KINDS)]
        capacity = rng.randint(low, high) if whole else round(rng.uniform(low, high), 1)
        total += capacity
        constants[f"CAPACITY({name})"] = capacity
        constants[f"MINIMUM({name})"] = part(least * capacity, whole)
        constants[f"RAMP({name})"] = part(ramp * capacity, whole)
        for cost, usual in (("FUEL-COST", fuel), ("CHANGE-COST", change), ("START-COST", start)):
            constants[f"{cost}({name})"] = round(usual * rng.uniform(0.8, 1.2), 1)
    least_demand = round(0.25 * total, 1)
    extreme = max(HOTTEST - MILD, MILD - COLDEST) ** 2
    # Rounded down, and to a tenth less than there is.
    curve = int((0.9 * total - least_demand) / extreme * 10000) / 10000
    constants |= {"LEAST-DEMAND": least_demand, "DEMAND-CURVE": curve, "TEMPERATURE-VARIANCE": variance}
    constants |= {"COLDEST": COLDEST, "MILD": MILD, "HOTTEST": HOTTEST}
    state = {"temperature": round(rng.uniform(COLDEST, HOTTEST), 1)}
    # The slow units run already: from nothing, they would need days.
    halves = {name: constants[f"CAPACITY({name})"] / 2 for name in names[:: len(KINDS)]}
    state |= {f"output({name})": int(half) if whole else round(half, 1) for name, half in halves.items()}
    return instance_text(f"{domain}-{units}-{seed}", domain, {"unit": names}, constants, state, horizon)


def part(output: float, whole: bool) -> float:
    """An output that a unit can have, near to one that was computed."""
    return max(1, round(output)) if whole else round(output, 1)
