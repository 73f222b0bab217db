"""Blocks: two random arrangements, the start and the goal, for the domain of this folder and those like it.

Solvable, since every arrangement leads to every other one: put all blocks on the table, then build.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

STARTS = {
    "blocks": ["(handempty)"],
    "blocks-quantified": [],
    "blocks-equality": [],
    "blocks-conditional": ["(clear table)"],
}
"""What holds at the start in each domain besides where the blocks stand."""

WITHOUT_CLEAR = {"blocks-quantified"}


def generate(
    seed: int,
    domain: str,
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
    init = [*STARTS[domain]]
    for tower in start:
        init += [f"(ontable {tower[0]})"]
        init += [] if domain in WITHOUT_CLEAR else [f"(clear {tower[-1]})"]
    return problem_text(f"{domain}-{blocks}-{seed}", domain, {"block": names}, init + on(start), goal)


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
