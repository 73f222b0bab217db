"""Gripper: balls in random rooms that belong into other ones.

Solvable, since the doors make a tree of the rooms and can be passed both ways: carry one ball after the other.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    balls: Annotated[int, Between(1, 200)] = 3,
    rooms: Annotated[int, Between(2, 50)] = 2,
) -> str:
    """A problem with 1 to 200 `balls` in 2 to 50 `rooms`."""
    rng = random.Random(seed)
    places = [f"room{number}" for number in range(1, rooms + 1)]
    names = [f"ball{number}" for number in range(1, balls + 1)]
    init = [f"(robot-at {rng.choice(places)})", "(empty left)", "(empty right)"]
    for number in range(1, rooms):
        one, other = places[rng.randrange(number)], places[number]
        init += [f"(door {one} {other})", f"(door {other} {one})"]
    goal = []
    for name in names:
        start, end = rng.sample(places, 2)
        init.append(f"(at {name} {start})")
        goal.append(f"(at {name} {end})")
    return problem_text(f"gripper-{balls}-{rooms}-{seed}", "gripper", {"room": places, "ball": names}, init, goal)
