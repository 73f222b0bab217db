"""Footwear: places that ask for shoes of random styles, a pair of shoes of each style, and socks.

Solvable, since for each place one can be at home, barefoot, put on the socks and shoes that it asks for, of which there
are enough, go there, and come home again to change.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

# What belongs under the shoes of each style.
UNDER = {"boots": "wool", "dress-shoes": "thin", "sneakers": "thin", "sandals": "barefoot"}

PLACES = (
    "forest",
    "office",
    "gym",
    "beach",
    "mountain",
    "theatre",
    "stadium",
    "pool",
    "meadow",
    "bank",
    "track",
    "bay",
)


def generate(
    seed: int,
    *,
    places: Annotated[int, Between(1, 12)] = 3,
    styles: Annotated[int, Between(2, 4)] = 3,
    visits: Annotated[int, Between(1, 12)] = 2,
    pairs: Annotated[int, Between(1, 6)] = 2,
) -> str:
    """A problem with 1 to 12 `places`, of which 1 to 12 are `visits`, and 2 to 4 `styles` of shoes.

    There are 1 to 6 `pairs` of socks of each kind.
    """
    if visits > places:
        raise RelgymError(f"{visits} visits are too many for {places} places", expected="at most one to each")
    rng = random.Random(seed)
    names = rng.sample(PLACES, places)
    kinds = rng.sample(list(UNDER), styles)
    shoes = {f"{side}-{kind}": (f"{side}-foot", kind) for kind in kinds for side in ("left", "right")}
    socks = {f"{kind}-sock{number + 1}": kind for kind in ("wool", "thin") for number in range(2 * pairs)}
    init = ["(at home)"]
    for foot in ("left-foot", "right-foot"):
        init += [f"(shoeless {foot})", f"(under {foot} barefoot)"]
    init += [f"(asks-for {place} {rng.choice(kinds)})" for place in names]
    init += [f"(goes-over {kind} {UNDER[kind]})" for kind in kinds]
    for shoe, (foot, kind) in shoes.items():
        init += [f"(lying {shoe})", f"(fits {shoe} {foot})", f"(of-style {shoe} {kind})"]
    for sock, kind in socks.items():
        init += [f"(lying {sock})", f"(of-style {sock} {kind})"]
    goal = [f"(visited {place})" for place in names[:visits]] + ["(at home)"]
    objects = {"place": names, "style": kinds, "shoe": list(shoes), "sock": list(socks)}
    return problem_text(f"footwear-{places}-{styles}-{visits}-{pairs}-{seed}", "footwear", objects, init, goal)
