"""Zenotravel: people in random cities who want to other ones, and aircraft with little fuel in their tanks.

Solvable, since an aircraft can be refuelled in every city, and a full tank is enough for the longest slow flight: carry
one person after the other. All numbers are whole.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    cities: Annotated[int, Between(2, 20)] = 3,
    people: Annotated[int, Between(1, 60)] = 2,
    aircraft: Annotated[int, Between(1, 20)] = 1,
) -> str:
    """A problem with 2 to 20 `cities`, 1 to 60 `people` and 1 to 20 `aircraft`."""
    rng = random.Random(seed)
    places = [f"city{number}" for number in range(1, cities + 1)]
    persons = [f"person{number}" for number in range(1, people + 1)]
    planes = [f"plane{number}" for number in range(1, aircraft + 1)]
    init, goal = ["(= (total-fuel-used) 0)"], []
    for person in persons:
        start, end = rng.sample(places, 2)
        init.append(f"(at {person} {start})")
        goal.append(f"(at {person} {end})")
    lengths: dict[tuple[str, str], int] = {}
    for number, one in enumerate(places):
        for other in places[:number]:
            lengths[one, other] = lengths[other, one] = rng.randint(5, 20)
    for plane in planes:
        slow = rng.randint(1, 4)
        capacity = slow * max(lengths.values()) + rng.randint(0, 60)
        values = {
            "fuel": rng.randint(0, capacity // 2),
            "capacity": capacity,
            "slow-burn": slow,
            "fast-burn": slow + rng.randint(1, 3),
            "onboard": 0,
            "zoom-limit": rng.randint(1, 4),
        }
        init.append(f"(at {plane} {rng.choice(places)})")
        init += [f"(= ({name} {plane}) {value})" for name, value in values.items()]
    init += [f"(= (distance {one} {other}) {length})" for (one, other), length in lengths.items()]
    objects = {"city": places, "person": persons, "aircraft": planes}
    title = f"zenotravel-{cities}-{people}-{aircraft}-{seed}"
    return problem_text(title, "zenotravel", objects, init, goal, "minimize (total-fuel-used)")
