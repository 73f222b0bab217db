"""Wrappers around environments of pure functions, named as those of Gymnasium.

>>> import jax, relgym.jax
>>> envs = Vmap(AutoReset(TimeLimit(relgym.jax.make("blocks", 0), 10)), 4)
>>> states = envs.init(jax.random.key(0))
>>> def turn(states, key):
...     one, two = jax.random.split(key)
...     states, rewards, terminated, truncated = envs.step(states, envs.sample(states, one), two)
...     return states, truncated
>>> _, truncated = jax.lax.scan(turn, states, jax.random.split(jax.random.key(1), 20))
>>> truncated.shape
(20, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import jax
import jax.numpy as jnp

from relgym.arguments import check_whole
from relgym.batched.arrays import Array
from relgym.errors import RelgymError
from relgym.jax.environment import CopyState, Environment, Stepped, Wrapper, selected, uniforms


class TimeLimit(Wrapper):
    """Truncates episodes after a number of steps.

    Args:
        env: The environment.
        max_episode_steps: The number of steps.
    """

    def __init__(self, env: Environment, max_episode_steps: int) -> None:
        check_whole("max_episode_steps", max_episode_steps, 1)
        super().__init__(env)
        if _is_inside(AutoReset, env):
            raise RelgymError(
                "a TimeLimit outside of AutoReset would begin no new episodes", expected="AutoReset(TimeLimit(...))"
            )
        self.max_episode_steps = max_episode_steps

    def step_from(self, state: CopyState, action: Array, numbers: Array) -> Stepped:
        state, reward, terminated, truncated = self.env.step_from(state, action, numbers)
        return state, reward, terminated, truncated | (state.steps >= self.max_episode_steps)


class AutoReset(Wrapper):
    """Starts a new episode in the step that ends one: the state is then the new start.

    The reward and the two ends are those of the old episode. Whoever needs its last state calls `env.step_from`.

    Args:
        env: The environment, with its time limit.
    """

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.step_draws = env.step_draws + env.start_draws

    def step_from(self, state: CopyState, action: Array, numbers: Array) -> Stepped:
        own = self.env.step_draws
        state, reward, terminated, truncated = self.env.step_from(state, action, numbers[:own])
        start = self.env.init_from(numbers[own:])
        return selected(terminated | truncated, start, state), reward, terminated, truncated


class FlattenObservation(Wrapper):
    """Observations as one vector, in the order and with the one-hot items of `gymnasium.spaces.flatten`.

    Args:
        env: The environment of one copy; `Vmap` goes around this wrapper.
    """

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        if _is_inside(Vmap, env):
            raise RelgymError(
                "a FlattenObservation outside of Vmap would join the copies", expected="Vmap(FlattenObservation(...))"
            )
        self.observation_space: gym.spaces.Box = gym.spaces.flatten_space(env.observation_space)  # type: ignore[assignment]

    def observe(self, state: CopyState) -> Array:
        """Return the observation of a state as a vector.

        Args:
            state: The state.

        Returns:
            An array of the shape and type of `observation_space`.
        """
        parts = list(_flattened(self.env.observation_space, self.env.observe(state)))
        return jnp.concatenate(parts).astype(jax.dtypes.canonicalize_dtype(self.observation_space.dtype))


def _flattened(space: gym.Space[Any], value: Any) -> Iterator[Array]:
    """Yield the parts of a flat observation."""
    match space:
        case gym.spaces.Dict():
            for name, own in space.spaces.items():
                yield from _flattened(own, value[name])
        case gym.spaces.Discrete():
            yield jax.nn.one_hot(value - space.start, int(space.n))
        case gym.spaces.MultiDiscrete():
            for number, item in zip(space.nvec.reshape(-1), jnp.ravel(value), strict=True):
                yield jax.nn.one_hot(item, int(number))
        case gym.spaces.Box() | gym.spaces.MultiBinary():
            yield jnp.ravel(value)
        case _:
            raise AssertionError(space)


class Vmap(Wrapper):
    """Many copies at once, whose axis is the last one of all arrays of states, and the first one of all others.

    The last axis is the fastest for states: each operation on a fact goes over neighbouring copies.

    Args:
        env: The environment of one copy.
        count: The number of copies.
    """

    def __init__(self, env: Environment, count: int) -> None:
        check_whole("count", count, 1)
        super().__init__(env)
        if _is_inside(Vmap, env):
            raise RelgymError("a Vmap cannot stand around another", hint="a larger count, or jax.vmap")
        self.count = count

    def draw(self, key: Array, count: int) -> Array:
        return uniforms(key, count, self.count)

    def init_from(self, numbers: Array) -> CopyState:
        """Start an episode in each copy.

        Args:
            numbers: Numbers in [0, 1), shape `(start_draws, count)`.

        Returns:
            The states, with the copies on the last axis of each array.
        """
        return _mapped(self.env.init_from, -1)(numbers)

    def step_from(self, state: CopyState, action: Array, numbers: Array) -> Stepped:
        """Carry out an action in each copy.

        Args:
            state: The states.
            action: The actions, with the copies on the first axis.
            numbers: Numbers in [0, 1), shape `(step_draws, count)`.

        Returns:
            The states, rewards, terminated and truncated of all copies.
        """
        return jax.vmap(self.env.step_from, (-1, 0, -1), (-1, 0, 0, 0))(state, action, numbers)

    def observe(self, state: CopyState) -> Any:
        return _mapped(self.env.observe, 0)(state)

    def action_mask(self, state: CopyState) -> Array:
        return _mapped(self.env.action_mask, 0)(state)

    def pick(self, state: CopyState, numbers: Array) -> Any:
        return jax.vmap(self.env.pick, -1)(state, numbers)


def _is_inside(kind: type[Wrapper], env: Environment) -> bool:
    return isinstance(env, kind) or (isinstance(env, Wrapper) and _is_inside(kind, env.env))


def _mapped(function: Callable[[Any], Any], out: int) -> Callable[[Any], Any]:
    return jax.vmap(function, -1, out)
