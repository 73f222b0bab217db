"""Rewards of steps: 1 for reaching the goal, or the change of the problem's `:metric`."""

from __future__ import annotations

from relgym.errors import ModelError, SimulationError
from relgym.model.arithmetic import evaluate
from relgym.model.numeric import Expression, FluentValue, Value, functions_in, is_additive
from relgym.model.pddl.problem import Metric, Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner

GOAL_REWARD = (0.0, 1.0)
"""The reward `goal` of a step, by the truth of the goal after it: 1 for reaching the goal, else 0."""


class MetricReward:
    """The change of the `:metric` for the better, and `:goal-reward` on reaching the goal.

    A problem without `:metric` is judged by `(reward)`, if it has that or a `:goal-reward` (PPDDL 1.0,
    section 4). `(total-time)` is the number of steps, `(goal-achieved)` 1 where the goal holds.
    Raises `ModelError` for a problem that has nothing of all that.
    """

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self._reasoner = reasoner
        metric = metric_of(reasoner.task)
        self._sign = -1 if metric.direction == "minimize" else 1
        self._expression = metric.expression
        self._goal_reward = reasoner.task.problem.goal_reward
        self._steps = 0
        self._value: Value = 0
        self._goal = False

    def start(self, state: State, goal: bool) -> None:
        """An episode starts, or goes on, in `state`."""
        value = self._number(self._expression, state, goal, 0)
        self._steps, self._value, self._goal = 0, value, goal

    def of(self, state: State, goal: bool) -> float:
        """The reward for having come to `state`; `goal` says whether the goal holds there."""
        steps = self._steps + 1
        value = self._number(self._expression, state, goal, steps)
        gain: Value = self._sign * (value - self._value)
        if goal and not self._goal and self._goal_reward is not None:
            gain += self._number(self._goal_reward, state, goal, steps)
        try:
            reward = float(gain)
        except OverflowError:
            raise too_large(self._expression) from None
        # A step counts as a whole: an error, or a signal, may end the call anywhere before.
        self._steps, self._value, self._goal = steps, value, goal
        return reward

    def _number(self, expression: Expression, state: State, goal: bool, steps: int) -> Value:
        def value_of(fluent: FluentValue) -> Value | None:
            match fluent.function:
                case "total-time" if not self._declared(fluent):
                    return steps
                case "goal-achieved" if not self._declared(fluent):
                    return int(goal)
                case "reward" | "total-cost" if not self._declared(fluent):
                    return 0
                case _:
                    return self._reasoner.evaluate(state, fluent)

        value = evaluate(expression, value_of)
        if value is None:
            raise without_value(expression)
        return value

    def _declared(self, fluent: FluentValue) -> bool:
        return fluent.function in self._reasoner.task.functions


def is_rewarded(task: Task) -> bool:
    """Return True if a task has rewards: then the dearer of two ways to the goal may be the better one.

    A `:goal-reward` that is always the same makes no difference to a metric that is minimized.
    """
    metric, goal_reward = task.problem.metric, task.problem.goal_reward
    if metric is None:
        return "reward" in task.functions or goal_reward is not None
    return metric.direction == "maximize" or (goal_reward is not None and bool(functions_in(goal_reward)))


class StepRewards:
    """The rewards of single steps, as an environment with `reward='metric'` gives them.

    Args:
        reasoner: A reasoner of the task.

    Attributes:
        read: The numeric functions whose values matter, not their changes alone.

    Raises:
        ModelError: The task has no rewards, or they depend on the number of steps before.
    """

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self._reward = MetricReward(reasoner)
        problem, expression = reasoner.task.problem, metric_of(reasoner.task).expression
        self.read: frozenset[str] = frozenset()
        if problem.goal_reward is not None:
            self.read |= functions_in(problem.goal_reward)
        if not is_additive(expression):
            self.read |= functions_in(expression)
        if "total-time" in self.read and "total-time" not in reasoner.task.functions:
            raise ModelError(
                f"the reward of a step depends on the number of steps before it: the metric {expression}",
                span=expression.span,
                expected="a metric to which each step adds the same for (total-time)",
            )

    def of(self, before: State, after: State, goal: bool) -> float:
        """Return the reward of a step.

        Args:
            before: The state before, in which the goal does not hold.
            after: The state after it.
            goal: True if the goal holds there.
        """
        self._reward.start(before, False)
        return self._reward.of(after, goal)


def without_value(metric: Expression) -> ModelError:
    """Return the error for a metric that has no value in a state."""
    return ModelError(
        f"the metric {metric} has no value in a state that was reached",
        span=metric.span,
        hint="give every fluent in it a value in :init, or use reward='goal'",
    )


def too_large(metric: Expression) -> SimulationError:
    """Return the error for a reward that is not a finite float."""
    return SimulationError(
        f"the reward is too large for a float: the metric {metric} has changed by more than 1.8e308",
        span=metric.span,
        expected="a finite reward",
        hint="scale the metric, or use reward='goal'",
    )


def metric_of(task: Task) -> Metric:
    """Return the metric of a problem; raises `ModelError` if it has none."""
    problem = task.problem
    if problem.metric is not None:
        return problem.metric
    if "reward" in task.functions or problem.goal_reward is not None:
        return Metric("maximize", FluentValue("reward"))
    raise ModelError(
        f"the problem '{problem.name}' has no :metric to take rewards from",
        span=problem.span,
        expected="(:metric minimize expression) or (:metric maximize expression)",
        hint="reward='goal' gives 1 on reaching the goal",
    )


REWARDS: dict[str, type[MetricReward] | None] = {"goal": None, "metric": MetricReward}
"""The kinds of reward by the names under which they are asked for; none where it is `GOAL_REWARD`."""
