"""Doors: rooms that are unlocked one after the other, the last of which is to be reached.

Solvable, since the key for each room lies in a room that can be unlocked before it; the order of the rooms is random.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    rooms: Annotated[int, Between(2, 30)] = 4,
    places: Annotated[int, Between(1, 20)] = 2,
) -> str:
    """A problem with 2 to 30 `rooms` of 1 to 20 `places` each; one room is open at the start."""
    rng = random.Random(seed)
    order = rng.sample(range(1, rooms + 1), rooms)
    name = {room: [f"l{room}-{place}" for place in range(1, places + 1)] for room in range(1, rooms + 1)}
    init = [f"(at {rng.choice(name[order[0]])})", f"(unlocked r{order[0]})"]
    init += [f"(in-room {place} r{room})" for room, inside in name.items() for place in inside]
    for before, room in enumerate(order[1:], 1):
        # Each second key lies in the room unlocked last, so that the way to the last room is long.
        where = order[before - 1] if rng.random() < 0.5 else rng.choice(order[:before])
        init += [f"(key-for k{room} r{room})", f"(key-at k{room} {rng.choice(name[where])})"]
    objects = {
        "room": [f"r{room}" for room in name],
        "location": [place for inside in name.values() for place in inside],
        "key": [f"k{room}" for room in sorted(order[1:])],
    }
    goal = [f"(at {rng.choice(name[order[-1]])})"]
    return problem_text(f"doors-{rooms}-{places}-{seed}", "doors", objects, init, goal)
