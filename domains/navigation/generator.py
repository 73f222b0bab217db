"""Navigation: the goal above the start, and between them rows that are the safer the farther one goes round.

Solvable with probability 1: the row of the start, the row of the goal, and one column, far from them, are safe. In the
other cells danger grows from that column on, and is left to chance a little.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

DANGERS = ("safe", "risky", "dangerous", "deadly")


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(3, 16)] = 4,
    columns: Annotated[int, Between(3, 16)] = 5,
) -> str:
    """A grid of 3 to 16 `rows` and 3 to 16 `columns`."""
    rng = random.Random(seed)
    mirrored = rng.random() < 0.5
    columns_from_safe = list(range(columns))[:: -1 if mirrored else 1]
    near_edge = columns_from_safe[columns // 2 :]
    start, goal = (rows - 1, rng.choice(near_edge)), (0, rng.choice(near_edge))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    name = {(row, column): f"c{row + 1}-{column + 1}" for row, column in cells}
    init = [f"(robot-at {name[start]})", f"(goal-at {name[goal]})"]
    for row, column in cells:
        away = columns_from_safe.index(column)
        inner = 0 < row < rows - 1 and away > 0
        level = 1 + (3 * (away - 1)) // (columns - 1) + rng.choice((-1, 0, 0, 1)) if inner else 0
        init.append(f"({DANGERS[min(max(level, int(inner)), 3)]} {name[row, column]})")
    for (row, column), text in name.items():
        steps = {way: (row + down, column + right) for way, (down, right) in WAYS.items()}
        init += [f"(next {text} {name[cell]} {way})" for way, cell in steps.items() if cell in name]
    objects = {"cell": list(name.values())}
    return problem_text(
        f"navigation-{rows}-{columns}-{seed}", "navigation", objects, init, [f"(robot-at {name[goal]})"]
    )
