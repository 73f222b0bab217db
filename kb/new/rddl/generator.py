"""Instances of the domain: some plants, of which each dries out at a speed of its own.

It can be played on for ever: doing nothing is always allowed.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(seed: int, *, plants: Annotated[int, Between(1, 100)] = 4) -> str:
    """An instance with 1 to 100 `plants`; a seed gives the same instance each time."""
    rng = random.Random(seed)
    names = [f"p{number}" for number in range(1, plants + 1)]
    constants = {f"DRYNESS({name})": round(rng.uniform(0.1, 0.5), 2) for name in names}
    return instance_text(
        f"garden-{plants}-{seed}", "garden", {"plant": names}, constants, {}, horizon=40, most_actions=1
    )
