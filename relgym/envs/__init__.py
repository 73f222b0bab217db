"""Gymnasium environments of PDDL (`RelationalEnv`) and RDDL (`ProcessEnv`), and wrappers; `check.api_test` tests them.

The classes are imported on their first use, so that registration is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from relgym.envs.registration import make, register_all, register_folder

if TYPE_CHECKING:
    from relgym.envs.env import CatalogueEnv, RelationalEnv
    from relgym.envs.process_catalogue import CatalogueProcessEnv
    from relgym.envs.process_env import ProcessEnv
    from relgym.envs.process_vector import ProcessVectorEnv
    from relgym.envs.relational_vector import CatalogueVectorEnv, RelationalVectorEnv
    from relgym.envs.spaces import ActionSpace, SeenSpace, StateSpace
    from relgym.envs.vector_rollout import Rollout
    from relgym.envs.wrappers.discrete import DiscreteActions
    from relgym.envs.wrappers.facts import FactsObservation
    from relgym.envs.wrappers.flat import FlatObservation
    from relgym.envs.wrappers.graph import GraphObservation
    from relgym.envs.wrappers.seen import SeenAtoms
    from relgym.envs.wrappers.text import TextObservation

_HOMES = {
    "ActionSpace": "spaces",
    "CatalogueEnv": "env",
    "CatalogueProcessEnv": "process_catalogue",
    "CatalogueVectorEnv": "relational_vector",
    "DiscreteActions": "wrappers.discrete",
    "FactsObservation": "wrappers.facts",
    "FlatObservation": "wrappers.flat",
    "GraphObservation": "wrappers.graph",
    "ProcessEnv": "process_env",
    "ProcessVectorEnv": "process_vector",
    "RelationalEnv": "env",
    "RelationalVectorEnv": "relational_vector",
    "Rollout": "vector_rollout",
    "SeenAtoms": "wrappers.seen",
    "SeenSpace": "spaces",
    "StateSpace": "spaces",
    "TextObservation": "wrappers.text",
}

__all__ = [
    "ActionSpace",
    "CatalogueEnv",
    "CatalogueProcessEnv",
    "CatalogueVectorEnv",
    "DiscreteActions",
    "FactsObservation",
    "FlatObservation",
    "GraphObservation",
    "ProcessEnv",
    "ProcessVectorEnv",
    "RelationalEnv",
    "RelationalVectorEnv",
    "Rollout",
    "SeenAtoms",
    "SeenSpace",
    "StateSpace",
    "TextObservation",
    "make",
    "register_all",
    "register_folder",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'relgym.envs' has no attribute '{name}'")
    return getattr(import_module(f"relgym.envs.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
