"""Search and rescue: rooms in rows, with doors, fires, people, chickens and a hospital, on seven levels.

Solvable, since every room has a door to each room beside it, and a cell burns only if all others can still be reached
from each other: carry one person after the other. Where only part is seen, nobody knows at the start where the bodies
are, and any cell may be the place of each, but for those that burn and the hospital.
"""

import random
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from relgym.catalogue.generate import Between, problem_text

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Level(NamedTuple):
    """`rows` and `columns` of rooms with `side` times `side` cells each, and who and what is in them."""

    rows: int
    columns: int
    side: int
    people: int
    chickens: int
    fires: int


LEVELS = {
    1: Level(1, 1, 3, people=1, chickens=0, fires=0),
    2: Level(1, 2, 3, people=1, chickens=0, fires=2),
    3: Level(1, 2, 3, people=2, chickens=0, fires=3),
    4: Level(2, 2, 3, people=2, chickens=1, fires=5),
    5: Level(2, 3, 3, people=3, chickens=2, fires=8),
    6: Level(2, 3, 4, people=4, chickens=3, fires=12),
    7: Level(3, 3, 4, people=6, chickens=4, fires=18),
}


def generate(
    seed: int,
    domain: str,
    *,
    level: Annotated[int, Between(1, 7)] = 2,
) -> str:
    """A problem of `level` 1 (one room, one person) to 7 (nine rooms, many people)."""
    own = LEVELS[level]
    rng = random.Random(seed)
    floor = building(rng, own)
    fires: list[Cell] = []
    for cell in rng.sample(floor, len(floor)):
        if len(fires) < own.fires and connected(set(floor) - {cell, *fires}):
            fires.append(cell)
    safe = [cell for cell in floor if cell not in fires]
    hospital, *places = rng.sample(safe, 1 + own.people + own.chickens)
    people = [f"person{number}" for number in range(1, own.people + 1)]
    chickens = [f"chicken{number}" for number in range(1, own.chickens + 1)]
    name = {(row, column): f"c{row + 1}-{column + 1}" for row, column in floor}
    init = [f"(robot-at {name[rng.choice(safe)]})", "(hands-free)", f"(hospital-at {name[hospital]})"]
    if domain == "search-and-rescue-partial":
        cells = [name[cell] for cell in safe if cell != hospital]
        init += [word for body in people + chickens for word in anywhere(body, cells)]
    else:
        init += [f"(at {body} {name[cell]})" for body, cell in zip(people + chickens, places, strict=True)]
    init += [f"(fire-at {name[cell]})" for cell in sorted(fires)]
    for cell, text in name.items():
        steps = {way: beyond(cell, way) for way in WAYS}
        init += [f"(next {text} {name[other]} {way})" for way, other in steps.items() if other in name]
    goal = [f"(at {person} {name[hospital]})" for person in people]
    objects = {"cell": list(name.values()), "person": people, "chicken": chickens}
    return problem_text(f"{domain}-{level}-{seed}", domain, objects, init, goal)


def anywhere(body: str, cells: Sequence[str]) -> list[str]:
    """The words of a draw of the cell where a body is."""
    *first, last = [f"1/{len(cells)} (at {body} {cell})" for cell in cells]
    return ["(probabilistic", *first, f"{last})"]


def building(rng: random.Random, level: Level) -> list[Cell]:
    """The cells of the rooms, which have walls one cell thick between them, and of a door in each wall."""
    pitch = level.side + 1
    inside = range(level.side)
    cells = []
    for top in range(0, level.rows * pitch, pitch):
        for left in range(0, level.columns * pitch, pitch):
            cells += [(top + down, left + right) for down in inside for right in inside]
            if left:
                cells.append((top + rng.choice(inside), left - 1))
            if top:
                cells.append((top - 1, left + rng.choice(inside)))
    return sorted(cells)


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def connected(cells: set[Cell]) -> bool:
    """Whether one can walk from each of the cells to every other one."""
    first = min(cells)
    seen, todo = {first}, [first]
    while todo:
        cell = todo.pop()
        for other in (beyond(cell, way) for way in WAYS):
            if other in cells and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen == cells
