"""Triangle tireworld: a triangle of locations, start and goal at two of its corners.

Solvable with probability 1: on the two other sides, over the third corner, there is a spare wherever the car arrives.
The direct side has none; inside there are a few. The seed decides where those are, and which way round the names go.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    side: Annotated[int, Between(2, 20)] = 3,
    inside: Annotated[float, Between(0.0, 1.0)] = 0.3,
) -> str:
    """A triangle whose sides are 2 to 20 roads long (`side`); `inside` is the part of inner locations with a spare."""
    rng = random.Random(seed)
    points = [(row, place) for row in range(side + 1) for place in range(side + 1 - row)]
    numbers = rng.sample(range(1, len(points) + 1), len(points))
    name = {point: f"l{number}" for point, number in zip(points, numbers, strict=True)}
    start, goal = (0, 0), (0, side)
    init = [f"(car-at {name[start]})"]
    for row, place in points:
        # Forward along the row, up to the left of it, and down to the right: no road leads back.
        others = ((row, place + 1), (row + 1, place), (row - 1, place + 1))
        init += [f"(road {name[row, place]} {name[other]})" for other in others if other in name]
    for row, place in points:
        round_about = row > 0 and (place == 0 or place == side - row)
        if round_about or (row > 0 and rng.random() < inside):
            init.append(f"(spare-at {name[row, place]})")
    locations = sorted(name.values(), key=lambda text: int(text[1:]))
    goals = [f"(car-at {name[goal]})"]
    return problem_text(f"tireworld-{side}-{seed}", "tireworld", {"location": locations}, init, goals)
