"""Actions by number, with a mask of the valid ones.

>>> import relgym, gymnasium
>>> env = DiscreteActions(gymnasium.make("relgym/Blocks-v0"))
>>> _, info = env.reset(seed=0)
>>> int(info["action_mask"].sum()) == len(env.unwrapped.valid_actions())
True
>>> action = env.action_space.sample(mask=info["action_mask"])
>>> _, reward, terminated, truncated, info = env.step(action)
>>> info["invalid_action"]
False
>>> env = DiscreteActions(gymnasium.make("relgym/SysAdmin-v0"))
>>> _, info = env.reset(seed=0)
>>> env.action(0), env.action(2)
({}, {'reboot___c2': True})
"""

from __future__ import annotations

from operator import index
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from relgym.envs.process_env import ProcessEnv
from relgym.envs.wrappers.core import core_of
from relgym.envs.wrappers.numberings import Numbering, ProcessNumbering, TaskNumbering
from relgym.errors import InvalidAction


class DiscreteActions(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """`Discrete` actions; `info["action_mask"]` (int8) and `action_masks()` (bool) tell the valid ones.

    Of PDDL, a number means the same in every problem (`translate/program/positions.py`); the space holds every action
    that is within reach, by delete relaxation, in any of the problems. Of RDDL, 0 takes every default, and the others
    are combinations of changes: at most `at_once` of them, or as many as the instance allows.
    """

    def __init__(self, env: gym.Env[Any, Any], at_once: int | None = None) -> None:
        RecordConstructorArgs.__init__(self, at_once=at_once)
        gym.Wrapper.__init__(self, env)
        core = env.unwrapped
        self._numbering: Numbering = (
            ProcessNumbering(core, at_once) if isinstance(core, ProcessEnv) else TaskNumbering(core_of(env))
        )
        self.action_space = Discrete(self._numbering.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        info["action_mask"] = self._mask(np.int8)
        return observation, info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out the action of a number; raises `InvalidAction` for what is no whole number."""
        try:
            number = index(action)
        except TypeError:
            raise InvalidAction(
                f"{action!r} is no number of an action", expected=f"a whole number from 0 to {self._numbering.size - 1}"
            ) from None
        observation, reward, terminated, truncated, info = self.env.step(self.action(number))
        info["action_mask"] = self._mask(np.int8)
        return observation, reward, terminated, truncated, info

    def action(self, number: int) -> Any:
        """The action of a number in the present problem; one that nobody knows where it has none there."""
        return self._numbering.action(number)

    def number(self, action: Any) -> int:
        """The number of an action of the present problem; raises `InvalidAction` for what is none, or has none."""
        return self._numbering.number(action)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the numbers that are valid actions in the present state, for sb3-contrib's MaskablePPO.

        Returns:
            Array of shape `(n,)` and dtype bool, with one entry for each number of the action space.
        """
        return self._mask(np.bool_)

    def _mask(self, dtype: type[Any]) -> NDArray[Any]:
        mask = np.zeros(self._numbering.size, dtype)
        mask[[*self._numbering.valid()]] = 1
        return mask
