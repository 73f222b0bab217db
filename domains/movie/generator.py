"""Movie: how many snacks there are of each kind, where the counter stands, and what is at hand already.

Solvable, since there is a snack of each kind: rewind the movie, then reset the counter, and fetch one of each.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

KINDS = ("chips", "dip", "pop", "cheese", "crackers")


def generate(
    seed: int,
    *,
    snacks: Annotated[int, Between(5, 500)] = 10,
) -> str:
    """An evening with 5 to 500 `snacks`."""
    rng = random.Random(seed)
    kinds = sorted([*KINDS, *rng.choices(KINDS, k=snacks - len(KINDS))], key=KINDS.index)
    objects = {kind: [f"{kind}{number + 1}" for number in range(kinds.count(kind))] for kind in KINDS}
    hours = rng.choice(("two-hours", "other-than-two-hours"))
    at_hand = rng.sample(KINDS, rng.choice((1, 2)))
    init = [f"(counter-at-{hours})"] + [f"(have-{kind})" for kind in at_hand]
    goal = ["(movie-rewound)", "(counter-at-zero)"] + [f"(have-{kind})" for kind in KINDS]
    return problem_text(f"movie-{snacks}-{seed}", "movie", objects, init, goal)
