"""The interface of environments of pure functions, for both languages, and the base of their wrappers.

All randomness is a vector of uniform numbers in [0, 1): `init` and `step` draw it from a key, `init_from` and
`step_from` take it as it is given. So the same functions serve a random generator of JAX's, and a comparison with
another simulator that is fed with the same numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import gymnasium as gym
import jax
import jax.numpy as jnp

from relgym.arguments import wrong
from relgym.batched.arrays import Array
from relgym.errors import UnsupportedFeature

CopyState = Any
"""A state: a pytree of arrays, a named tuple."""

Stepped = tuple[CopyState, Array, Array, Array]
"""The next state, the reward (float), and whether the episode has terminated or is truncated (bool), all scalars."""


class Environment(ABC):
    """An environment as pure functions, for one copy; `jax.vmap` or `Vmap` makes many.

    Attributes:
        start_draws: The number of uniform numbers that a start takes.
        step_draws: The number of uniform numbers that a step takes.
        pick_draws: The number of uniform numbers that a random action takes.
        observation_space: The Gymnasium space of an observation.
        action_space: The Gymnasium space of an action.
    """

    start_draws: int
    step_draws: int
    pick_draws: int
    observation_space: gym.Space[Any]
    action_space: gym.Space[Any]

    def init(self, key: Array) -> CopyState:
        """Start an episode.

        Args:
            key: A key of `jax.random`, which draws the problem and its random start.

        Returns:
            The state.
        """
        return self.init_from(self.draw(key, self.start_draws))

    def step(self, state: CopyState, action: Array, key: Array) -> Stepped:
        """Carry out an action.

        Args:
            state: The state.
            action: The action, as `action_space` has it.
            key: A key of `jax.random`, which draws the outcome.

        Returns:
            The next state, the reward (float), whether the episode has terminated (bool), and whether it is truncated
            (bool); all scalars.
        """
        return self.step_from(state, action, self.draw(key, self.step_draws))

    @abstractmethod
    def init_from(self, numbers: Array) -> CopyState:
        """Start an episode with given numbers.

        Args:
            numbers: Numbers in [0, 1), shape `(start_draws,)`.

        Returns:
            The state.
        """

    @abstractmethod
    def step_from(self, state: CopyState, action: Array, numbers: Array) -> Stepped:
        """Carry out an action with given numbers.

        Args:
            state: The state.
            action: The action.
            numbers: Numbers in [0, 1), shape `(step_draws,)`.

        Returns:
            As `step`.
        """

    @abstractmethod
    def observe(self, state: CopyState) -> Any:
        """Return the observation of a state.

        Args:
            state: The state.

        Returns:
            An array or a dictionary of arrays, as `observation_space` has it.
        """

    def action_mask(self, state: CopyState) -> Array:
        """Return which actions are valid in a state.

        Args:
            state: The state.

        Returns:
            bool, shape `(actions,)`.

        Raises:
            UnsupportedFeature: Actions are not numbered.
        """
        raise UnsupportedFeature(
            "actions of RDDL are dictionaries of arrays, and have no mask",
            expected="`step`, which refuses invalid ones",
        )

    @abstractmethod
    def pick(self, state: CopyState, numbers: Array) -> Any:
        """Pick an action at random by given numbers.

        Args:
            state: The state.
            numbers: Numbers in [0, 1), shape `(pick_draws,)`.

        Returns:
            The action. For PDDL a valid one, all equally likely, or -1 where none is valid. For RDDL values within
            their ranges, of which a precondition may refuse some.
        """

    @abstractmethod
    def state_of(self, state: CopyState, copy: int | None = None) -> Any:
        """Return the ordinary state, which a reasoner and a painter take.

        Args:
            state: A state outside of `jit`, of one copy or of many.
            copy: For many, which of them.

        Returns:
            A `relgym.State` or `relgym.RDDLState`.
        """

    def sample(self, state: CopyState, key: Array) -> Any:
        """Pick an action at random.

        Args:
            state: The state.
            key: A key of `jax.random`.

        Returns:
            As `pick`.
        """
        return self.pick(state, self.draw(key, self.pick_draws))

    def draw(self, key: Array, count: int) -> Array:
        """Draw what `init_from`, `step_from` and `pick` take.

        Args:
            key: A key of `jax.random`.
            count: How many.

        Returns:
            Uniform numbers in [0, 1) of JAX's default precision, shape `(count,)`; for a `Vmap` with its copies as a
            second axis.
        """
        return uniforms(key, count)


class Wrapper(Environment):
    """An environment around another one, to which it leaves what it does not change."""

    def __init__(self, env: Environment) -> None:
        if not isinstance(env, Environment):
            raise wrong("env", env, "an environment of pure functions, as relgym.jax.make returns")
        self.env = env
        self.start_draws, self.step_draws, self.pick_draws = env.start_draws, env.step_draws, env.pick_draws
        self.observation_space, self.action_space = env.observation_space, env.action_space

    def __getattr__(self, name: str) -> Any:
        if name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    def init_from(self, numbers: Array) -> CopyState:
        return self.env.init_from(numbers)

    def step_from(self, state: CopyState, action: Array, numbers: Array) -> Stepped:
        return self.env.step_from(state, action, numbers)

    def observe(self, state: CopyState) -> Any:
        return self.env.observe(state)

    def action_mask(self, state: CopyState) -> Array:
        return self.env.action_mask(state)

    def pick(self, state: CopyState, numbers: Array) -> Any:
        return self.env.pick(state, numbers)

    def state_of(self, state: CopyState, copy: int | None = None) -> Any:
        return self.env.state_of(state, copy)

    def draw(self, key: Array, count: int) -> Array:
        return self.env.draw(key, count)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.env!r})"


def check_environment(env: object) -> None:
    """Raise `RelgymError` for what is not an environment of `relgym.jax`."""
    if not isinstance(env, Environment):
        raise wrong("env", env, "an environment of relgym.jax")


def selected(condition: Array, one: Any, other: Any) -> Any:
    """Return one tree of arrays where a condition (bool, scalar) is true, and the other one elsewhere."""
    return jax.tree.map(lambda here, elsewhere: jnp.where(condition, here, elsewhere), one, other)


def uniforms(key: Array, *shape: int) -> Array:
    """Draw uniform numbers in [0, 1) of JAX's default precision."""
    return jax.random.uniform(key, shape)
