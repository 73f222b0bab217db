"""Rewards of `relgym.reasoning.pddl.rewards`, computed for many copies at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce
from math import lcm
from typing import Any, assert_never

import numpy as np

from relgym.batched.arrays import ArrayLibrary, NumpyArrays
from relgym.batched.batch import Batch
from relgym.batched.nets import computed
from relgym.model.numeric import ZERO_AT_START, Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.grounded import BatchTask
from relgym.reasoning.pddl.rewards import GOAL_REWARD, metric_of, too_large, without_value
from relgym.translate.ground.number_nets import NetWriter
from relgym.translate.ground.numbers import UNDEFINED, NumberGraph

STEPS, GOAL = "steps", "goal"


class Rewards(ABC):
    """The rewards of a batch's copies."""

    @abstractmethod
    def start(self, which: Any) -> None:
        """Some copies begin an episode in the states that they are in."""

    @abstractmethod
    def of(self, done: Any) -> Any:
        """The rewards for having come to the present states; 0 for copies in which nothing was done."""


class GoalRewards(Rewards):
    """1 on reaching the goal, else 0."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def start(self, which: Any) -> None:
        pass

    def of(self, done: Any) -> Any:
        return np.take(GOAL_REWARD, self._batch.goal & done)


class MetricNet:
    """The metric and the goal reward of each problem, as one net of numbers over the fluents, the steps and the goal.

    Args:
        task: The problems.

    Raises:
        ModelError: A problem has neither metric nor rewards, or a metric without a value.
    """

    def __init__(self, task: BatchTask) -> None:
        self.metrics = [metric_of(each) for each in task.tasks]
        numbers = NumberGraph()
        scales: dict[Any, int] = dict(enumerate(task.scales))
        writer = NetWriter(numbers, [*range(task.values), STEPS, GOAL], scales)
        rows, factors = [], []
        for problem, (each, metric) in enumerate(zip(task.tasks, self.metrics, strict=True)):
            known = {fluent: number for number, fluent in task.fluents[problem].items()}
            wanted = [metric.expression, each.problem.goal_reward or Number(0)]
            nodes = [_node(numbers, expression, each, known) for expression in wanted]
            if UNDEFINED in nodes:
                raise without_value(wanted[nodes.index(UNDEFINED)])
            factor = lcm(*(numbers.factor(node, scales) for node in nodes))
            rows.append([writer.as_row(writer.row(node, factor)) for node in nodes])
            factors.append(factor)
        self._net, operands = writer.finished()
        self._rows = np.array([operands.of(pair) for pair in rows])
        self._signs = np.array([-1 if metric.direction == "minimize" else 1 for metric in self.metrics])
        self._factors = np.array(factors)

    def numbers(self, xp: ArrayLibrary, values: Any, steps: Any, goal: Any, problem: Any) -> tuple[Any, Any]:
        """Compute the metric and the goal reward of each copy, times the factor of its problem.

        Args:
            xp: The array library.
            values: The fluents, each times its scale: shape (fluents, copies).
            steps: The number of actions carried out, for each copy.
            goal: Whether the goal holds, for each copy.
            problem: The problem that each copy plays.

        Returns:
            Both numbers for each copy.
        """
        inputs = xp.module.concatenate([values, xp.module.stack([steps, goal]).astype(values.dtype)])
        table = computed(self._net, xp, inputs)
        value, extra = (xp.entries(table, xp.take(xp.module.asarray(self._rows[:, n]), problem)) for n in (0, 1))
        return value, extra

    def gain(self, xp: ArrayLibrary, change: Any, extra: Any, reached: Any, problem: Any) -> Any:
        """Compute the reward of a step for each copy.

        Args:
            xp: The array library.
            change: The change of the metric.
            extra: The goal reward.
            reached: Where the goal holds now and did not hold before.
            problem: The problem that each copy plays.

        Returns:
            The rewards.
        """
        signs, factors = (xp.take(xp.module.asarray(each), problem) for each in (self._signs, self._factors))
        return (signs * change + xp.module.where(reached, extra, 0)) / factors


class MetricRewards(Rewards):
    """The change of each problem's metric for the better, and its goal reward on reaching the goal."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._net = MetricNet(batch.task)
        self._arrays = NumpyArrays(batch.count)
        self._steps = np.zeros(batch.count)
        self._goal = np.zeros(batch.count, bool)
        self._value = np.zeros(batch.count)

    def start(self, which: Any) -> None:
        self._steps = np.where(which, 0, self._steps)
        self._goal = np.where(which, self._batch.goal, self._goal)
        self._value = np.where(which, self._numbers()[0], self._value)

    def of(self, done: Any) -> Any:
        self._steps = self._steps + done
        value, extra = self._numbers()
        problem, goal = self._batch.problem, self._batch.goal
        gain = self._net.gain(self._arrays, value - self._value, extra, goal & ~self._goal, problem)
        self._value = np.where(done, value, self._value)
        self._goal = np.where(done, goal, self._goal)
        return np.where(done, gain, 0.0)

    def _numbers(self) -> tuple[Any, Any]:
        """The metric and the goal reward of each copy, times the factor of its problem."""
        batch, metrics = self._batch, self._net.metrics
        problem = batch.problem
        value, extra = self._net.numbers(self._arrays, batch.whole_values, self._steps, batch.goal, problem)
        if np.isnan(value).any():
            raise without_value(metrics[int(problem[np.isnan(value)][0])].expression)
        finite = np.isfinite(value) & np.isfinite(extra)
        if not finite.all():
            raise too_large(metrics[int(problem[~finite][0])].expression)
        return value, extra


def _node(numbers: NumberGraph, expression: Expression, task: Any, known: dict[FluentValue, int]) -> int:
    """Return the node of a metric; undeclared functions have PDDL's own meaning."""
    match expression:
        case Number(value):
            return numbers.constant(value)
        case FluentValue("total-time") if "total-time" not in task.functions:
            return numbers.leaf(STEPS)
        case FluentValue("goal-achieved") if "goal-achieved" not in task.functions:
            return numbers.leaf(GOAL)
        case FluentValue(function):
            if expression in known:
                return numbers.leaf(known[expression])
            number = dict(task.problem.values).get(expression, 0 if function in ZERO_AT_START else None)
            return UNDEFINED if number is None else numbers.constant(number)
        case Arithmetic(operator, operands, span):
            nodes = [_node(numbers, operand, task, known) for operand in operands]
            if len(nodes) == 1:
                return numbers.combined(operator, numbers.constant(0), nodes[0], span)
            return reduce(lambda total, other: numbers.combined(operator, total, other, span), nodes)
        case _:
            assert_never(expression)


REWARDS: dict[str, type[GoalRewards] | type[MetricRewards]] = {"goal": GoalRewards, "metric": MetricRewards}
"""The kinds of rewards by the names under which they are asked for."""
