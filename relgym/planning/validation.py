"""Validation of plans: a reasoner carries out each action and looks for the goal at the end.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> validate(reasoner, ["(go a b)", "(go b c)"])
Validation(valid=True, cost=2, steps=2, reason=None, probability=1.0)
>>> print(validate(reasoner, ["(go b c)"]).reason.splitlines()[0])
step 1 cannot be taken: (go b c) is not applicable: 1 of 2 conditions fails
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from relgym.arguments import check_several
from relgym.errors import AmbiguousAction, InvalidAction, RandomOutcome
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of `relgym.validate`.

    Attributes:
        valid: True if all actions can be carried out and the goal holds then, whatever chance decides.
        cost: The value of a `:metric` that is to be minimized at the end, else the number of actions; where chance
            decides, its mean as a float. `None` if the plan is not valid.
        steps: The number of actions that could be carried out before the first failure.
        reason: Why the plan is not valid; `None` if it is.
        probability: The probability with which the plan reaches the goal: 0.0 or 1.0 where no action is random.
    """

    valid: bool
    cost: Value | float | None
    steps: int
    reason: str | None = None
    probability: float = 1.0

    def __bool__(self) -> bool:
        return self.valid

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as `relgym validate --json` prints it."""
        cost = float(self.cost) if isinstance(self.cost, Fraction) else self.cost
        return {
            "valid": self.valid,
            "cost": cost,
            "steps": self.steps,
            "reason": self.reason,
            "probability": self.probability,
        }


def validate(model: Task | PDDLReasoner, actions: Iterable[Action | str], *, state: State | None = None) -> Validation:
    """Carry out a plan and tell whether it reaches the goal.

    Where actions are random, all their outcomes are followed; the plan is valid if it reaches the goal with all of
    them.

    Args:
        model: The task, or a reasoner of it, on whatever engine.
        actions: The actions, as `Action` or text; a `Plan` is such a sequence.
        state: The state to begin with; by default the initial state, or all of them where chance decides it.

    Returns:
        The result; it says at which step a plan fails, and why.

    Raises:
        RelgymError: The actions are no sequence.
        ModelError: The state is of another task.
        BackendError: There are more outcomes than the limits of the reasoner allow.
    """
    check_several("the plan", actions, "several actions; relgym.read.pddl.loading.read_plan reads a text or a file")
    reasoner = model if isinstance(model, PDDLReasoner) else PDDLReasoner(model)
    if state is None:
        branches = [(start.probability, start.state) for start in reasoner.starts()]
    else:
        branches = [(1.0, reasoner.own(state))]
    failure: tuple[int, str] | None = None
    steps = 0
    for action in actions:
        branches, refusal = _taken(reasoner, branches, action)
        if refusal is not None:
            failure = failure or (steps, f"step {steps + 1} cannot be taken: {refusal}")
            if not branches:
                return Validation(False, None, failure[0], failure[1], 0.0)
        steps += 1
    reached = [(probability, now) for probability, now in branches if reasoner.goal(now)]
    if failure is None and len(reached) < len(branches):
        missed = next(now for _, now in branches if not reasoner.goal(now))
        why = reasoner.explain(missed, reasoner.task.problem.goal)
        failure = steps, f"the goal does not hold after step {steps}: {why}"
    if failure is None:
        return Validation(True, _mean_cost(reasoner, branches, steps), steps)
    chance = sum(probability for probability, _ in reached)
    reason = f"it reaches the goal with probability {chance:.4g} alone; else {failure[1]}" if reached else failure[1]
    return Validation(False, None, failure[0], reason, chance)


def _taken(
    reasoner: PDDLReasoner, branches: Sequence[tuple[float, State]], action: Action | str
) -> tuple[list[tuple[float, State]], str | None]:
    """Take an action in all branches; return those in which it is valid, and why it is not in the first other one."""
    why: str | None = None
    merged: dict[State, float] = {}
    for probability, now in branches:
        try:
            for share, then in _after(reasoner, now, action):
                merged[then] = merged.get(then, 0.0) + probability * share
        except InvalidAction as error:
            why = why or _why(reasoner, now, action, error)
    return [(probability, now) for now, probability in merged.items()], why


def _after(reasoner: PDDLReasoner, state: State, action: Action | str) -> list[tuple[float, State]]:
    """List the states after an action with their probabilities."""
    try:
        return [(1.0, reasoner.successor(state, action))]
    except RandomOutcome:
        return [(outcome.probability, outcome.state) for outcome in reasoner.outcomes(state, action)]


def _mean_cost(reasoner: PDDLReasoner, branches: Sequence[tuple[float, State]], steps: int) -> Value | float | None:
    costs = [cost_of(reasoner, state, steps) for _, state in branches]
    if len(costs) == 1:
        return costs[0]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        return None
    return sum(probability * float(cost) for (probability, _), cost in zip(branches, known, strict=True))


def cost_of(reasoner: PDDLReasoner, state: State, steps: int) -> Value | None:
    """Return the cost of a plan.

    Args:
        reasoner: The reasoner of the task.
        state: The state after the plan.
        steps: The number of its actions.

    Returns:
        The value of a metric that is to be minimized, which may be undefined; the number of actions without one.
    """
    metric = reasoner.task.problem.metric
    if metric is None or metric.direction != "minimize":
        return steps
    return reasoner.evaluate(state, metric.expression)


def _why(reasoner: PDDLReasoner, state: State, action: Action | str, error: InvalidAction) -> str:
    if isinstance(error, AmbiguousAction):
        return error.message
    try:
        reasoner.action(action)
    except InvalidAction:
        # The task has no such action: there is nothing to explain.
        return error.message
    return str(reasoner.explain(state, action))
