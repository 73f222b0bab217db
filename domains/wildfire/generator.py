"""Wildfire: a grid in which each cell has up to eight neighbours, with targets and fires in random cells.

It can be played on for ever: doing nothing is always allowed. No target burns at the start.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    columns: Annotated[int, Between(2, 12)] = 4,
    rows: Annotated[int, Between(2, 12)] = 4,
    targets: Annotated[int, Between(1, 40)] = 3,
    fires: Annotated[int, Between(1, 40)] = 2,
    actions: Annotated[int, Between(1, 20)] = 1,
) -> str:
    """A grid of 2 to 12 `columns` and `rows`, with 1 to 40 `targets` and 1 to 40 `fires` in cells of their own.

    At most `actions`, 1 to 20, cells can be put out or cut out in a step.
    """
    if targets + fires > columns * rows:
        raise RelgymError(
            f"{targets} targets and {fires} fires are too many for {columns} x {rows} cells",
            expected=f"at most {columns * rows}",
        )
    rng = random.Random(seed)
    cells = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    names = {(column, row): f"c{column}_{row}" for column, row in cells}
    constants = {}
    for column, row in cells:
        around = [(column + right, row + up) for up in (-1, 0, 1) for right in (-1, 0, 1) if right or up]
        for other in around:
            if other in names:
                constants[f"NEIGHBOR({names[column, row]}, {names[other]})"] = True
    chosen = [names[cell] for cell in rng.sample(cells, targets + fires)]
    constants |= {f"TARGET({name})": True for name in sorted(chosen[:targets])}
    return instance_text(
        f"wildfire-{columns}-{rows}-{seed}",
        "wildfire",
        {"cell": list(names.values())},
        constants,
        {f"burning({name})": True for name in sorted(chosen[targets:])},
        horizon=40,
        most_actions=actions,
    )
