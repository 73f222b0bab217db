"""Gymnasium environments of PDDL (`PDDLEnv`) and RDDL (`RDDLEnv`), and wrappers; `check.api_test` tests them.

The classes are imported on their first use, so that registration is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from relgym.envs.registration import make, register_all, register_folder

if TYPE_CHECKING:
    from relgym.envs.agents import Demonstration, PlannerAgent
    from relgym.envs.pddl.catalogue import CataloguePDDLEnv
    from relgym.envs.pddl.env import PDDLEnv
    from relgym.envs.pddl.spaces import ActionSpace, ObservationSpace, SeenSpace
    from relgym.envs.rddl.catalogue import CatalogueRDDLEnv
    from relgym.envs.rddl.env import RDDLEnv
    from relgym.envs.vector.pddl import CataloguePDDLVectorEnv, PDDLVectorEnv
    from relgym.envs.vector.rddl import RDDLVectorEnv
    from relgym.envs.vector.rollout import Rollout
    from relgym.envs.wrappers.discrete import DiscreteActions
    from relgym.envs.wrappers.facts import FactsObservation
    from relgym.envs.wrappers.flat import FlatObservation
    from relgym.envs.wrappers.graph import GraphObservation
    from relgym.envs.wrappers.padded import PaddedGraph
    from relgym.envs.wrappers.seen import SeenAtoms
    from relgym.envs.wrappers.shaped import ShapedReward
    from relgym.envs.wrappers.text import TextObservation

_HOMES = {
    "ActionSpace": "pddl.spaces",
    "CataloguePDDLEnv": "pddl.catalogue",
    "CatalogueRDDLEnv": "rddl.catalogue",
    "CataloguePDDLVectorEnv": "vector.pddl",
    "Demonstration": "agents",
    "DiscreteActions": "wrappers.discrete",
    "FactsObservation": "wrappers.facts",
    "FlatObservation": "wrappers.flat",
    "GraphObservation": "wrappers.graph",
    "RDDLEnv": "rddl.env",
    "RDDLVectorEnv": "vector.rddl",
    "ObservationSpace": "pddl.spaces",
    "PDDLEnv": "pddl.env",
    "PDDLVectorEnv": "vector.pddl",
    "PaddedGraph": "wrappers.padded",
    "PlannerAgent": "agents",
    "Rollout": "vector.rollout",
    "SeenAtoms": "wrappers.seen",
    "SeenSpace": "pddl.spaces",
    "ShapedReward": "wrappers.shaped",
    "TextObservation": "wrappers.text",
}

__all__ = [
    "ActionSpace",
    "CataloguePDDLEnv",
    "CataloguePDDLVectorEnv",
    "CatalogueRDDLEnv",
    "Demonstration",
    "DiscreteActions",
    "FactsObservation",
    "FlatObservation",
    "GraphObservation",
    "ObservationSpace",
    "PDDLEnv",
    "PDDLVectorEnv",
    "PaddedGraph",
    "PlannerAgent",
    "RDDLEnv",
    "RDDLVectorEnv",
    "Rollout",
    "SeenAtoms",
    "SeenSpace",
    "ShapedReward",
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
