"""Ferry: cars at random places, each of which belongs to another place.

Solvable, since the ferry sails from any place to any other: bring one car after the other.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    locations: Annotated[int, Between(2, 100)] = 3,
    cars: Annotated[int, Between(1, 200)] = 2,
) -> str:
    """A problem with 2 to 100 `locations` and 1 to 200 `cars`."""
    rng = random.Random(seed)
    places = [f"l{number}" for number in range(1, locations + 1)]
    names = [f"c{number}" for number in range(1, cars + 1)]
    init = [f"(at-ferry {rng.choice(places)})", "(empty-ferry)"]
    goal = []
    for name in names:
        start, end = rng.sample(places, 2)
        init.append(f"(at {name} {start})")
        goal.append(f"(at {name} {end})")
    return problem_text(f"ferry-{locations}-{cars}-{seed}", "ferry", {"location": places, "car": names}, init, goal)
