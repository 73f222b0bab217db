"""Visit-all: a grid with holes, some or all of whose cells are to be visited.

Solvable, since only the largest connected part of the grid is kept, and every step can be taken back.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 15)] = 4,
    columns: Annotated[int, Between(2, 15)] = 4,
    holes: Annotated[float, Between(0.0, 0.4)] = 0.15,
    wanted: Annotated[float, Between(0.0, 1.0)] = 1.0,
) -> str:
    """A grid of 2 to 15 `rows` and `columns`; `holes` is the part that is missing (0 to 0.4).

    `wanted` is the part of the other cells (0 to 1) that is to be visited.
    """
    rng = random.Random(seed)
    cells = floor(rng, rows, columns, holes)
    name = {cell: f"c{cell[0] + 1}-{cell[1] + 1}" for cell in cells}
    start = rng.choice(cells)
    others = [cell for cell in cells if cell != start]
    # At least one, so that there is something to do.
    goals = sorted([start, *rng.sample(others, max(1, round(wanted * len(others))))])
    init = [f"(at-robot {name[start]})", f"(visited {name[start]})"]
    init += [f"(wanted {name[cell]})" for cell in goals]
    for cell in cells:
        init += [f"(next {name[cell]} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in name]
    goal = [f"(visited {name[cell]})" for cell in goals]
    title = f"visit-all-{rows}-{columns}-{seed}"
    return problem_text(title, "visit-all", {"cell": list(name.values())}, init, goal)


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def floor(rng: random.Random, rows: int, columns: int, holes: float) -> list[Cell]:
    """The largest connected part of a grid with random holes, at least half of its cells."""
    every = [(row, column) for row in range(rows) for column in range(columns)]
    while True:
        left = {cell for cell in every if rng.random() >= holes}
        parts = []
        while left:
            parts.append(part := connected(min(left), left))
            left -= part
        largest = max(parts, key=len, default=set())
        if 2 * len(largest) >= len(every):
            return sorted(largest)


def connected(start: Cell, among: set[Cell]) -> set[Cell]:
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for other in (beyond(cell, way) for way in WAYS):
            if other in among and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen
