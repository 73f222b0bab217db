"""Markov decision processes of tasks and instances: actions, outcomes and rewards of states.

Methods that list outcomes see both languages through this interface. Rewards are maximised; a cost is a negative one.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c, a c", goal="c")
>>> process = process_of(relgym.Reasoner(relgym.load(domain, problem)), Criterion("cost"))
>>> [start] = process.starts()
>>> for action in process.actions(start):
...     print(action, process.outcomes(start, action)[0].reward)
(go a b) -1.0
(go a c) -1.0
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from relgym.errors import ModelError, UnsupportedFeature
from relgym.model.numeric import functions_in, is_additive
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.rddl.state import RDDLState
from relgym.planning.stochastic.criterion import Criterion
from relgym.reasoning.pddl.accumulating import reset
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD, StepRewards, metric_of
from relgym.reasoning.reasoner import Reasoner
from relgym.translate.program.accumulators import accumulators


class Branch(NamedTuple):
    """A possible result of an action."""

    probability: float
    reward: float
    state: Any


def drawn_branch(rng: Random, branches: Sequence[Branch]) -> Branch:
    """Draw one of the results of an action by their probabilities."""
    point = rng.random()
    for branch in branches:
        point -= branch.probability
        if point < 0:
            return branch
    return branches[-1]


class DecisionProcess(ABC):
    """The states of a task or an instance with actions, outcomes and rewards.

    Attributes:
        reasoner: The reasoner that answers.
        criterion: Says what the rewards are.
    """

    reasoner: Any
    criterion: Criterion

    @abstractmethod
    def canonical(self, state: Any) -> Hashable:
        """Return the state that stands for all that differ in nothing that matters."""

    @abstractmethod
    def starts(self) -> Sequence[Any]:
        """Return the states in which an episode may begin, the most probable first."""

    @abstractmethod
    def is_over(self, state: Any) -> bool:
        """Return True if an episode ends in a state: at the goal, or by termination or a broken invariant."""

    @abstractmethod
    def actions(self, state: Any) -> Sequence[Any]:
        """Return the valid actions; raises `ModelError` if they cannot be listed."""

    @abstractmethod
    def outcomes(self, state: Any, action: Any) -> Sequence[Branch]:
        """Return all results of an action with their rewards; raises `ModelError` if they cannot be listed."""


class TaskProcess(DecisionProcess):
    """The process of a PDDL task."""

    reasoner: PDDLReasoner

    def __init__(self, reasoner: PDDLReasoner, criterion: Criterion, start: State | None = None) -> None:
        """Make the process that begins in a state, by default in any start of the task."""
        self.reasoner, self.criterion = reasoner, criterion
        self._start = start
        self.costs = ActionCosts(reasoner)
        self.rewards = StepRewards(reasoner) if criterion.name == "reward" else None
        left_out = accumulators(reasoner.translation)
        metric = self.costs.expression
        if self.rewards is not None:
            left_out -= self.rewards.read
        elif metric is not None and not is_additive(metric):
            left_out -= functions_in(metric)
        self._settled = reset(reasoner, left_out)

    def __reduce__(self) -> tuple[type[TaskProcess], tuple[Any, ...]]:
        return TaskProcess, (self.reasoner, self.criterion, self._start)

    def canonical(self, state: State) -> State:
        return self._settled(self.reasoner.own(state))

    def starts(self) -> list[State]:
        if self._start is not None:
            return [self.canonical(self._start)]
        return [self.canonical(outcome.state) for outcome in self.reasoner.starts()]

    def is_over(self, state: State) -> bool:
        return self.reasoner.goal(state)

    def actions(self, state: State) -> list[Action]:
        return self.reasoner.valid_actions(state)

    def outcomes(self, state: State, action: Action) -> list[Branch]:
        branches = []
        for outcome in self.reasoner.outcomes(state, action):
            after = self.canonical(outcome.state)
            branches.append(Branch(outcome.probability, self.reward(state, outcome.state), after))
        return branches

    def reward(self, before: State, after: State) -> float:
        """Return the reward of a step by the criterion."""
        match self.criterion.name:
            case "cost":
                return -self.costs.of(before, after)
            case "discounted":
                return GOAL_REWARD[self.is_over(after)]
            case "reward":
                assert self.rewards is not None
                return self.rewards.of(before, after, self.is_over(after))
            case _:
                return 0.0


class ActionCosts:
    """The costs of steps: the change of a `:metric` that is to be minimized, or 1.

    Attributes:
        expression: The metric, if there is one.
    """

    def __init__(self, reasoner: PDDLReasoner) -> None:
        metric = reasoner.task.problem.metric
        self.expression = metric.expression if metric is not None and metric.direction == "minimize" else None
        self._reasoner = reasoner

    def of(self, before: State, after: State) -> float:
        """Return the cost of a step between two states; raises `ModelError` if it is negative or undefined."""
        if self.expression is None:
            return 1.0
        values = [self._reasoner.evaluate(state, self.expression) for state in (before, after)]
        if values[0] is None or values[1] is None:
            raise ModelError(f"the metric {self.expression} has no value in a state", span=self.expression.span)
        cost = float(values[1] - values[0])
        if cost < 0:
            raise ModelError(
                f"an action lowers the metric {self.expression}",
                span=self.expression.span,
                hint="costs must not be negative; the criteria 'probability' and 'discounted' do not use the metric",
            )
        return cost


def check_goal(process: TaskProcess, method: str) -> None:
    """Raise `UnsupportedFeature` if a method looks for the goal, and the criterion for rewards on the way."""
    if process.criterion.name == "reward":
        metric = metric_of(process.reasoner.task)
        raise UnsupportedFeature(
            f"the method '{method}' does not support rewards: it looks for the cheapest or likeliest way to the goal",
            span=metric.span or process.reasoner.task.problem.span,
            expected="criterion='cost', 'probability' or 'discounted', which leave rewards out",
            hint="methods that do: value_iteration, uct",
        )


class InstanceProcess(DecisionProcess):
    """The process of an RDDL instance."""

    def __init__(self, reasoner: Any, criterion: Criterion) -> None:
        self.reasoner, self.criterion = reasoner, criterion

    def canonical(self, state: RDDLState) -> RDDLState:
        return self.reasoner.dynamics.state(self.reasoner.dynamics.own(state))  # type: ignore[no-any-return]

    def starts(self) -> list[RDDLState]:
        return [self.reasoner.initial_state]

    def is_over(self, state: RDDLState) -> bool:
        dynamics = self.reasoner.dynamics
        return dynamics.ended(state.values) is not None or dynamics.broken(state.values) is not None

    def actions(self, state: RDDLState) -> list[dict[str, Any]]:
        return self.reasoner.valid_actions(state)  # type: ignore[no-any-return]

    def outcomes(self, state: RDDLState, action: dict[str, Any]) -> list[Branch]:
        return [
            Branch(outcome.probability, outcome.reward, outcome.state)
            for outcome in self.reasoner.outcomes(state, action)
        ]


def process_of(reasoner: Reasoner, criterion: Criterion) -> DecisionProcess:
    """Return the process of the reasoner's model."""
    if isinstance(reasoner, PDDLReasoner):
        return TaskProcess(reasoner, criterion)
    return InstanceProcess(reasoner, criterion)
