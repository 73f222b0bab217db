"""Plans for tasks of PDDL, and planners.

A service answers in workers of their own, which may start the programs of planners (`Pool.call_apart`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from relgym.errors import RelgymError, did_you_mean
from relgym.features import Feature, needed
from relgym.model.pddl.problem import Task
from relgym.planning.plan import Plan
from relgym.planning.planner import MissingPlanner
from relgym.planning.planning import plan as planned
from relgym.planning.registry import OWN, planner_class, refusal
from relgym.planning.search.lucky import SearchLimit, any_plan, shortest_plan
from relgym.questions.forms import check_count
from relgym.questions.pddl.play import PDDLPlay
from relgym.questions.planning import limits_of
from relgym.questions.question import Answer, Asked
from relgym.tuning.service import PLAN_STATES_LIMIT, PLANS_LIMIT

LUCK = "luck"
"""The planner of tasks with chance: its plan reaches the goal if every action has the outcome that helps."""


def described_planners(task: Task | None = None) -> Iterator[dict[str, Any]]:
    """Describe the planners that a service runs.

    Args:
        task: The task to solve; without one, nothing is said of what a planner lacks.

    Yields:
        For each planner its name and version, or what is `missing`; whether it finds cheapest plans and several ones;
        and why it cannot solve the task, if so (`refused`).
    """
    if task is None or Feature.PROBABILISTIC in needed(task):
        form = {"name": LUCK, "version": None, "missing": None, "optimal": False, "several": False}
        yield form if task is None else {**form, "refused": None}
    for name in OWN:
        try:
            planner = planner_class(name)
            version, missing = planner.version(), None
        except RelgymError as error:
            version, missing = None, error.message
            if isinstance(error, MissingPlanner) and error.hint:
                missing = f"{error.message}; {error.hint}"
        optimal, several = (False, False) if version is None else (planner.optimal, planner.several)
        form = {"name": name, "version": version, "missing": missing, "optimal": optimal, "several": several}
        if task is not None:
            form["refused"] = missing if version is None else refusal(planner, task, False, 1)
        yield form


def planners(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `planners`."""
    return {"planners": [*described_planners(play.reasoner.task)]}


def plan(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `plan`."""
    name, count, states = (asked.options[option] for option in ("planner", "count", "states"))
    if name is not None and name not in (LUCK, *OWN):
        hint = did_you_mean(name, (LUCK, *OWN))
        raise RelgymError(f"there is no planner '{name}'", expected=f"one of {', '.join((LUCK, *OWN))}", hint=hint)
    check_count(states, "states", PLAN_STATES_LIMIT)
    check_count(count, "plans", PLANS_LIMIT)
    if name == LUCK or (name is None and Feature.PROBABILISTIC in needed(play.reasoner.task)):
        return _lucky(play, asked, states).to_json()
    limits = limits_of(play, asked)
    answer = planned(play.reasoner, name, optimal=asked.options["optimal"], k=count, state=asked.state, limits=limits)
    return answer.to_json()


def _lucky(play: PDDLPlay, asked: Asked, states: int) -> Plan:
    search = shortest_plan if asked.options["optimal"] else any_plan
    try:
        actions = search(play.reasoner, asked.state, states)
    except SearchLimit as passed:
        return Plan("limit", planner=LUCK, reason=passed.message)
    if actions is None:
        return Plan("unsolvable", planner=LUCK, reason="the goal holds in no reachable state")
    reason = "where chance decides, the plan needs the outcomes that help"
    return Plan("solved", actions, cost=len(actions), planner=LUCK, reason=reason)
