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

from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.wrappers.core import core_of
from relgym.envs.wrappers.numberings import ActionNumbering, RDDLNumbering, TaskNumbering
from relgym.errors import InvalidAction
from relgym.migration import knows_former


@knows_former("PDDL environment", "RDDL environment")
class DiscreteActions(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """A wrapper with a `Discrete` action space; `info["action_mask"]` and `action_masks()` tell the valid numbers.

    In PDDL, a number means the same in every problem: the space holds every action that is reachable under delete
    relaxation in one of the problems. In RDDL, 0 is the action of defaults, and the others are combinations of changes.

    Args:
        env: An environment of relgym.
        at_once: RDDL only. The largest number of changed cells in an action; by default as many as the instance allows.
    """

    def __init__(self, env: gym.Env[Any, Any], at_once: int | None = None) -> None:
        RecordConstructorArgs.__init__(self, at_once=at_once)
        gym.Wrapper.__init__(self, env)
        core = env.unwrapped
        self._numbering: ActionNumbering = (
            RDDLNumbering(core, at_once) if isinstance(core, RDDLEnv) else TaskNumbering(core_of(env))
        )
        self.action_space = Discrete(self._numbering.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode as the environment below does.

        Args:
            seed: Seeds the generator of the environment.
            options: Options of the environment.

        Returns:
            The observation, and the info with `action_mask` (int8, shape `(n,)`).
        """
        observation, info = self.env.reset(seed=seed, options=options)
        info["action_mask"] = self._mask(np.int8)
        return observation, info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out the action of a number.

        Args:
            action: A whole number of the action space.

        Returns:
            Observation, reward, terminated, truncated, and the info with `action_mask` (int8, shape `(n,)`).

        Raises:
            InvalidAction: This is not a whole number.
        """
        try:
            number = index(action)
        except TypeError:
            raise InvalidAction(
                f"{action!r} is not the number of an action",
                expected=f"a whole number from 0 to {self._numbering.size - 1}",
            ) from None
        observation, reward, terminated, truncated, info = self.env.step(self.action(number))
        info["action_mask"] = self._mask(np.int8)
        return observation, reward, terminated, truncated, info

    def action(self, number: int) -> Any:
        """Return the action of a number in the present problem.

        Args:
            number: A number of the action space.

        Returns:
            The action; an invalid one if the problem has no action of this number.
        """
        return self._numbering.action(number)

    def number(self, action: Any) -> int:
        """Return the number of an action of the present problem.

        Args:
            action: An action as the environment below takes it.

        Returns:
            Its number.

        Raises:
            InvalidAction: The problem has no such action, or the action has no number.
        """
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


def discrete_of(env: Any) -> DiscreteActions | None:
    """Find the wrapper that numbers actions.

    Args:
        env: An environment with any wrappers.

    Returns:
        The outermost one; `None` if there is none.
    """
    while isinstance(env, gym.Wrapper):
        if isinstance(env, DiscreteActions):
            return env
        env = env.env
    return None
