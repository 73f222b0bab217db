"""Snake: a short snake on a rectangle, and apples that appear one after the other.

Solvable, since the snake lies on a ring through all cells and can crawl round it for ever: it comes by every apple,
also by one that appears under it, and has room enough as long as it is shorter than the ring.
"""

import random
from itertools import pairwise
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
    apples: Annotated[int, Between(1, 100)] = 3,
    length: Annotated[int, Between(2, 20)] = 3,
) -> str:
    """A field of 2 to 16 `rows` and `columns`, 1 to 100 `apples` and a snake of `length` 2 to 20."""
    if rows * columns % 2:
        raise RelgymError(f"no ring passes all cells of {rows} x {columns}", expected="an even number of cells")
    if length + apples >= rows * columns:
        raise RelgymError(f"the snake outgrows {rows} x {columns} cells", expected="fewer apples, or a shorter snake")
    rng = random.Random(seed)
    round_trip = ring(rows, columns) if rows % 2 == 0 else [(row, column) for column, row in ring(columns, rows)]
    if rng.random() < 0.5:
        round_trip.reverse()
    at = rng.randrange(len(round_trip))
    body = [round_trip[at - part] for part in range(length)]
    places = []
    for _ in range(apples):
        # Neither under the snake at the start, nor where the last one was.
        places.append(rng.choice([cell for cell in round_trip if cell not in [*body, *places[-1:]]]))
    name = {(row, column): f"c{row + 1}-{column + 1}" for row in range(rows) for column in range(columns)}
    names = [f"apple{number}" for number in range(1, apples + 1)]
    init = [f"(head {name[body[0]]})", f"(tail {name[body[-1]]})", f"(apple-at {names[0]} {name[places[0]]})"]
    init += [f"(taken {name[cell]})" for cell in body]
    init += [f"(before {name[part]} {name[next_part]})" for part, next_part in pairwise(body)]
    turns = zip(pairwise(names), places[1:], strict=True)
    init += [f"(grows-after {later} {earlier} {name[cell]})" for (earlier, later), cell in turns]
    for (row, column), text in name.items():
        steps = {way: (row + down, column + right) for way, (down, right) in WAYS.items()}
        init += [f"(next {text} {name[cell]} {way})" for way, cell in steps.items() if cell in name]
    goal = [f"(eaten {apple})" for apple in names]
    objects = {"cell": list(name.values()), "apple": names}
    return problem_text(f"snake-{rows}-{columns}-{apples}-{seed}", "snake", objects, init, goal)


def ring(rows: int, columns: int) -> list[Cell]:
    """A way through all cells back to the first one, for an even number of rows."""
    # Down the first column, and back up in windings through the others.
    found = [(row, 0) for row in range(rows)]
    for row in reversed(range(rows)):
        winding = [(row, column) for column in range(1, columns)]
        found += winding if row % 2 else winding[::-1]
    return found
