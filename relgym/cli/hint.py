"""Hints for players who are stuck: the next action of a plan, or of a policy where chance has a say."""

from __future__ import annotations

from typing import Any

from relgym.features import Feature, needed
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.planning import plan
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.lrtdp import lrtdp
from relgym.planning.stochastic.process import TaskProcess
from relgym.planning.stochastic.solving import solve
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reasoner import Reasoner

PATIENCE = 5.0
"""Seconds that a hint may take."""


def hint(reasoner: PDDLReasoner, state: State, patience: float = PATIENCE) -> Action | None:
    """Return a good action in a state of a task; `None` if none was found in time.

    It is the first action of a cheapest plan, or of any plan where that takes too long. Where chance has a say, it is
    that of the policy with the lowest expected cost.
    """
    if reasoner.goal(state) or patience <= 0:
        return None
    if Feature.PROBABILISTIC in needed(reasoner.task):
        process = TaskProcess(reasoner, Criterion("cost"), state)
        action: Action | None = lrtdp(process, Limits(seconds=patience), 0)(state)
        return action
    for optimal in (True, False):
        actions = plan(reasoner, "search", optimal=optimal, state=state, limits={"seconds": patience / 2}).actions
        if actions:
            return reasoner.action(actions[0])
    return None


def instance_hint(reasoner: Reasoner, state: Any, step: int, patience: float = PATIENCE / 5) -> dict[str, Any] | None:
    """Return a good action in a state of an RDDL instance, the best one that a tree search finds in time."""
    action: dict[str, Any] | None = solve(reasoner, "uct", trials=None, limits={"seconds": patience})(state, step)
    return action
