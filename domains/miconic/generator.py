"""Miconic: passengers who want from one floor to another.

Solvable, since the lift goes from any floor to any other and holds any number of passengers.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    floors: Annotated[int, Between(2, 100)] = 4,
    passengers: Annotated[int, Between(1, 200)] = 3,
) -> str:
    """A problem with 2 to 100 `floors` and 1 to 200 `passengers`."""
    rng = random.Random(seed)
    names = [f"f{number}" for number in range(1, floors + 1)]
    people = [f"p{number}" for number in range(1, passengers + 1)]
    init = [f"(lift-at {rng.choice(names)})"]
    init += [f"(above {names[high]} {names[low]})" for high in range(1, floors) for low in range(high)]
    for person in people:
        start, end = rng.sample(names, 2)
        init += [f"(origin {person} {start})", f"(destin {person} {end})"]
    goal = [f"(served {person})" for person in people]
    objects = {"passenger": people, "floor": names}
    return problem_text(f"miconic-{floors}-{passengers}-{seed}", "miconic", objects, init, goal)
