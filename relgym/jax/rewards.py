"""Rewards of `relgym.reasoning.pddl.rewards` as pure functions of the states before and after a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import jax.numpy as jnp

from relgym.batched.arrays import Array
from relgym.envs.vector.rewards import MetricNet
from relgym.jax.arrays import JaxArrays
from relgym.model.numeric import EXACT_FLOAT
from relgym.model.pddl.grounded import BatchTask


class TransitionRewards(Protocol):
    """A kind of rewards."""

    def of(self, before: Any, held: Callable[[], Array], after: Any, goal: Array, done: Array) -> tuple[Array, Array]:
        """Return the reward of a step, and whether it cannot be trusted.

        Args:
            before: The state before.
            held: Computes whether the goal held before.
            after: The state after.
            goal: Whether the goal holds after.
            done: Whether the action was carried out.
        """


class GoalReward:
    """1 on reaching the goal, else 0."""

    def __init__(self, task: BatchTask) -> None:
        del task

    def of(self, before: Any, held: Callable[[], Array], after: Any, goal: Array, done: Array) -> tuple[Array, Array]:
        return (goal & done).astype(float), jnp.bool_(False)


class MetricGain:
    """The change of each problem's metric for the better, and its goal reward on reaching the goal."""

    def __init__(self, task: BatchTask) -> None:
        self._net = MetricNet(task)
        self._arrays = JaxArrays(1)

    def of(self, before: Any, held: Callable[[], Array], after: Any, goal: Array, done: Array) -> tuple[Array, Array]:
        had = held()
        old, _ = self._numbers(before, had)
        new, extra = self._numbers(after, goal)
        gain = self._net.gain(self._arrays, new - old, extra, (goal & ~had)[None], after.problem[None])[0]
        limit = jnp.inf if new.dtype == jnp.float64 else EXACT_FLOAT
        # A comparison with NaN is false.
        wrong = ~((jnp.abs(new) < limit) & (jnp.abs(extra) < limit))[0]
        return jnp.where(done, gain, 0.0), wrong

    def _numbers(self, state: Any, goal: Array) -> tuple[Array, Array]:
        return self._net.numbers(
            self._arrays, state.values[:, None], state.executed[None], goal[None], state.problem[None]
        )


REWARDS: dict[str, type[GoalReward] | type[MetricGain]] = {"goal": GoalReward, "metric": MetricGain}
"""The kinds of rewards by the names under which they are asked for."""
