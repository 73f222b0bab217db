"""One step of a small RDDL domain on every path: four engines, lists, arrays, copies, and rollouts by JAX."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import numpy as np

from relgym.backends import registry
from relgym.envs import RDDLEnv, RDDLVectorEnv
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.steppers import ListStepper
from relgym.errors import MissingEngine, SimulationError

ENGINES = ("builtin", "sld", "swipl", "clingo")

PATHS = (*ENGINES, "lists", "arrays", "copies", "jax")

INSTANCE = "instance one { domain = d; objects { t : {a, b}; }; horizon = 5; }"

_WHERE = re.compile(r"^in step 1(?: of copy 0)?, ")


def domain(pvariables: str, cpfs: str, reward: str = "0") -> str:
    """A domain over a type `t` of two objects with an action that does nothing."""
    return f"""domain d {{ types {{ t : object; }};
      pvariables {{ {pvariables} idle : {{ action-fluent, bool, default = false }}; }};
      cpfs {{ {cpfs} }}; reward = {reward}; }}"""


def is_there(path: str) -> bool:
    """Tell whether a path's engine or library is installed."""
    if path == "jax":
        return importlib.util.find_spec("jax") is not None
    if path not in ENGINES:
        return True
    try:
        registry.backend_class(path).version()
    except MissingEngine:
        return False
    return True


def stepped(path: str, text: str, functions: Mapping[str, Callable[..., Any]] | None = None) -> dict[str, Any] | str:
    """Take one step.

    Args:
        path: One of `PATHS`.
        text: The domain.
        functions: The functions that the domain calls.

    Returns:
        What is observed, each with its sign, and the reward; or the message of the error, without step and copy.

    Raises:
        RelgymError: The path refuses the domain.
    """
    env = _made(path, text, functions)
    env.reset(seed=0)
    try:
        if path == "jax":
            found = env.rollout({"idle": np.zeros((1, 1), bool)}, returns=["observations", "rewards"])
            observed = {name: array[0] for name, array in found.observations.items()}
            reward = found.rewards[0]
        else:
            observed, reward, *_ = env.step({})
    except SimulationError as error:
        return _WHERE.sub("", error.message)
    finally:
        env.close()
    return {name: _shown(value) for name, value in observed.items()} | {"reward": _shown(reward)}


def _shown(value: Any) -> Any:
    """A number as text, so that -0.0 and 0.0 differ, and 1 and 1.0 do not."""
    [number] = np.ravel(value).tolist()
    return repr(float(number)) if isinstance(number, bool | float) else str(number)


def _made(path: str, text: str, functions: Mapping[str, Callable[..., Any]] | None) -> Any:
    more: dict[str, Any] = {} if functions is None else {"functions": functions}
    match path:
        case "lists" | "arrays":
            with patch.object(rddl_env.stepping, "stepper_of", ListStepper if path == "lists" else ArrayStepper):
                return RDDLEnv(text, INSTANCE, **more)
        case "copies":
            return RDDLVectorEnv(text, INSTANCE, num_envs=1, **more)
        case "jax":
            return RDDLVectorEnv(text, INSTANCE, num_envs=1, rollouts="jax", **more)
        case _:
            return RDDLEnv(text, INSTANCE, backend=path, **more)
