"""UAV, with commands of every kind: aircraft and goals at random in a cube of 100 metres, at least 40 metres apart.

It can be played on for ever: what is allowed does not depend on the state, and a rate of 0 is.
"""

import random
from math import dist
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

SIDE = 100
NEAREST = 40


def generate(
    seed: int,
    domain: str,
    *,
    controlled: Annotated[int, Between(1, 50)] = 1,
    drifting: Annotated[int, Between(0, 50)] = 1,
) -> str:
    """1 to 50 aircraft that are `controlled`, and 0 to 50 that are `drifting`."""
    rng = random.Random(seed)
    names = [f"a{number}" for number in range(1, controlled + drifting + 1)]
    constants: dict[str, bool | int] = {}
    start: dict[str, int | float] = {}
    for number, name in enumerate(names):
        place = point(rng)
        start |= {f"pos-{axis}({name})": value for axis, value in zip("xyz", place, strict=True)}
        if number < controlled:
            constants[f"CONTROLLED({name})"] = True
            goal = point(rng)
            while dist(place, goal) < NEAREST:
                goal = point(rng)
            constants |= {f"GOAL-{axis}({name})": value for axis, value in zip("XYZ", goal, strict=True)}
            start |= {f"speed({name})": rng.randint(4, 8), f"yaw({name})": rng.randint(-31, 31) / 10}
    name = f"{domain}-{controlled}-{drifting}-{seed}"
    return instance_text(name, domain, {"aircraft": names}, constants, start, horizon=100)


def point(rng: random.Random) -> list[int]:
    return [rng.randint(-SIDE // 2, SIDE // 2) for _ in range(3)]
