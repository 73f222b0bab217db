"""Validation of plans: a reasoner carries out each action and looks for the goal at the end.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> validate(reasoner, ["(go a b)", "(go b c)"])
Validation(valid=True, cost=2, steps=2, reason=None)
>>> print(validate(reasoner, ["(go b c)"]).reason.splitlines()[0])
step 1 cannot be taken: (go b c) is not applicable: 1 of 2 conditions fails
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from relgym.errors import AmbiguousAction, InvalidAction
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of `relgym.validate`.

    Attributes:
        valid: True if all actions can be carried out one after another and the goal holds then.
        cost: The value of a `:metric` that is to be minimized at the end, else the number of actions; `None` if the
            plan is not valid.
        steps: The number of actions that were carried out.
        reason: Why the plan is not valid; `None` if it is.
    """

    valid: bool
    cost: Value | None
    steps: int
    reason: str | None = None

    def __bool__(self) -> bool:
        return self.valid

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as `relgym validate --json` prints it."""
        cost = float(self.cost) if self.cost is not None and not isinstance(self.cost, int) else self.cost
        return {"valid": self.valid, "cost": cost, "steps": self.steps, "reason": self.reason}


def validate(model: Task | PDDLReasoner, actions: Iterable[Action | str], *, state: State | None = None) -> Validation:
    """Carry out a plan and tell whether it reaches the goal.

    Args:
        model: The task, or a reasoner of it, on whatever engine.
        actions: The actions, as `Action` or text; a `Plan` is such a sequence.
        state: The state to begin with; by default the initial state.

    Returns:
        The result; it says at which step a plan fails, and why.

    Raises:
        ModelError: The state is of another task.
        ValueError: An action has random outcomes.
    """
    reasoner = model if isinstance(model, PDDLReasoner) else PDDLReasoner(model)
    now = reasoner.initial_state if state is None else reasoner.own(state)
    steps = 0
    for action in actions:
        try:
            now = reasoner.successor(now, action)
        except AmbiguousAction as error:
            return Validation(False, None, steps, f"step {steps + 1} cannot be taken: {error.message}")
        except InvalidAction as error:
            return Validation(
                False, None, steps, f"step {steps + 1} cannot be taken: {_why(reasoner, now, action, error)}"
            )
        steps += 1
    if not reasoner.goal(now):
        why = reasoner.explain(now, reasoner.task.problem.goal)
        return Validation(False, None, steps, f"the goal does not hold after step {steps}: {why}")
    return Validation(True, cost_of(reasoner, now, steps), steps)


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
    try:
        reasoner.action(action)
    except InvalidAction:
        # The task has no such action: there is nothing to explain.
        return error.message
    return str(reasoner.explain(state, action))
