"""The form of gymnax's environments from version 1 on: `reset(key, params)` and `step(key, state, action, params)`.

Its wrappers and learners take it; gymnax itself is not needed. At the end of an episode, `step` returns the start of
the next one.

>>> import jax, relgym.jax
>>> env = GymnaxEnv(relgym.jax.make("blocks", 0))
>>> observation, state = env.reset(jax.random.key(0), env.default_params)
>>> observation, state, reward, terminated, truncated, info = env.step(jax.random.key(1), state, 0, env.default_params)
>>> observation.shape, float(reward), bool(terminated), info["action_mask"].shape
((20,), 0.0, False, (24,))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import gymnasium as gym
import jax
from gymnasium.spaces import Discrete

from relgym.batched.arrays import Array
from relgym.errors import UnsupportedFeature
from relgym.jax.environment import CopyState, Environment, check_environment, selected


class GymnaxParams(NamedTuple):
    """The parameters of an environment: there are none, since the files say all."""


class GymnaxEnv:
    """An environment of pure functions with the methods of `gymnax.environments.environment.Environment`.

    `step` starts the next episode where one ends. Its `info` has `terminated` and `truncated`, the last observation of
    the old episode as `final_observation`, and the `action_mask` of the new state where actions are numbered.

    Args:
        env: An environment of one copy, with its time limit, without `AutoReset`.

    Raises:
        RelgymError: `env` is not an environment of `relgym.jax`.
    """

    def __init__(self, env: Environment) -> None:
        check_environment(env)
        self.env = env

    @property
    def default_params(self) -> GymnaxParams:
        """The only parameters that there are."""
        return GymnaxParams()

    @property
    def name(self) -> str:
        """The name of the environment."""
        return str(self.env)

    @property
    def num_actions(self) -> int:
        """The number of actions.

        Raises:
            UnsupportedFeature: Actions are not numbered.
        """
        if not isinstance(self.env.action_space, Discrete):
            raise UnsupportedFeature("actions of RDDL are dictionaries of arrays, and are not numbered")
        return int(self.env.action_space.n)

    def observation_space(self, params: GymnaxParams | None = None) -> gym.Space[Any]:
        """Return the space of observations, one of Gymnasium.

        Args:
            params: Not used.
        """
        return self.env.observation_space

    def action_space(self, params: GymnaxParams | None = None) -> gym.Space[Any]:
        """Return the space of actions, one of Gymnasium.

        Args:
            params: Not used.
        """
        return self.env.action_space

    def reset(self, key: Array, params: GymnaxParams | None = None) -> tuple[Any, CopyState]:
        """Start an episode.

        Args:
            key: A key of `jax.random`.
            params: Not used.

        Returns:
            The observation and the state.
        """
        state = self.env.init(key)
        return self.env.observe(state), state

    def step(
        self, key: Array, state: CopyState, action: Any, params: GymnaxParams | None = None
    ) -> tuple[Any, CopyState, Array, Array, Array, dict[str, Any]]:
        """Carry out an action, and start the next episode where one ends.

        Args:
            key: A key of `jax.random`.
            state: The state.
            action: The action.
            params: Not used.

        Returns:
            The observation, the state, the reward (float), whether the old episode has terminated and whether it is
            truncated (bool), and the info.
        """
        to_step, to_start = jax.random.split(key)
        after, reward, terminated, truncated = self.env.step(state, action, to_step)
        info: dict[str, Any] = {"terminated": terminated, "truncated": truncated}
        info["final_observation"] = self.env.observe(after)
        state = selected(terminated | truncated, self.env.init(to_start), after)
        if isinstance(self.env.action_space, Discrete):
            info["action_mask"] = self.env.action_mask(state)
        return self.env.observe(state), state, reward, terminated, truncated, info
