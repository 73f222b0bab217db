"""TSP: cities on a round of roads, hidden among other roads.

Solvable by that round, whose order is random. All roads go both ways; `roads = 1.0` is a road between any two cities.
"""

import random
from itertools import combinations
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    cities: Annotated[int, Between(3, 80)] = 6,
    roads: Annotated[float, Between(0.0, 1.0)] = 0.3,
) -> str:
    """A problem with 3 to 80 `cities` and the part `roads` (0 to 1) of the roads beside the round."""
    rng = random.Random(seed)
    names = [f"c{number}" for number in range(1, cities + 1)]
    tour = rng.sample(range(cities), cities)
    on_tour = {frozenset((tour[place - 1], tour[place])) for place in range(cities)}
    init = [f"(at {names[tour[0]]})"]
    for one, other in combinations(range(cities), 2):
        if frozenset((one, other)) in on_tour or rng.random() < roads:
            init += [f"(connected {names[one]} {names[other]})", f"(connected {names[other]} {names[one]})"]
    goal = [f"(visited {name})" for name in names] + [f"(at {names[tour[0]]})"]
    return problem_text(f"tsp-{cities}-{seed}", "tsp", {"city": names}, init, goal)
