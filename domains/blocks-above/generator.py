"""Blocks with a crane: the goal says of some blocks that they are above others, and of some that they are not.

Solvable, since the goals are read off a second random arrangement, and every arrangement can be reached:
set all blocks down, then build.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    blocks: Annotated[int, Between(2, 200)] = 5,
    goals: Annotated[int, Between(1, 50)] = 4,
) -> str:
    """A problem with 2 to 200 `blocks`; 1 to 50 of the pairs that are, or are not, above each other are the `goals`."""
    rng = random.Random(seed)
    names = [f"b{number}" for number in range(1, blocks + 1)]
    start = towers(names, rng)
    wanted: list[str] = []
    while not wanted:
        wanted = difference(start, towers(names, rng))
    wanted = rng.sample(wanted, min(goals, len(wanted)))
    init = [f"(ontable {tower[0]})" for tower in start]
    init += [f"(on {x} {y})" for tower in start for y, x in pairwise(tower)]
    return problem_text(f"blocks-above-{blocks}-{seed}", "blocks-above", {"block": names}, init, wanted)


def difference(start: list[list[str]], end: list[list[str]]) -> list[str]:
    """What is true at the end and not at the start, as conditions on `above`."""
    first, last = above(start), above(end)
    gained = [f"(above {x} {y})" for x, y in last if (x, y) not in set(first)]
    return gained + [f"(not (above {x} {y}))" for x, y in first if (x, y) not in set(last)]


def above(arrangement: list[list[str]]) -> list[tuple[str, str]]:
    return [(x, y) for tower in arrangement for height, x in enumerate(tower) for y in tower[:height]]


def towers(names: list[str], rng: random.Random) -> list[list[str]]:
    """Each block, in random order, onto one of one, two or three towers: tall ones, so that much is above much."""
    found: list[list[str]] = [[] for _ in range(rng.randint(1, 3))]
    for name in rng.sample(names, len(names)):
        rng.choice(found).append(name)
    return [tower for tower in found if tower]
