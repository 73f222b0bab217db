"""The form of Gymnasium's functional environments, `gymnasium.experimental.functional.FuncEnv`.

>>> import relgym.jax
>>> from gymnasium.envs.functional_jax_env import FunctionalJaxEnv
>>> env = FunctionalJaxEnv(FunctionalEnv(relgym.jax.make("blocks", 0)))
>>> observation, info = env.reset(seed=0)
>>> observation.shape, sorted(info)
((20,), ['action_mask'])
>>> _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> reward, terminated, bool(info["truncated"])
(0.0, False, False)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from gymnasium.experimental.functional import FuncEnv
from gymnasium.spaces import Discrete

from relgym.batched.arrays import Array
from relgym.jax.environment import CopyState, Environment, check_environment


class FunctionalState(NamedTuple):
    """A state, and what the step that led to it returned.

    Attributes:
        state: The state of the environment.
        reward: The reward: float, scalar; 0 at a start.
        terminated: Whether the episode has terminated: bool, scalar.
        truncated: Whether it is truncated: bool, scalar.
    """

    state: CopyState
    reward: Array
    terminated: Array
    truncated: Array


class FunctionalEnv(FuncEnv[FunctionalState, Any, Any, Array, Array, Any, Any]):
    """A `FuncEnv` of an environment of pure functions; its functions take arrays of JAX, and `jit` and `vmap` compose.

    - The random numbers of a start and of a step come from `rng`, a key. What is drawn is drawn by `initial` and
      `transition`; `reward` and `terminal` read it from the state.
    - `state_info` and `transition_info` have the `action_mask` where actions are numbered. A `FuncEnv` knows no
      truncation, so that of the environment is `truncated` in `transition_info`.

    Args:
        env: An environment of one copy, with wrappers or not.

    Raises:
        RelgymError: `env` is not an environment of `relgym.jax`.
    """

    def __init__(self, env: Environment) -> None:
        check_environment(env)
        super().__init__()
        self.env = env
        self.observation_space, self.action_space = env.observation_space, env.action_space
        self._init, self._step, self._observe = jax.jit(env.init), jax.jit(env.step), jax.jit(env.observe)
        self._mask = jax.jit(env.action_mask) if isinstance(env.action_space, Discrete) else None

    def initial(self, rng: Array, params: None = None) -> FunctionalState:
        """Return the state of a start.

        Args:
            rng: A key of `jax.random`.
            params: None.
        """
        state = self._init(rng)
        return FunctionalState(state, jnp.zeros((), float), jnp.bool_(False), jnp.bool_(False))

    def transition(self, state: FunctionalState, action: Any, rng: Array, params: None = None) -> FunctionalState:
        """Return the state after an action.

        Args:
            state: The state.
            action: The action, as `action_space` has it.
            rng: A key of `jax.random`.
            params: None.
        """
        after, reward, terminated, truncated = self._step(state.state, action, rng)
        return FunctionalState(after, reward.astype(float), terminated, truncated)

    def observation(self, state: FunctionalState, rng: Array | None = None, params: None = None) -> Any:
        """Return the observation of a state, as `observation_space` has it.

        Args:
            state: The state.
            rng: Not used.
            params: None.
        """
        return self._observe(state.state)

    def reward(
        self,
        state: FunctionalState,
        action: Any,
        next_state: FunctionalState,
        rng: Array | None = None,
        params: None = None,
    ) -> Array:
        """Return the reward of the step that led to a state: float, scalar.

        Args:
            state: Not used.
            action: Not used.
            next_state: The state after the step.
            rng: Not used.
            params: None.
        """
        return next_state.reward

    def terminal(self, state: FunctionalState, rng: Array | None = None, params: None = None) -> Array:
        """Return whether the episode has terminated: bool, scalar.

        Args:
            state: The state.
            rng: Not used.
            params: None.
        """
        return state.terminated

    def state_info(self, state: FunctionalState, params: None = None) -> dict[str, Any]:
        """Return the valid actions of a state, if actions are numbered: bool, shape `(actions,)`.

        Args:
            state: The state.
            params: None.
        """
        return {} if self._mask is None else {"action_mask": self._mask(state.state)}

    def transition_info(
        self, state: FunctionalState, action: Any, next_state: FunctionalState, params: None = None
    ) -> dict[str, Any]:
        """Return the valid actions after a step, and whether it has truncated the episode.

        Args:
            state: Not used.
            action: Not used.
            next_state: The state after the step.
            params: None.
        """
        return {**self.state_info(next_state), "truncated": next_state.truncated}
