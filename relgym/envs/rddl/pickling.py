"""Pickles of RDDL environments: compiled parts are made again, and generators go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.spaces import generators_of, take_generators
from relgym.envs.rddl.stepping import other_stepper

if TYPE_CHECKING:
    from relgym.envs.rddl.env import RDDLEnv

COMPILED = {"reasoner", "dynamics", "observation_space", "action_space", "_acted", "_observed", "_blank"}
COMPILED |= {"_domain", "_sampler", "_stepper", "_other", "_profile", "_told"}
"""The attributes that cannot be pickled, and are made again."""


def kept(env: RDDLEnv) -> dict[str, Any]:
    """Return the state that a pickle keeps."""
    found = {name: value for name, value in env.__dict__.items() if name not in COMPILED}
    found["_generators"] = [*map(generators_of, (env.observation_space, env.action_space))]
    return {**found, "_in_arrays": isinstance(env._stepper, ArrayStepper)}


def restore(env: RDDLEnv, state: dict[str, Any]) -> None:
    """Take the state of a pickle, and make the rest.

    Args:
        env: An environment without attributes.
        state: What `kept` has returned.
    """
    own = dict(state)
    generators, in_arrays = own.pop("_generators"), own.pop("_in_arrays")
    env.__dict__.update(own)
    env._load()
    for space, several in zip((env.observation_space, env.action_space), generators, strict=True):
        take_generators(space, several)
    if in_arrays is not isinstance(env._stepper, ArrayStepper):
        # The state is in the other form already.
        env._stepper, env._other = other_stepper(env.reasoner, env._stepper), env._stepper
    if env._profile is not None:
        env._profile.arrays = in_arrays
