"""Travel through the 48 contiguous United States, or a part of them that hangs together.

Solvable, since every state of the part can be reached from every other one, and back.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

# Each pair of neighbours once, at the one whose name comes first.
NEIGHBOURS = {
    "alabama": "florida georgia mississippi tennessee",
    "arizona": "california nevada new-mexico utah",
    "arkansas": "louisiana mississippi missouri oklahoma tennessee texas",
    "california": "nevada oregon",
    "colorado": "kansas nebraska new-mexico oklahoma utah wyoming",
    "connecticut": "massachusetts new-york rhode-island",
    "delaware": "maryland new-jersey pennsylvania",
    "florida": "georgia",
    "georgia": "north-carolina south-carolina tennessee",
    "idaho": "montana nevada oregon utah washington wyoming",
    "illinois": "indiana iowa kentucky missouri wisconsin",
    "indiana": "kentucky michigan ohio",
    "iowa": "minnesota missouri nebraska south-dakota wisconsin",
    "kansas": "missouri nebraska oklahoma",
    "kentucky": "missouri ohio tennessee virginia west-virginia",
    "louisiana": "mississippi texas",
    "maine": "new-hampshire",
    "maryland": "pennsylvania virginia west-virginia",
    "massachusetts": "new-hampshire new-york rhode-island vermont",
    "michigan": "ohio wisconsin",
    "minnesota": "north-dakota south-dakota wisconsin",
    "mississippi": "tennessee",
    "missouri": "nebraska oklahoma tennessee",
    "montana": "north-dakota south-dakota wyoming",
    "nebraska": "south-dakota wyoming",
    "nevada": "oregon utah",
    "new-hampshire": "vermont",
    "new-jersey": "new-york pennsylvania",
    "new-mexico": "oklahoma texas",
    "new-york": "pennsylvania vermont",
    "north-carolina": "south-carolina tennessee virginia",
    "north-dakota": "south-dakota",
    "ohio": "pennsylvania west-virginia",
    "oklahoma": "texas",
    "oregon": "washington",
    "pennsylvania": "west-virginia",
    "south-dakota": "wyoming",
    "tennessee": "virginia",
    "utah": "wyoming",
    "virginia": "west-virginia",
}


def generate(
    seed: int,
    *,
    states: Annotated[int, Between(3, 48)] = 16,
    visits: Annotated[int, Between(0, 40)] = 1,
) -> str:
    """A journey through 3 to 48 `states`, with 0 to 40 `visits` on the way to where it ends."""
    if visits > states - 2:
        raise RelgymError(f"{visits} visits are too many for {states} states", expected="two less than states at most")
    rng = random.Random(seed)
    beside = neighbours()
    part = region(rng, beside, states)
    start, end, *stops = rng.sample(part, 2 + visits)
    init = [f"(at {start})", f"(visited {start})"]
    init += [f"(adjacent {state} {other})" for state in part for other in sorted(beside[state]) if other in part]
    goal = [f"(visited {state})" for state in stops] + [f"(at {end})"]
    return problem_text(f"usa-travel-{states}-{visits}-{seed}", "usa-travel", {"state": part}, init, goal)


def neighbours() -> dict[str, set[str]]:
    """The neighbours of each state, told both ways."""
    found: dict[str, set[str]] = {}
    for state, others in NEIGHBOURS.items():
        for other in others.split():
            found.setdefault(state, set()).add(other)
            found.setdefault(other, set()).add(state)
    return found


def region(rng: random.Random, beside: dict[str, set[str]], states: int) -> list[str]:
    """As many states, which grow together from a random one, sorted by name."""
    part = {rng.choice(sorted(beside))}
    while len(part) < states:
        part.add(rng.choice(sorted(set().union(*(beside[state] for state in part)) - part)))
    return sorted(part)
