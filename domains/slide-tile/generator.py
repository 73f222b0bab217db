"""Slide-tile: random moves away from the tiles in order, the blank cell being the last one.

Solvable, since every move can be taken back; so only arrangements of the right parity are met.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

Cell = tuple[int, int]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(2, 10)] = 3,
    columns: Annotated[int, Between(3, 10)] = 3,
    moves: Annotated[int, Between(1, 10_000)] = 20,
) -> str:
    """A frame of 2 to 10 `rows` and 3 to 10 `columns`, after 1 to 10000 random `moves` that do not undo each other."""
    rng = random.Random(seed)
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    name = {cell: f"c{cell[0]}-{cell[1]}" for cell in cells}
    tiles = [f"t{number}" for number in range(1, len(cells))]
    ordered = dict(zip(cells, tiles, strict=False))
    placed = dict(ordered)
    while placed == ordered:
        blank = shuffle(rng, cells, placed, moves)
    init = [f"(blank {name[blank]})"]
    init += [f"(at {placed[cell]} {name[cell]})" for cell in cells if cell != blank]
    for cell in cells:
        init += [f"(next {name[cell]} {name[beyond(cell, way)]} {way})" for way in WAYS if beyond(cell, way) in name]
    goal = [f"(at {tile} {name[cell]})" for cell, tile in ordered.items()]
    objects = {"cell": list(name.values()), "tile": tiles}
    return problem_text(f"slide-tile-{rows}-{columns}-{seed}", "slide-tile", objects, init, goal)


def beyond(cell: Cell, way: str) -> Cell:
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def shuffle(rng: random.Random, cells: list[Cell], placed: dict[Cell, str], moves: int) -> Cell:
    """Move tiles of `placed`; returns the blank cell."""
    (blank,) = set(cells) - set(placed)
    last = None
    for _ in range(moves):
        near = [beyond(blank, way) for way in WAYS]
        cell = rng.choice([cell for cell in near if cell in placed and cell != last])
        placed[blank] = placed.pop(cell)
        blank, last = cell, blank
    return blank
