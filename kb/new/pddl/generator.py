"""Problems of the domain: places on a random network, parcels that lie elsewhere than they should.

Solvable, since all places hang together and roads go both ways: bring one parcel after the other.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    places: Annotated[int, Between(2, 50)] = 4,
    parcels: Annotated[int, Between(1, 50)] = 2,
) -> str:
    """A problem with 2 to 50 `places` and 1 to 50 `parcels`; a seed gives the same problem each time."""
    rng = random.Random(seed)
    names = [f"p{number}" for number in range(1, places + 1)]
    items = [f"x{number}" for number in range(1, parcels + 1)]
    init = [f"(at {rng.choice(names)})"]
    for number in range(1, places):
        other = rng.randrange(number)
        init += [f"(road {names[number]} {names[other]})", f"(road {names[other]} {names[number]})"]
    goal = []
    for item in items:
        start, end = rng.sample(names, 2)
        init.append(f"(lies {item} {start})")
        goal.append(f"(lies {item} {end})")
    return problem_text(
        f"delivery-{places}-{parcels}-{seed}", "delivery", {"place": names, "parcel": items}, init, goal
    )
