"""Grid: keys and locked cells, and keys that belong to other cells.

Solvable: the robot walks as far as it can, fetches every key that lies there, opens with it what it can, and so on. All
keys that are wanted, and all cells where they belong, are reached in that way; since nothing is ever locked again and
keys are never used up, the keys can be carried there one after the other.
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
    rows: Annotated[int, Between(2, 16)] = 4,
    columns: Annotated[int, Between(2, 16)] = 4,
    keys: Annotated[int, Between(1, 30)] = 2,
    shapes: Annotated[int, Between(1, 10)] = 2,
    locks: Annotated[int, Between(1, 80)] = 4,
    wanted: Annotated[int, Between(1, 30)] = 1,
) -> str:
    """A grid of 2 to 16 `rows` and `columns`, with 1 to 30 `keys` of 1 to 10 `shapes`, and 1 to 80 `locks`.

    Of the keys, 1 to 30 are `wanted`, the first of them where one comes only by opening a lock, if it is not there.
    """
    if 3 * locks > rows * columns:
        raise RelgymError(f"{locks} locks are too many for {rows} x {columns} cells", expected="at most one in three")
    if not shapes <= keys >= wanted:
        raise RelgymError(f"{keys} keys are too few", expected="one of each shape, and as many as are wanted")
    rng = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    kinds = [f"shape{number}" for number in range(1, shapes + 1)]
    shape = {f"key{number + 1}": kinds[number % shapes] for number in range(keys)}
    while True:
        robot, *locked = rng.sample(cells, 1 + locks)
        lock = {cell: rng.choice(kinds) for cell in locked}
        lies = {key: rng.choice([cell for cell in cells if cell not in lock]) for key in shape}
        free = walked(robot, set(cells) - set(lock))
        seen = opened(robot, set(cells), lock, {key: (lies[key], shape[key]) for key in shape})
        movable = [key for key in shape if lies[key] in seen]
        if seen > free and len(movable) >= wanted:
            break
    behind = sorted(seen - free)
    goal_at: dict[str, Cell] = {}
    for key in rng.sample(movable, wanted):
        places = sorted(seen) if goal_at else behind
        goal_at[key] = rng.choice([cell for cell in places if cell != lies[key]] or sorted(seen - {lies[key]}))
    name = {(row, column): f"c{row + 1}-{column + 1}" for row, column in cells}
    init = [f"(robot-at {name[robot]})", "(arm-empty)"]
    init += [f"(at {key} {name[cell]})" for key, cell in lies.items()]
    init += [f"(key-shape {key} {kind})" for key, kind in shape.items()]
    init += [f"({'locked' if cell in lock else 'open'} {text})" for cell, text in name.items()]
    init += [f"(lock-shape {name[cell]} {kind})" for cell, kind in lock.items()]
    for cell, text in name.items():
        init += [f"(next {text} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in name]
    goal = [f"(at {key} {name[cell]})" for key, cell in goal_at.items()]
    title = f"grid-{rows}-{columns}-{keys}-{shapes}-{locks}-{wanted}-{seed}"
    return problem_text(title, "grid", {"cell": list(name.values()), "key": list(shape), "shape": kinds}, init, goal)


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def walked(start: Cell, among: set[Cell]) -> set[Cell]:
    """The cells of `among` to which one can walk from `start`."""
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for other in (beyond(cell, way) for way in WAYS):
            if other in among and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def opened(start: Cell, cells: set[Cell], lock: dict[Cell, str], keys: dict[str, tuple[Cell, str]]) -> set[Cell]:
    """The cells that can be reached in the end, opening locks with keys on the way."""
    shut = dict(lock)
    while True:
        seen = walked(start, cells - set(shut))
        at_hand = {shape for cell, shape in keys.values() if cell in seen}
        beside = {beyond(cell, way) for cell in seen for way in WAYS}
        now = [cell for cell, shape in shut.items() if shape in at_hand and cell in beside]
        if not now:
            return seen
        for cell in now:
            del shut[cell]
