"""Child snack: children at tables, of whom some are allergic to gluten, and bread and content for their sandwiches.

Solvable, since there is a portion of bread and of content for each child, without gluten for each allergic one, and a
tray goes everywhere: make the harmless sandwiches first. Who makes others of what is without gluten may get stuck.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    children: Annotated[int, Between(1, 60)] = 3,
    tables: Annotated[int, Between(1, 10)] = 2,
    trays: Annotated[int, Between(1, 10)] = 1,
    allergic: Annotated[float, Between(0.0, 1.0)] = 0.4,
    spare: Annotated[int, Between(0, 20)] = 1,
) -> str:
    """A problem with 1 to 60 `children`, each `allergic` with that chance, 1 to 10 `tables`, 1 to 10 `trays`.

    There are a sandwich and its portions for each child, and 0 to 20 `spare` ones.
    """
    rng = random.Random(seed)
    names = [f"child{number}" for number in range(1, children + 1)]
    places = [f"table{number}" for number in range(1, tables + 1)]
    trays_there = [f"tray{number}" for number in range(1, trays + 1)]
    sandwiches = [f"sandwich{number}" for number in range(1, children + spare + 1)]
    breads = [f"bread{number}" for number in range(1, children + spare + 1)]
    contents = [f"content{number}" for number in range(1, children + spare + 1)]
    sick = [name for name in names if rng.random() < allergic]
    init = [f"(tray-at {tray} kitchen)" for tray in trays_there] + [f"(unmade {name})" for name in sandwiches]
    for name in names:
        init += [f"(waiting {name} {rng.choice(places)})", f"({'allergic' if name in sick else 'not-allergic'} {name})"]
    for portions in (breads, contents):
        free = rng.sample(portions, len(sick))
        init += [f"(in-kitchen {name})" for name in portions]
        init += [f"(gluten-free {name})" for name in portions if name in free]
    goal = [f"(served {name})" for name in names]
    objects = {"child": names, "bread": breads, "content": contents, "sandwich": sandwiches}
    objects |= {"tray": trays_there, "place": places}
    title = f"child-snack-{children}-{tables}-{trays}-{spare}-{seed}"
    return problem_text(title, "child-snack", objects, init, goal)
