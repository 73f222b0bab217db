"""The form of pgx's games, for one player: a state that holds the observation, the rewards and the legal actions.

Programs written for pgx take it; pgx itself is not needed.

>>> import jax, relgym.jax
>>> env = PgxEnv(relgym.jax.make("blocks", 0))
>>> state = env.init(jax.random.key(0))
>>> state = env.step(state, state.legal_action_mask.argmax(), jax.random.key(1))
>>> state.observation.shape, state.rewards.tolist(), bool(state.terminated), int(state.legal_action_mask.sum())
((20,), [0.0], False, 2)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp
from gymnasium.spaces import Discrete

from relgym.batched.arrays import Array
from relgym.errors import UnsupportedFeature
from relgym.jax.environment import CopyState, Environment, check_environment, selected


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class PgxState:
    """A state with the attributes of `pgx.State`.

    Attributes:
        current_player: 0: int32, scalar.
        observation: The observation, as `observation_space` has it.
        rewards: The reward of the last step: float, shape (1,).
        terminated: Whether the episode has terminated: bool, scalar.
        truncated: Whether it is truncated: bool, scalar.
        legal_action_mask: The valid actions, and all of them after the end: bool, shape `(actions,)`.
        state: The state of the environment.
    """

    current_player: Array
    observation: Any
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    state: CopyState

    def replace(self, **changes: Any) -> PgxState:
        """Return a state with other attributes.

        Args:
            changes: The attributes.
        """
        return replace(self, **changes)


class PgxEnv:
    """An environment of pure functions with the methods of `pgx.Env`.

    A step after the end changes nothing and has the reward 0, as in pgx. An illegal action does neither end the
    episode nor cost anything: it changes nothing, as elsewhere in relgym.

    Args:
        env: An environment of one copy whose actions are numbered, without `AutoReset`.

    Raises:
        RelgymError: `env` is not an environment of `relgym.jax`.
        UnsupportedFeature: Actions are not numbered.
    """

    num_players = 1

    def __init__(self, env: Environment) -> None:
        check_environment(env)
        if not isinstance(env.action_space, Discrete):
            raise UnsupportedFeature("actions of RDDL are dictionaries of arrays, and are not numbered")
        self.env = env
        self.num_actions = int(env.action_space.n)

    def init(self, key: Array) -> PgxState:
        """Start an episode.

        Args:
            key: A key of `jax.random`.

        Returns:
            The state.
        """
        never = jnp.bool_(False)
        return self._with_results(self.env.init(key), jnp.zeros((), float), never, never)

    def step(self, state: PgxState, action: Array, key: Array) -> PgxState:
        """Carry out an action.

        Args:
            state: The state.
            action: The number of the action.
            key: A key of `jax.random`.

        Returns:
            The next state.
        """
        after, reward, terminated, truncated = self.env.step(state.state, action, key)
        new = self._with_results(after, reward.astype(float), terminated, truncated)
        old = state.replace(rewards=jnp.zeros_like(state.rewards))
        after_end: PgxState = selected(state.terminated | state.truncated, old, new)
        return after_end

    def _with_results(self, state: CopyState, reward: Array, terminated: Array, truncated: Array) -> PgxState:
        return PgxState(
            jnp.int32(0),
            self.env.observe(state),
            reward[None],
            terminated,
            truncated,
            self.env.action_mask(state) | terminated | truncated,
            state,
        )
