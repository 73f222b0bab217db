"""Crafting: logs and grass on a field, and what is to become of each.

Solvable, since the goals come from a plan: every cell can be reached, each log is kept or becomes planks and perhaps
sticks, and what comes of it is carried along, put down somewhere, or held in the end, by one at most.
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
    logs: Annotated[int, Between(1, 20)] = 2,
    grass: Annotated[int, Between(0, 20)] = 1,
) -> str:
    """A field of 2 to 20 `rows` and `columns`, with 1 to 20 `logs` and up to 20 tufts of `grass`."""
    rng = random.Random(seed)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    name = {(row, column): f"c{row + 1}-{column + 1}" for row, column in cells}
    made = [[f"{kind}{number}" for kind in ("log", "planks", "sticks")] for number in range(1, logs + 1)]
    tufts = [f"grass{number}" for number in range(1, grass + 1)]
    init = [f"(agent-at {name[rng.choice(cells)]})", "(hands-free)"]
    where = {item: rng.choice(cells) for item in [chain[0] for chain in made] + tufts}
    init += [f"(item-at {item} {name[cell]})" for item, cell in where.items()]
    init += [f"(hypothetical {item})" for chain in made for item in chain[1:]]
    for (row, column), text in name.items():
        steps = {way: (row + down, column + right) for way, (down, right) in WAYS.items()}
        init += [f"(next {text} {name[cell]} {way})" for way, cell in steps.items() if cell in name]
    wanted = [rng.choice(chain[1:]) for chain in made] + tufts
    held = rng.choice([*wanted, None])
    goal = []
    for item in wanted:
        if item == held:
            goal.append(f"(equipped {item})")
        elif rng.random() < 0.5:
            goal.append(f"(inventory {item})")
        else:
            goal.append(f"(item-at {item} {name[rng.choice([cell for cell in cells if cell != where.get(item)])]})")
    objects = {"cell": list(name.values())}
    objects |= {kind: [chain[place] for chain in made] for place, kind in enumerate(("log", "planks", "sticks"))}
    title = f"crafting-{rows}-{columns}-{logs}-{grass}-{seed}"
    return problem_text(title, "crafting", objects | {"grass": tufts}, init, goal)
