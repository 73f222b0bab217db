"""Miconic: passengers who want from one floor to another.

Solvable, since the lift goes from any floor to any other and holds any number of passengers.
"""

import random

from relgym.generate import between, problem_text


def generate(seed: int, *, floors: int = 4, passengers: int = 3) -> str:
    """A problem with 2 to 100 `floors` and 1 to 200 `passengers`."""
    between("floors", floors, 2, 100)
    between("passengers", passengers, 1, 200)
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
