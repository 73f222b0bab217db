"""Game of life: a grid on which each cell lives or not at the start, and has noise of its own.

It can be played on for ever: there are no preconditions, and doing nothing is always allowed.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 30)] = 4,
    columns: Annotated[int, Between(2, 30)] = 4,
    share: Annotated[float, Between(0.0, 1.0)] = 0.4,
    noise: Annotated[float, Between(0.001, 0.5)] = 0.05,
    sets: Annotated[int, Between(1, 20)] = 1,
) -> str:
    """A grid of 2 to 30 `rows` and `columns`, where a `share` of the cells, 0 to 1, lives at the start.

    Each cell's noise is drawn up to `noise`, 0.001 to 0.5. At most `sets`, 1 to 20, cells can be set in a step.
    """
    rng = random.Random(seed)
    cells = {(row, column): f"r{row + 1}c{column + 1}" for row in range(rows) for column in range(columns)}
    constants: dict[str, bool | float] = {}
    for (row, column), name in cells.items():
        touching = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        constants |= {f"NEIGHBOR({name}, {cells[other]})": True for other in touching if other in cells}
    constants |= {f"NOISE-PROB({name})": round(rng.uniform(0.001, noise), 3) for name in cells.values()}
    living = set(rng.sample(list(cells), round(share * len(cells))))
    return instance_text(
        f"game-of-life-{rows}-{columns}-{seed}",
        "game-of-life",
        {"cell": list(cells.values())},
        constants,
        {f"alive({name})": True for cell, name in cells.items() if cell in living},
        horizon=40,
        most_actions=sets,
    )
