"""River: banks that are lines of spots, with a bridge, an island and a few swims over each river.

Solvable with probability 1: every bank can be walked along both ways, and over each river there is a bridge. It stands
where neither the start nor the goal is, while one can swim straight from where the traveller starts.
"""

import random
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    rivers: Annotated[int, Between(1, 12)] = 1,
    spots: Annotated[int, Between(3, 30)] = 5,
    swims: Annotated[float, Between(0.0, 1.0)] = 0.3,
) -> str:
    """A problem with 1 to 12 `rivers` and 3 to 30 `spots` on a bank; `swims` is the part of them where one can swim."""
    rng = random.Random(seed)
    places = range(spots)
    banks = [[f"b{bank + 1}-{place + 1}" for place in places] for bank in range(rivers + 1)]
    islands = [f"island{river + 1}" for river in range(rivers)]
    start, goal = rng.sample(places, 2)
    init = [f"(at {banks[0][start]})"]
    for bank in banks:
        init += both_ways("path", pairwise(bank))
    for river, island in enumerate(islands):
        near, far = banks[river], banks[river + 1]
        bridge = rng.choice([place for place in places if place not in (start, goal)])
        water = [place for place in places if place == start or (place != bridge and rng.random() < swims)]
        stones = rng.choice(places)
        init += both_ways("bridge", [(near[bridge], far[bridge])])
        init += both_ways("water", [(near[place], far[place]) for place in water])
        init += both_ways("rocks", [(near[stones], island)]) + both_ways("narrow", [(island, far[stones])])
    objects = {"spot": [spot for bank in banks for spot in bank] + islands}
    goals = [f"(at {banks[-1][goal]})"]
    return problem_text(f"river-{rivers}-{spots}-{seed}", "river", objects, init, goals)


def both_ways(predicate: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"({predicate} {x} {y})" for one, other in pairs for x, y in ((one, other), (other, one))]
