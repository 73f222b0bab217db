"""Newspapers: places of which some want a newspaper, some are unsafe, and one is the home base.

Solvable, since the carrier starts at the home base, the places that want a paper are safe, and there are papers enough.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    places: Annotated[int, Between(2, 100)] = 5,
    wanting: Annotated[int, Between(1, 99)] = 2,
    papers: Annotated[int, Between(1, 200)] = 3,
    unsafe: Annotated[float, Between(0.0, 1.0)] = 0.3,
) -> str:
    """A problem with 2 to 100 `places`, of which 1 to 99 are `wanting` and the part `unsafe` of the others is not safe.

    There are 1 to 200 `papers`.
    """
    if wanting >= places:
        raise RelgymError(f"of {places} places {wanting} cannot be wanting", expected="fewer, one being the home base")
    if papers < wanting:
        raise RelgymError(f"{papers} papers are too few for {wanting} places", expected="one for each place at least")
    rng = random.Random(seed)
    names = [f"place{number}" for number in range(1, places + 1)]
    papers_there = [f"paper{number}" for number in range(1, papers + 1)]
    home, *readers = rng.sample(names, 1 + wanting)
    init = [f"(at {home})", f"(home-base {home})"]
    init += [f"(safe {name})" for name in names if name in [home, *readers] or rng.random() >= unsafe]
    init += [f"(wants-paper {name})" for name in names if name in readers]
    init += [f"(unpacked {paper})" for paper in papers_there]
    goal = [f"(satisfied {name})" for name in names if name in readers]
    title = f"newspapers-{places}-{wanting}-{papers}-{seed}"
    return problem_text(title, "newspapers", {"place": names, "paper": papers_there}, init, goal)
