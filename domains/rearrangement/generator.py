"""Rearrangement: things on random cells of a grid that belong onto other ones.

Solvable, since every cell can be reached and holds any number of things: carry one after the other.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 20)] = 3,
    columns: Annotated[int, Between(2, 20)] = 3,
    things: Annotated[int, Between(1, 100)] = 2,
) -> str:
    """A grid of 2 to 20 `rows` and `columns` with 1 to 100 `things`."""
    rng = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    name = {(row, column): f"c{row + 1}-{column + 1}" for row, column in cells}
    names = [f"thing{number}" for number in range(1, things + 1)]
    init, goal = [f"(agent-at {name[rng.choice(cells)]})", "(hand-free)"], []
    for thing in names:
        start, end = rng.sample(cells, 2)
        init.append(f"(at {thing} {name[start]})")
        goal.append(f"(at {thing} {name[end]})")
    for (row, column), text in name.items():
        steps = {way: (row + down, column + right) for way, (down, right) in WAYS.items()}
        init += [f"(next {text} {name[cell]} {way})" for way, cell in steps.items() if cell in name]
    title = f"rearrangement-{rows}-{columns}-{things}-{seed}"
    return problem_text(title, "rearrangement", {"cell": list(name.values()), "thing": names}, init, goal)
