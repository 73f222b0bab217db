"""Spanner: spanners at random places of the way from the shed to the gate.

Solvable, since all of them lie on the way and there is at least one for each nut.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    spanners: Annotated[int, Between(1, 100)] = 3,
    nuts: Annotated[int, Between(1, 100)] = 2,
    locations: Annotated[int, Between(1, 100)] = 3,
) -> str:
    """A problem with 1 to 100 `spanners` and `nuts`, and 1 to 100 `locations` between the shed and the gate."""
    if nuts > spanners:
        raise RelgymError(f"{spanners} spanners are too few for {nuts} nuts", expected="one for each nut")
    rng = random.Random(seed)
    middle = [f"l{number}" for number in range(1, locations + 1)]
    way = ["shed", *middle, "gate"]
    objects = {
        "location": way,
        "man": ["bob"],
        "spanner": [f"s{number}" for number in range(1, spanners + 1)],
        "nut": [f"n{number}" for number in range(1, nuts + 1)],
    }
    init = ["(at bob shed)"]
    init += [f"(link {one} {other})" for one, other in pairwise(way)]
    for spanner in objects["spanner"]:
        init += [f"(at {spanner} {rng.choice(middle)})", f"(usable {spanner})"]
    for nut in objects["nut"]:
        init += [f"(at {nut} gate)", f"(loose {nut})"]
    goal = [f"(tightened {nut})" for nut in objects["nut"]]
    return problem_text(f"spanner-{spanners}-{nuts}-{locations}-{seed}", "spanner", objects, init, goal)
