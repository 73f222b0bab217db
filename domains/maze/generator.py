"""Maze: rooms on a grid with passages between them, each room and each open passage being a cell.

Solvable, since the passages make a tree of all rooms, to which further ones may be added.
The exit is as far from the start as a room can be.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 30)] = 4,
    columns: Annotated[int, Between(2, 30)] = 4,
    loops: Annotated[float, Between(0.0, 1.0)] = 0.0,
) -> str:
    """A maze of 2 to 30 `rows` and `columns` of rooms; `loops` is the part (0 to 1) of the other walls that is open."""
    rng = random.Random(seed)
    rooms = [(2 * row + 1, 2 * column + 1) for row in range(rows) for column in range(columns)]
    cells = set(rooms) | passages(rng, rooms, loops)
    start = rng.choice(rooms)
    end = [cell for cell in walk(start, cells) if cell in rooms][-1]
    name = {cell: f"c{cell[0]}-{cell[1]}" for cell in sorted(cells)}
    init = [f"(at {name[start]})", f"(exit {name[end]})"]
    for cell in name:
        init += [f"(next {name[cell]} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in name]
    title = f"maze-{rows}-{columns}-{seed}"
    return problem_text(title, "maze", {"cell": list(name.values())}, init, [f"(at {name[end]})"])


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def walk(start: Cell, cells: set[Cell]) -> list[Cell]:
    """All cells, the nearest to the start first."""
    found, seen = [start], {start}
    for cell in found:
        others = [beyond(cell, way) for way in WAYS]
        found += [other for other in others if other in cells - seen]
        seen |= set(others)
    return found


def passages(rng: random.Random, rooms: list[Cell], loops: float) -> set[Cell]:
    """Depth first from a random room, which makes long passages; then some of the walls that are left."""
    first, inside = rng.choice(rooms), set(rooms)
    seen, path, found = {first}, [first], set()
    while path:
        row, column = path[-1]
        ways = [(down, right) for down, right in WAYS.values() if (row + 2 * down, column + 2 * right) in inside]
        ways = [(down, right) for down, right in ways if (row + 2 * down, column + 2 * right) not in seen]
        if ways:
            down, right = rng.choice(ways)
            found.add((row + down, column + right))
            path.append((row + 2 * down, column + 2 * right))
            seen.add(path[-1])
        else:
            path.pop()
    for row, column in rooms:
        for beside in ((row + 1, column), (row, column + 1)):
            beyond_it = (2 * beside[0] - row, 2 * beside[1] - column)
            if beyond_it in inside and beside not in found and rng.random() < loops:
                found.add(beside)
    return found
