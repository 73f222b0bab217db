"""Baking: desserts of two kinds, in random order.

Solvable, since there is an egg for each dessert, flour for each cake, and soap for each dessert after those that find a
clean pan: bake one after the other in the first oven.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    cakes: Annotated[int, Between(0, 50)] = 1,
    souffles: Annotated[int, Between(0, 50)] = 1,
    pans: Annotated[int, Between(1, 20)] = 1,
    ovens: Annotated[int, Between(1, 20)] = 1,
    spare: Annotated[int, Between(0, 20)] = 0,
) -> str:
    """A problem with 0 to 50 `cakes` and `souffles`, 1 to 20 `pans` and `ovens`.

    There are 0 to 20 `spare` eggs, and as much flour and soap to spare.
    """
    desserts = cakes + souffles
    if not desserts:
        raise RelgymError("0 cakes and 0 souffles leave nothing to bake", expected="at least one of them")
    rng = random.Random(seed)
    kinds = ["cake"] * cakes + ["souffle"] * souffles
    rng.shuffle(kinds)
    objects = {
        "egg": numbered("egg", desserts + spare),
        "flour": numbered("flour", cakes + spare),
        "soap": numbered("soap", max(0, desserts - pans) + spare),
        "pan": numbered("pan", pans),
        "oven": numbered("oven", ovens),
        "dessert": numbered("dessert", desserts),
    }
    init = [f"(available {name})" for kind in ("egg", "flour", "soap") for name in objects[kind]]
    init += [f"(on-table {pan})" for pan in objects["pan"]]
    init += [f"(empty {oven})" for oven in objects["oven"]]
    init += [f"(hot {oven})" for oven in objects["oven"] if rng.random() < 0.2]
    init += [f"(unmade {dessert})" for dessert in objects["dessert"]]
    goal = [f"({kind} {dessert})" for kind, dessert in zip(kinds, objects["dessert"], strict=True)]
    return problem_text(f"baking-{cakes}-{souffles}-{pans}-{seed}", "baking", objects, init, goal)


def numbered(word: str, count: int) -> list[str]:
    return [f"{word}{number}" for number in range(1, count + 1)]
