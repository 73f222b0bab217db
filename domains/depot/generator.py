"""Depot: crates in random piles, which belong into other ones.

Solvable, since a truck holds any number of crates and every place has a hoist and a pallet of its own: load all crates,
then build the piles of the goal from below.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    depots: Annotated[int, Between(1, 10)] = 1,
    distributors: Annotated[int, Between(1, 20)] = 1,
    trucks: Annotated[int, Between(1, 20)] = 1,
    crates: Annotated[int, Between(1, 200)] = 2,
) -> str:
    """A problem with 1 to 10 `depots`, 1 to 20 `distributors`, 1 to 20 `trucks` and 1 to 200 `crates`."""
    rng = random.Random(seed)
    objects = {
        "depot": [f"depot{number}" for number in range(1, depots + 1)],
        "distributor": [f"distributor{number}" for number in range(1, distributors + 1)],
        "truck": [f"truck{number}" for number in range(1, trucks + 1)],
        "hoist": [f"hoist{number}" for number in range(1, depots + distributors + 1)],
        "pallet": [f"pallet{number}" for number in range(1, depots + distributors + 1)],
        "crate": [f"crate{number}" for number in range(1, crates + 1)],
    }
    places = objects["depot"] + objects["distributor"]
    start = piles(objects["pallet"], objects["crate"], rng)
    goal = on(start)
    while set(goal) == set(on(start)):
        goal = on(piles(objects["pallet"], objects["crate"], rng))
    init = [f"(at {truck} {rng.choice(places)})" for truck in objects["truck"]]
    for place, hoist, pile in zip(places, objects["hoist"], start, strict=True):
        init += [f"(at {hoist} {place})", f"(available {hoist})"]
        init += [f"(at {surface} {place})" for surface in pile]
        init.append(f"(clear {pile[-1]})")
    title = f"depot-{depots}-{distributors}-{trucks}-{crates}-{seed}"
    return problem_text(title, "depot", objects, init + on(start), goal)


def piles(pallets: list[str], crates: list[str], rng: random.Random) -> list[list[str]]:
    """Each crate, in random order, onto a random pallet or what lies there; every pile with its pallet first."""
    found = [[pallet] for pallet in pallets]
    for crate in rng.sample(crates, len(crates)):
        rng.choice(found).append(crate)
    return found


def on(arrangement: list[list[str]]) -> list[str]:
    return [f"(on {x} {y})" for pile in arrangement for y, x in pairwise(pile)]
