"""Logistics: parcels at random places, each of which belongs to another place.

Solvable, since every city has a truck and an airport: bring one parcel after the other.
The default for benchmarks with some forty valid actions is `cities = 5, places = 5, aeroplanes = 3, parcels = 10`.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    cities: Annotated[int, Between(1, 50)] = 2,
    places: Annotated[int, Between(2, 20)] = 2,
    aeroplanes: Annotated[int, Between(1, 20)] = 1,
    parcels: Annotated[int, Between(1, 500)] = 2,
) -> str:
    """A problem with 1 to 50 `cities` of 2 to 20 `places`, 1 to 20 `aeroplanes` and 1 to 500 `parcels`."""
    rng = random.Random(seed)
    airports = [f"l{city}-1" for city in range(1, cities + 1)]
    others = [f"l{city}-{place}" for city in range(1, cities + 1) for place in range(2, places + 1)]
    objects = {
        "city": [f"c{city}" for city in range(1, cities + 1)],
        "airport": airports,
        "place": others,
        "truck": [f"t{city}" for city in range(1, cities + 1)],
        "aeroplane": [f"a{number}" for number in range(1, aeroplanes + 1)],
        "parcel": [f"p{number}" for number in range(1, parcels + 1)],
    }
    init = []
    for city in range(1, cities + 1):
        own = [f"l{city}-{place}" for place in range(1, places + 1)]
        init += [f"(part-of {place} c{city})" for place in own]
        init.append(f"(at t{city} {rng.choice(own)})")
    init += [f"(at {plane} {rng.choice(airports)})" for plane in objects["aeroplane"]]
    goal = []
    for parcel in objects["parcel"]:
        start, end = rng.sample(airports + others, 2)
        init.append(f"(at {parcel} {start})")
        goal.append(f"(at {parcel} {end})")
    return problem_text(f"logistics-{cities}-{places}-{parcels}-{seed}", "logistics", objects, init, goal)
