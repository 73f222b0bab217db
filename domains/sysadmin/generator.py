"""SysAdmin: a random network in which all hang together, all computers up.

It can be played on for ever: there are no preconditions, and doing nothing is always allowed.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    computers: Annotated[int, Between(2, 200)] = 8,
    links: Annotated[int, Between(0, 400)] = 4,
    reboots: Annotated[int, Between(1, 20)] = 1,
) -> str:
    """A network of 2 to 200 `computers`, with 0 to 400 `links` beyond those of a tree.

    At most `reboots`, 1 to 20, can be made in a step.
    """
    rng = random.Random(seed)
    tree = [(rng.randrange(c), c) for c in range(1, computers)]
    others = [(x, y) for y in range(computers) for x in range(y) if (x, y) not in set(tree)]
    if links > len(others):
        raise RelgymError(f"{computers} computers are too few", expected=f"links up to {len(others)}")
    connected = {}
    for x, y in sorted(tree + rng.sample(others, links)):
        connected[f"CONNECTED(c{x + 1}, c{y + 1})"] = True
        connected[f"CONNECTED(c{y + 1}, c{x + 1})"] = True
    names = [f"c{c + 1}" for c in range(computers)]
    running = {f"running({name})": True for name in names}
    return instance_text(
        f"sysadmin-{computers}-{links}-{seed}",
        "sysadmin",
        {"computer": names},
        connected,
        running,
        horizon=40,
        most_actions=reboots,
    )
