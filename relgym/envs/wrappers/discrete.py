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
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from relgym.envs.positions import Positions, numbered
from relgym.envs.wrappers.core import core_of
from relgym.errors import InvalidAction
from relgym.model.action import Action
from relgym.progress import tracked


class DiscreteActions(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """`Discrete` actions; `info["action_mask"]` (int8) and `action_masks()` (bool) tell the valid ones.

    A number means the same in every problem (see `relgym.envs.positions`); the space holds every action that
    is within reach, by delete relaxation, in any of the problems. A number that is no action of the present
    problem is an invalid action.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        self._core = core_of(env)
        problems = self._core.problems
        places = []
        for index in tracked(range(len(problems)), "grounding"):
            positions = Positions(problems.task(index))
            places.append({positions.place(a.name, a.terms): a for a in problems.reachable(index).actions})
        numbers = numbered(places)
        self._actions = [{numbers[place]: action for place, action in known.items()} for known in places]
        self._numbers = [{action: number for number, action in known.items()} for known in self._actions]
        self._size = max(1, len(numbers))
        self.action_space = Discrete(self._size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        info["action_mask"] = self._mask(np.int8)
        return observation, info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(self.action(int(action)))
        info["action_mask"] = self._mask(np.int8)
        return observation, reward, terminated, truncated, info

    def action(self, number: int) -> Action:
        """The action of a number in the present problem; one that nobody knows where it has none there."""
        known = self._actions[self._core.problem].get(number)
        return Action(f"#{number}") if known is None else known

    def number(self, action: Action | str) -> int:
        """The number of an action of the present problem; raises `InvalidAction` for what is none, or out of reach."""
        found = self._core.reasoner.action(action)
        number = self._numbers[self._core.problem].get(found)
        if number is None:
            raise InvalidAction(f"{found} is out of reach in every state, and has no number")
        return number

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are valid actions in the present state; MaskablePPO of sb3-contrib asks for this."""
        return self._mask(np.bool_)

    def _mask(self, dtype: type[Any]) -> NDArray[Any]:
        numbers = self._numbers[self._core.problem]
        mask = np.zeros(self._size, dtype)
        mask[[numbers[action] for action in self._core.valid_actions()]] = 1
        return mask
