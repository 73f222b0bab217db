"""Pickles of RDDL environments: compiled parts are made again, and generators go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.spaces import generators_of, take_generators
from relgym.envs.rddl.stepping import other_stepper

COMPILED = {"reasoner", "dynamics", "observation_space", "action_space", "_acted", "_observed", "_blank"}
COMPILED |= {"_domain", "_sampler", "_stepper", "_other", "_profile", "_told"}
"""The attributes that cannot be pickled, and are made again."""


def kept(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a pickle keeps of the attributes of an environment."""
    lasting = {name: value for name, value in attributes.items() if name not in COMPILED}
    spaces = attributes["observation_space"], attributes["action_space"]
    lasting["_generators"] = [*map(generators_of, spaces)]
    return {**lasting, "_in_arrays": isinstance(attributes["_stepper"], ArrayStepper)}


def restore(attributes: dict[str, Any], load: Callable[[], None], state: Mapping[str, Any]) -> None:
    """Take the state of a pickle, and make the rest.

    Args:
        attributes: The attributes of the environment, none yet.
        load: Makes those that cannot be pickled.
        state: What `kept` has returned.
    """
    pickled = dict(state)
    generators, in_arrays = pickled.pop("_generators"), pickled.pop("_in_arrays")
    attributes.update(pickled)
    load()
    spaces = attributes["observation_space"], attributes["action_space"]
    for space, several in zip(spaces, generators, strict=True):
        take_generators(space, several)
    stepper = attributes["_stepper"]
    if in_arrays is not isinstance(stepper, ArrayStepper):
        # The state is in the other form already.
        attributes |= {"_stepper": other_stepper(attributes["reasoner"], stepper), "_other": stepper}
    if attributes["_profile"] is not None:
        attributes["_profile"].arrays = in_arrays
