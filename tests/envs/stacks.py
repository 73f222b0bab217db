"""The environments of PDDL domains that tests run over: every id of the catalogue, and every way to wrap one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
from thorough import THOROUGH

from relgym.catalogue.domains import SPLITS, catalogue
from relgym.envs import DiscreteActions, FactsObservation, FlatObservation, GraphObservation, TextObservation

Env = gym.Env[Any, Any]

IDS = [spec.ids[split] for spec in catalogue("pddl") for split in SPLITS]
TRAIN = [spec.ids["train"] for spec in catalogue("pddl")]

STACKS: dict[str, tuple[Callable[[Env], Env], ...]] = {
    "relational": (),
    "discrete": (DiscreteActions,),
    "flat": (DiscreteActions, FlatObservation),
    "facts": (FactsObservation,),
    "graph": (GraphObservation, DiscreteActions),
    "text": (TextObservation,),
}


def take_turns(domains: Sequence[str], others: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs: each domain with every sixth of the others, and each of these with every sixth domain.

    With the profile `thorough` they are all pairs.
    """
    step = 1 if THOROUGH else 6
    return [(one, other) for place, one in enumerate(domains) for other in others[place % step :: step]]


def wrapped(env: Env, stack: str) -> Env:
    for wrapper in STACKS[stack]:
        env = wrapper(env)
    return env
