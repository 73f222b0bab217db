"""Sokoban: a random warehouse whose boxes are pulled away from their storage cells.

Solvable, since every pull can be taken back by a push.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(3, 60)] = 6,
    columns: Annotated[int, Between(3, 60)] = 6,
    boxes: Annotated[int, Between(1, 20)] = 2,
    walls: Annotated[float, Between(0.0, 0.4)] = 0.15,
) -> str:
    """A warehouse of 3 to 60 `rows` and `columns`, 1 to 20 `boxes`, and `walls` as part (0 to 0.4) of all cells."""
    if boxes > rows * columns // 6:
        raise RelgymError(f"{boxes} boxes are too many for {rows} x {columns} cells", expected="at most one in six")
    rng = random.Random(seed)
    while True:
        floor = room(rng, rows, columns, walls)
        storage = rng.sample(sorted(floor), boxes)
        found = pulled(rng, floor, storage)
        if found is not None:
            keeper, placed = found
            break
    name = {cell: f"c{cell[0] + 1}-{cell[1] + 1}" for cell in sorted(floor)}
    init = [f"(keeper {name[keeper]})"]
    init += [f"(storage {name[cell]})" for cell in sorted(storage)]
    init += [f"(box {name[cell]})" for cell in sorted(placed)]
    init += [f"(free {text})" for cell, text in name.items() if cell not in placed]
    for cell, text in name.items():
        init += [f"(next {text} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in floor]
    goal = [f"(box {name[cell]})" for cell in sorted(storage)]
    title = f"sokoban-{rows}-{columns}-{boxes}-{seed}"
    return problem_text(title, "sokoban", {"cell": list(name.values())}, init, goal)


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def room(rng: random.Random, rows: int, columns: int, walls: float) -> set[Cell]:
    """The largest connected part of a rectangle with random walls, at least half of its cells."""
    every = [(row, column) for row in range(rows) for column in range(columns)]
    while True:
        left = {cell for cell in every if rng.random() >= walls}
        parts = []
        while left:
            part = reached(min(left), left)
            parts.append(part)
            left -= part
        largest = max(parts, key=len, default=set())
        if 2 * len(largest) >= len(every):
            return largest


def reached(start: Cell, among: set[Cell]) -> set[Cell]:
    """The cells of `among` to which one can walk from `start`."""
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for way in WAYS:
            other = beyond(cell, way)
            if other in among and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def pulled(rng: random.Random, floor: set[Cell], storage: list[Cell]) -> tuple[Cell, set[Cell]] | None:
    """Keeper and boxes after random pulls; of all positions on the way the one that has most boxes off their storage.

    None where no pull gets a box away.
    """
    placed = set(storage)
    open_cells = floor - placed
    keeper = rng.choice(sorted(open_cells))
    best, best_away = None, 0
    for _ in range(12 * len(storage)):
        walk = reached(keeper, floor - placed)
        pulls = []
        for box in sorted(placed):
            for way in WAYS:
                # The keeper stands beside the box and goes one step back; the box follows.
                beside = beyond(box, way)
                back = beyond(beside, way)
                if beside in walk and back in floor and back not in placed:
                    pulls.append((box, beside, back))
        if not pulls:
            break
        box, beside, keeper = rng.choice(pulls)
        placed = placed - {box} | {beside}
        away = len(placed - set(storage))
        if away and away >= best_away:
            best, best_away = (keeper, placed), away
    return best
