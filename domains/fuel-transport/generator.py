"""Fuel transport: trucks with different tanks, rates and payloads on a random road map.

Solvable: any truck can bring any single parcel anywhere, one after the other. Its payload is at least the heaviest
weight, every second place of the tree of roads has a station, each truck starts at a station, and a full tank is enough
for two roads of the greatest length with the heaviest weight aboard: to a place without a station, and on or back.
"""

import random
from fractions import Fraction
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text

RATES = (Fraction(1), Fraction(3, 2), Fraction(7, 4), Fraction(2))
LONGEST, HEAVIEST = 6, 5


def generate(
    seed: int,
    *,
    places: Annotated[int, Between(2, 60)] = 4,
    trucks: Annotated[int, Between(1, 20)] = 1,
    parcels: Annotated[int, Between(1, 100)] = 2,
    shortcuts: Annotated[int, Between(0, 60)] = 1,
) -> str:
    """A problem with 2 to 60 `places`, 1 to 20 `trucks`, 1 to 100 `parcels`, and 0 to 60 roads as `shortcuts`."""
    rng = random.Random(seed)
    names = [f"l{number}" for number in range(1, places + 1)]
    depth = [0]
    roads = []
    for number in range(1, places):
        upper = rng.randrange(number)
        depth.append(depth[upper] + 1)
        roads.append((upper, number))
    others = [(p, q) for q in range(places) for p in range(q) if (p, q) not in set(roads)]
    roads += rng.sample(others, min(shortcuts, len(others)))
    stations = [number for number in range(places) if depth[number] % 2 == 0]
    init = []
    for p, q in roads:
        length = rng.randint(1, LONGEST)
        for one, other in ((names[p], names[q]), (names[q], names[p])):
            init += [f"(road {one} {other})", f"(= (length {one} {other}) {length})"]
    init += [f"(station {names[number]})" for number in stations]
    for number in range(1, trucks + 1):
        rate = rng.choice(RATES)
        enough = 2 * (rate * LONGEST + Fraction(HEAVIEST, 4))
        tank = -(-enough // 1) + rng.randrange(4)
        init += [f"(at t{number} {names[rng.choice(stations)]})", f"(= (payload t{number}) 0)"]
        init += [f"(= (rate t{number}) {float(rate):g})", f"(= (tank t{number}) {tank})"]
        init += [f"(= (fuel t{number}) {rng.randint(0, tank)})"]
        init += [f"(= (capacity t{number}) {HEAVIEST + rng.randrange(4)})"]
    goal = []
    for number in range(1, parcels + 1):
        start, end = rng.sample(names, 2)
        init += [f"(waits x{number} {start})", f"(= (weight x{number}) {rng.randint(1, HEAVIEST)})"]
        goal.append(f"(waits x{number} {end})")
    init.append("(= (burnt) 0)")
    objects = {
        "place": names,
        "truck": [f"t{number}" for number in range(1, trucks + 1)],
        "parcel": [f"x{number}" for number in range(1, parcels + 1)],
    }
    title = f"fuel-transport-{places}-{trucks}-{parcels}-{seed}"
    return problem_text(title, "fuel-transport", objects, init, goal, metric="minimize (burnt)")
