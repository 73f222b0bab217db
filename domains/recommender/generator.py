"""Recommender: consumers with random tastes, and providers near some of them.

Can always be played on, since to recommend nothing is allowed in every state.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

# Tastes lie within this from 0, in every feature.
WIDTH = 8.0


def generate(
    seed: int,
    *,
    consumers: Annotated[int, Between(1, 200)] = 3,
    items: Annotated[int, Between(1, 200)] = 5,
    providers: Annotated[int, Between(1, 50)] = 2,
    features: Annotated[int, Between(1, 10)] = 2,
    horizon: Annotated[int, Between(1, 1000)] = 50,
) -> str:
    """An instance with 1 to 200 `consumers`, 1 to 200 `items`, 1 to 50 `providers` and 1 to 10 `features`.

    The `horizon` is 1 to 1000 steps.
    """
    rng = random.Random(seed)

    def names(kind: str, count: int) -> list[str]:
        return [f"{kind}{number}" for number in range(1, count + 1)]

    objects = {
        "consumer": names("consumer", consumers),
        "provider": names("provider", providers),
        "item": names("item", items),
        "feature": names("feature", features),
    }
    tastes = {c: [rng.uniform(-WIDTH, WIDTH) for _ in objects["feature"]] for c in objects["consumer"]}
    # A provider whom nobody likes would be of no interest.
    skills = {p: [x + rng.gauss(0, 1) for x in tastes[rng.choice(objects["consumer"])]] for p in objects["provider"]}
    constants: dict[str, float] = {}
    for fluent, vectors in (("TASTE", tastes), ("SKILL", skills)):
        for name, vector in vectors.items():
            for feature, x in zip(objects["feature"], vector, strict=True):
                constants[f"{fluent}({name}, {feature})"] = round(x, 2)
    start: dict[str, float | bool] = {}
    for item in objects["item"]:
        provider = rng.choice(objects["provider"])
        start[f"by({item}, {provider})"] = True
        for feature, x in zip(objects["feature"], skills[provider], strict=True):
            start[f"trait({item}, {feature})"] = round(x + rng.gauss(0, 1), 2)
    name = f"recommender-{consumers}-{items}-{providers}-{seed}"
    return instance_text(name, "recommender", objects, constants, start, horizon, most_actions=consumers)
