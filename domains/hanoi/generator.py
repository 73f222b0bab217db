"""Hanoi: from one random arrangement of the discs to another.

Solvable, since with three or more pegs every arrangement that the rules allow leads to every other one.
"""

import random
from itertools import pairwise
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    discs: Annotated[int, Between(1, 60)] = 3,
    pegs: Annotated[int, Between(3, 10)] = 3,
    classic: Annotated[int, Between(0, 1)] = 0,
) -> str:
    """A problem with 1 to 60 `discs`, of which d1 is the smallest, and 3 to 10 `pegs`.

    With `classic` = 1 all discs go from the first peg to the last.
    """
    rng = random.Random(seed)
    disc_names = [f"d{number}" for number in range(1, discs + 1)]
    peg_names = [f"p{number}" for number in range(1, pegs + 1)]
    if classic:
        start, end = {peg_names[0]: disc_names}, {peg_names[-1]: disc_names}
    else:
        start = end = arrangement(rng, disc_names, peg_names)
        while start == end:
            end = arrangement(rng, disc_names, peg_names)
    init = [f"(smaller {disc} {peg})" for disc in disc_names for peg in peg_names]
    init += [f"(smaller {x} {y})" for number, y in enumerate(disc_names) for x in disc_names[:number]]
    init += on(start)
    init += [f"(clear {(start.get(peg) or [peg])[0]})" for peg in peg_names]
    objects = {"disc": disc_names, "peg": peg_names}
    return problem_text(f"hanoi-{discs}-{pegs}-{seed}", "hanoi", objects, init, on(end))


def arrangement(rng: random.Random, discs: list[str], pegs: list[str]) -> dict[str, list[str]]:
    """The discs of each peg, topmost first: any disc on any peg, in the order of their sizes."""
    chosen = {disc: rng.choice(pegs) for disc in discs}
    return {peg: [disc for disc in discs if chosen[disc] == peg] for peg in pegs}


def on(placed: dict[str, list[str]]) -> list[str]:
    return [f"(on {x} {y})" for peg, discs in placed.items() for x, y in pairwise([*discs, peg])]
