"""SupplyChain: warehouses of several sizes with seasons of their own, and a factory that can just serve them all.

It can be played on for ever: what is allowed does not depend on the state, and to do nothing is.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text


def generate(
    seed: int,
    *,
    warehouses: Annotated[int, Between(1, 50)] = 2,
    season: Annotated[int, Between(2, 100)] = 12,
) -> str:
    """A factory with 1 to 50 `warehouses`, and 2 to 100 steps to a `season`."""
    rng = random.Random(seed)
    names = [f"w{number}" for number in range(1, warehouses + 1)]
    constants: dict[str, int | float] = {"SEASON": season}
    start: dict[str, int] = {}
    mean = 0.0
    for name in names:
        most, surge = rng.randint(6, 14), rng.randint(2, 5)
        constants[f"DEMAND-MAX({name})"] = most
        constants[f"SURGE({name})"] = surge
        constants[f"DELAY({name})"] = rng.randrange(season)
        constants[f"ROOM({name})"] = 4 * most
        constants[f"SHIPMENT-MAX({name})"] = 2 * most
        # Far warehouses take dearer lorries.
        constants[f"LORRY-COST({name})"] = rng.randint(2, 8) / 10
        start[f"stock({name})"] = most
        mean += most / 2 + 0.3 * surge
    # A third more than is ordered on the average: what a high season takes has to be made before.
    constants["PRODUCTION-MAX"] = round(4 * mean / 3)
    constants["FACTORY-ROOM"] = round(4 * mean)
    start["factory-stock"] = round(mean)
    return instance_text(
        f"supply-chain-{warehouses}-{seed}", "supply-chain", {"warehouse": names}, constants, start, horizon=100
    )
