"""Traffic: a grid of intersections with two-way streets, by whose outer ends vehicles come in and go out.

It can be played on for ever: there are no preconditions. With the usual traffic the signals can carry what comes, since
the turns of an intersection together need less green than there is time.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

SIDES = ("north", "east", "south", "west")
"""As the clock goes: for one who comes from a side, the next is to the left, the one after it straight on."""

BEYOND = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""How many rows and columns away the neighbour on each side is."""

PHASES = ("@east-west", "@east-west-left", "@north-south", "@north-south-left")

TRAVEL = (2, 2.5, 3, 3.5, 4)
"""How many steps it takes to drive along a link."""

Constants = dict[str, bool | int | float | str]


def generate(
    seed: int,
    *,
    rows: Annotated[int, Between(1, 8)] = 1,
    columns: Annotated[int, Between(1, 8)] = 1,
    traffic: Annotated[float, Between(0.1, 1.0)] = 0.5,
) -> str:
    """1 to 8 `rows` and `columns` of intersections; by each end come about `traffic` vehicles a step, 0.1 to 1."""
    rng = random.Random(seed)
    slots = [f"s{number}" for number in range(int(max(TRAVEL)) + 1)]
    constants: Constants = {f"NUMBER({slot})": number for number, slot in enumerate(slots)}
    constants |= {f"NEXT({phase})": PHASES[(number + 1) % 4] for number, phase in enumerate(PHASES)}
    around = {(i, j): neighbours(i, j, rows, columns) for i in range(1, rows + 1) for j in range(1, columns + 1)}
    here = {place: node(*place) for place in around}
    links: list[str] = []
    turns: list[str] = []
    for place, others in around.items():
        for number, other in enumerate(others):
            link = f"{other}-{here[place]}"
            links.append(link)
            constants[f"TRAVEL({link})"] = rng.choice(TRAVEL)
            if other not in here.values():
                constants[f"ENTRY-RATE({link})"] = round(traffic * rng.uniform(0.6, 1.4), 2)
                links.append(f"{here[place]}-{other}")
            to_left = rng.choice((10, 15, 20))
            for quarters, percent in ((1, to_left), (2, 80 - to_left), (3, 20)):
                onto = (number + quarters) % 4
                # From the north to the west: nw.
                turns.append(f"{here[place]}-{SIDES[number][0]}{SIDES[onto][0]}")
                constants |= {
                    f"FROM({turns[-1]})": link,
                    f"TO({turns[-1]})": f"{here[place]}-{others[onto]}",
                    f"AT({turns[-1]})": here[place],
                    f"SHARE({turns[-1]})": percent / 100,
                    **signals(turns[-1], number, quarters),
                }
    return instance_text(
        f"traffic-{rows}-{columns}-{seed}",
        "traffic",
        {"intersection": list(here.values()), "link": links, "turn": turns, "slot": slots},
        constants,
        {f"phase-of({name})": rng.choice(PHASES) for name in here.values()},
        horizon=150,
    )


def node(row: int, column: int) -> str:
    return f"i{row}{column}"


def neighbours(row: int, column: int, rows: int, columns: int) -> list[str]:
    """What lies beyond each side of an intersection: another one, or an end such as `west2`."""
    found = []
    for side, (down, right) in zip(SIDES, BEYOND, strict=True):
        inside = 1 <= row + down <= rows and 1 <= column + right <= columns
        found.append(node(row + down, column + right) if inside else f"{side}{column if down else row}")
    return found


def signals(turn: str, side: int, quarters: int) -> Constants:
    """When a turn has green, and how many get across; those to the right are in nobody's way."""
    axis = PHASES[2:] if side % 2 == 0 else PHASES[:2]
    match quarters:
        case 1:
            return {f"GREEN({turn}, {axis[1]})": True}
        case 2:
            return {f"GREEN({turn}, {axis[0]})": True, f"FLOW-MAX({turn})": 2.0}
    return {f"FREE({turn})": True}
