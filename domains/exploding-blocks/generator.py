"""Exploding blocks: two random arrangements, the start and the goal.

Solvable with a probability above 0: while no charge goes off, every arrangement leads to every other one.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    blocks: Annotated[int, Between(2, 500)] = 4,
) -> str:
    """A problem with 2 to 500 `blocks`."""
    rng = random.Random(seed)
    names = [f"b{number}" for number in range(1, blocks + 1)]
    start = towers(names, rng)
    goal = on(start)
    while set(goal) <= set(on(start)):
        goal = on(towers(names, rng))
    init = ["(handempty)"]
    for tower in start:
        init += [f"(ontable {tower[0]})", f"(clear {tower[-1]})"]
    init += [f"(charged {name})" for name in names]
    title = f"exploding-blocks-{blocks}-{seed}"
    return problem_text(title, "exploding-blocks", {"block": names}, init + on(start), goal)


def towers(names: list[str], rng: random.Random) -> list[list[str]]:
    """Each block, in random order, onto the table or onto a tower, all places being equally likely."""
    found: list[list[str]] = []
    for name in rng.sample(names, len(names)):
        place = rng.randrange(len(found) + 1)
        if place == len(found):
            found.append([name])
        else:
            found[place].append(name)
    return found


def on(arrangement: list[list[str]]) -> list[str]:
    return [f"(on {x} {y})" for tower in arrangement for y, x in pairwise(tower)]
