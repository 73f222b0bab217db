"""Elevators: a building where people come to random floors, each floor with chances of its own.

Can always be played on, since to do nothing is allowed in every state.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(
    seed: int,
    *,
    lifts: Annotated[int, Between(1, 20)] = 1,
    floors: Annotated[int, Between(2, 60)] = 4,
    chance: Annotated[float, Between(0.0, 0.5)] = 0.08,
    horizon: Annotated[int, Between(1, 1000)] = 40,
) -> str:
    """An instance with 1 to 20 `lifts` and 2 to 60 `floors`.

    The chances that somebody comes to a floor are `chance` on the average, 0.0 to 0.5.
    The `horizon` is 1 to 1000 steps.
    """
    rng = random.Random(seed)
    names = [f"lift{number}" for number in range(1, lifts + 1)]
    storeys = [f"floor{number}" for number in range(1, floors + 1)]
    constants: dict[str, float | bool] = {f"BOTTOM({storeys[0]})": True, f"TOP({storeys[-1]})": True}
    for lower, upper in pairwise(storeys):
        constants[f"ABOVE({upper}, {lower})"] = True
        # Nobody wants up from the top, or down from the bottom.
        constants[f"UP-CHANCE({lower})"] = round(rng.uniform(0, 2 * chance), 3)
        constants[f"DOWN-CHANCE({upper})"] = round(rng.uniform(0, 2 * chance), 3)
    start = {f"at({name}, {rng.choice(storeys)})": True for name in names}
    objects = {"lift": names, "floor": storeys}
    name = f"elevators-{lifts}-{floors}-{seed}"
    return instance_text(name, "elevators", objects, constants, start, horizon, most_actions=lifts)
