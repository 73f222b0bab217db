"""Hiking: a trail over a field of plain land, hills and water.

Solvable by the trail, where there is no water.
"""

import heapq
import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 14)] = 5,
    columns: Annotated[int, Between(2, 14)] = 5,
    hills: Annotated[float, Between(0.0, 1.0)] = 0.2,
    water: Annotated[float, Between(0.0, 1.0)] = 0.5,
) -> str:
    """A field of 2 to 14 `rows` and `columns`; each cell is a hill with chance `hills` (0 to 1).

    What is no hill and not on the trail is under water with chance `water` (0 to 1).
    """
    rng = random.Random(seed)
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    trail = winding(rng, cells)
    name = {cell: f"c{cell[0]}-{cell[1]}" for cell in cells}
    init = [f"(at {name[trail[0]]})", f"(is-goal {name[trail[-1]]})"]
    for cell in cells:
        if rng.random() < hills:
            init.append(f"(is-hill {name[cell]})")
        elif cell not in trail and rng.random() < water:
            init.append(f"(is-water {name[cell]})")
    init += [f"(on-trail {name[one]} {name[other]})" for one, other in pairwise(trail)]
    for cell in cells:
        init += [f"(next {name[cell]} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in name]
    title = f"hiking-{rows}-{columns}-{seed}"
    return problem_text(title, "hiking", {"cell": list(name.values())}, init, [f"(at {name[trail[-1]]})"])


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def winding(rng: random.Random, cells: list[Cell]) -> list[Cell]:
    """The cheapest way between two cells far from each other, where each cell has a random cost, mostly a low one."""
    start = rng.choice(cells)
    # There is such a cell even from the middle of the field.
    far = sum(cells[-1]) // 2 - 1
    end = rng.choice([cell for cell in cells if abs(cell[0] - start[0]) + abs(cell[1] - start[1]) >= far])
    cost = {cell: rng.random() ** 6 for cell in cells}
    todo, reached = [(0.0, start, [start])], set()
    while True:
        spent, cell, path = heapq.heappop(todo)
        if cell == end:
            return path
        if cell not in reached:
            reached.add(cell)
            for other in (beyond(cell, way) for way in WAYS):
                if other in cost:
                    heapq.heappush(todo, (spent + cost[other], other, [*path, other]))
