"""Casino: a town, and prizes of three kinds in its casinos, some of which are asked for.

Solvable, since every prize can be won in a casino, and that is one move away from everywhere.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    locations: Annotated[int, Between(2, 300)] = 8,
    casinos: Annotated[int, Between(1, 20)] = 1,
    prizes: Annotated[int, Between(1, 50)] = 2,
    wanted: Annotated[float, Between(0.0, 1.0)] = 0.6,
) -> str:
    """A problem with 2 to 300 `locations`, 1 to 20 of them `casinos`, and 1 to 50 `prizes` of each kind.

    `wanted` (0 to 1) is the part of the prizes that the goal asks for; it is at least one.
    """
    if casinos >= locations:
        raise RelgymError(f"{casinos} casinos are too many for {locations} locations", expected="another location")
    rng = random.Random(seed)
    places = [f"l{number}" for number in range(1, locations + 1)]
    start, *inside = rng.sample(places, casinos + 1)
    objects = {"location": places}
    for kind in (1, 2, 3):
        objects[f"prize{kind}"] = [f"p{kind}-{number}" for number in range(1, prizes + 1)]
    every = [name for kind in (1, 2, 3) for name in objects[f"prize{kind}"]]
    goals = rng.sample(every, max(1, round(wanted * len(every))))
    init = [f"(at {start})", *(f"(is-casino {place})" for place in sorted(inside, key=places.index))]
    init += [f"(prize-at {name} {rng.choice(inside)})" for name in every]
    goal = [f"(have {name})" for name in sorted(goals)]
    return problem_text(f"casino-{locations}-{prizes}-{seed}", "casino", objects, init, goal)
