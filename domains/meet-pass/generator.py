"""Meet-pass: trains on the two halves of a line, each of which is to get to a place on the other half.

Solvable: at one siding at least, the line is long enough on both sides to hold all trains but one. So any two trains
that follow each other can change places there, while those before and behind them wait on the two sides; and such
changes lead from every order to every other one.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    trains: Annotated[int, Between(2, 20)] = 2,
    tracks: Annotated[int, Between(3, 100)] = 5,
    sidings: Annotated[int, Between(1, 20)] = 1,
) -> str:
    """2 to 20 `trains` on a line of 3 to 100 `tracks`, with 1 to 20 `sidings` beside it."""
    if tracks < 2 * trains - 1:
        raise RelgymError(f"{tracks} tracks are too few for {trains} trains", expected=f"at least {2 * trains - 1}")
    if sidings > tracks - 2:
        raise RelgymError(f"{sidings} sidings are too many for {tracks} tracks", expected="none at the ends")
    rng = random.Random(seed)
    line = [f"t{number}" for number in range(1, tracks + 1)]
    # A siding lies beside an inner track, and is connected with those before and behind it.
    roomy = rng.randrange(trains - 1, tracks - trains + 1)
    others = [place for place in range(1, tracks - 1) if place != roomy]
    beside = sorted([roomy, *rng.sample(others, sidings - 1)])
    links = [(line[place - 1], line[place]) for place in range(1, tracks)]
    for number, place in enumerate(beside, 1):
        links += [(line[place - 1], f"s{number}"), (f"s{number}", line[place + 1])]
    eastbound = [f"e{number}" for number in range(1, trains // 2 + 1)]
    westbound = [f"w{number}" for number in range(1, trains - trains // 2 + 1)]
    # Eastbound trains start in the western half of the line, and those that are westbound in the other half.
    halves = line[: tracks // 2], line[tracks // 2 :]
    starts = rng.sample(halves[0], len(eastbound)) + rng.sample(halves[1], len(westbound))
    ends = rng.sample(halves[1], len(eastbound)) + rng.sample(halves[0], len(westbound))
    objects = {"train": eastbound + westbound, "track": line + [f"s{number}" for number in range(1, sidings + 1)]}
    init = [f"(at {train} {track})" for train, track in zip(eastbound + westbound, starts, strict=True)]
    init += [f"(clear {track})" for track in objects["track"] if track not in starts]
    for one, other in links:
        init += [f"(connected {one} {other})", f"(connected {other} {one})"]
    goal = [f"(at {train} {track})" for train, track in zip(eastbound + westbound, ends, strict=True)]
    return problem_text(f"meet-pass-{trains}-{tracks}-{sidings}-{seed}", "meet-pass", objects, init, goal)
