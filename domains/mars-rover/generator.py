"""Mars rover: rovers that stand still, and minerals, on random places of a square field.

Can always be played on, since to do nothing is allowed in every state.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(
    seed: int,
    *,
    rovers: Annotated[int, Between(1, 50)] = 1,
    minerals: Annotated[int, Between(1, 200)] = 3,
    field: Annotated[float, Between(1.0, 100.0)] = 8.0,
    horizon: Annotated[int, Between(1, 10000)] = 100,
) -> str:
    """An instance with 1 to 50 `rovers` and 1 to 200 `minerals`.

    Both are at most `field`, 1.0 to 100.0, from the middle, to each side.
    The `horizon` is 1 to 10000 steps.
    """
    rng = random.Random(seed)

    def place() -> float:
        return round(rng.uniform(-field, field), 2)

    names = [f"rover{number}" for number in range(1, rovers + 1)]
    goods = [f"mineral{number}" for number in range(1, minerals + 1)]
    constants = {}
    for good in goods:
        constants[f"MINERAL-X({good})"], constants[f"MINERAL-Y({good})"] = place(), place()
        constants[f"RADIUS({good})"] = round(rng.uniform(0.5, 2.0), 2)
        constants[f"WORTH({good})"] = round(rng.uniform(2.0, 20.0), 1)
    start = {f"{axis}({name})": place() for name in names for axis in ("x", "y")}
    objects = {"rover": names, "mineral": goods}
    return instance_text(f"mars-rover-{rovers}-{minerals}-{seed}", "mars-rover", objects, constants, start, horizon)
