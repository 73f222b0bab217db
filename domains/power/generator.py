"""Power: a random network, radially fed, in which some sections have become faulty.

Solvable, since only sections are asked for that can have power: let the breakers trip, open every switch that is not
stuck, close one breaker for each part of the network that is free of faults, and the switches outwards from there.
Switches that are stuck are taken into account: closed ones make one section out of two, open ones are not there.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

Link = tuple[int, int]


def generate(
    seed: int,
    *,
    sections: Annotated[int, Between(3, 100)] = 8,
    breakers: Annotated[int, Between(1, 20)] = 2,
    ties: Annotated[int, Between(0, 50)] = 3,
    faults: Annotated[int, Between(1, 10)] = 1,
    stuck: Annotated[int, Between(0, 10)] = 0,
) -> str:
    """A network of 3 to 100 `sections` and 1 to 20 `breakers`.

    0 to 50 `ties` are switches beyond those that a tree needs, 1 to 10 sections are `faults`, 0 to 10 switches `stuck`.
    """
    most = sections * (sections - 1) // 2 - (sections - 1)
    if breakers + faults > sections or ties > most or stuck > sections - 1 + ties:
        raise RelgymError(
            f"{sections} sections are too few",
            expected=f"breakers + faults up to {sections}, ties up to {most}, stuck up to {sections - 1 + ties}",
        )
    rng = random.Random(seed)
    for _ in range(1000):
        links = network(rng, sections, ties)
        homes = rng.sample(range(sections), breakers)
        closed = forest(rng, links, homes)
        broken = set(rng.sample(range(sections), faults))
        fixed = set(rng.sample(links, stuck))
        goal = resuppliable(sections, links, homes, closed, broken, fixed)
        if not goal <= still_fed(sections, homes, closed, broken):
            break
    else:
        raise RelgymError("no problem with these parameters was found", hint="try more breakers or fewer faults")
    facts = [f"(feeds b{number} x{home + 1})" for number, home in enumerate(homes, 1)]
    facts += [f"(closed b{number})" for number in range(1, breakers + 1)]
    for number, (x, y) in enumerate(links, 1):
        facts += [f"(links w{number} x{x + 1} x{y + 1})", f"(links w{number} x{y + 1} x{x + 1})"]
        facts += [f"(closed w{number})"] if (x, y) in closed else []
        facts += [f"(stuck w{number})"] if (x, y) in fixed else []
    facts += [f"(faulty x{x + 1})" for x in sorted(broken)]
    objects = {
        "section": [f"x{x + 1}" for x in range(sections)],
        "breaker": [f"b{number}" for number in range(1, breakers + 1)],
        "switch": [f"w{number}" for number in range(1, len(links) + 1)],
    }
    wanted = ["(not (alarm))", *(f"(fed x{x + 1})" for x in sorted(goal))]
    return problem_text(f"power-{sections}-{breakers}-{seed}", "power", objects, facts, wanted)


def network(rng: random.Random, sections: int, ties: int) -> list[Link]:
    """A random tree over all sections, and further links between sections that are numbered not far apart."""
    links = [(rng.randrange(max(0, x - 3), x), x) for x in range(1, sections)]
    others = [(x, y) for y in range(sections) for x in range(y) if (x, y) not in set(links)]
    others.sort(key=lambda link: (link[1] - link[0]) * rng.random())
    return sorted(links + others[:ties])


def forest(rng: random.Random, links: list[Link], homes: list[int]) -> set[Link]:
    """Closed links that give each section power from exactly one of `homes`, without a ring."""
    fed, closed = set(homes), set()
    while True:
        ends = [link for link in links if (link[0] in fed) != (link[1] in fed)]
        if not ends:
            return closed
        link = rng.choice(ends)
        closed.add(link)
        fed.update(link)


def parts(sections: int, links: set[Link]) -> list[set[int]]:
    """The sections that hang together by `links`."""
    found = [{x} for x in range(sections)]
    for x, y in sorted(links):
        first = next(part for part in found if x in part)
        if y not in first:
            second = next(part for part in found if y in part)
            found.remove(second)
            first |= second
    return found


def resuppliable(
    sections: int, links: list[Link], homes: list[int], closed: set[Link], broken: set[int], fixed: set[Link]
) -> set[int]:
    """The sections that can have power while no faulty one has."""
    dead: set[int] = set()
    for part in parts(sections, closed & fixed):
        if part & broken:
            dead |= part
    usable = {link for link in links if link in closed or link not in fixed}
    usable = {link for link in usable if not dead & set(link)}
    return {x for part in parts(sections, usable) if part & set(homes) for x in part} - dead


def still_fed(sections: int, homes: list[int], closed: set[Link], broken: set[int]) -> set[int]:
    """The sections that keep their power when the breakers have tripped."""
    fed: set[int] = set()
    for part in parts(sections, closed):
        if part & set(homes) and not part & broken:
            fed |= part
    return fed
