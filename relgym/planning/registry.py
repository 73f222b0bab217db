"""Planners by name: ours, and those that other packages offer; imported only when asked for.

A package offers a planner, a `relgym.planning.planner.Planner`, under the entry point group `relgym.planners`.

>>> names()[0], planner_class("search").own
('search', True)
"""

from __future__ import annotations

from relgym.errors import RelgymError
from relgym.features import Feature, needed
from relgym.model.pddl.problem import Task
from relgym.planning.planner import Planner, PlannerError
from relgym.plugins import Plugins
from relgym.reasoning.pddl.rewards import is_rewarded, metric_of

GROUP = "relgym.planners"

_PLANNERS = Plugins(
    "planner",
    GROUP,
    {
        "search": "relgym.planning.search.planner:SearchPlanner",
        "clingo": "relgym.planning.clingo.planner:ClingoPlanner",
        "fast-downward": "relgym.planning.programs.fast_downward:FastDownward",
        "symk": "relgym.planning.programs.symk:SymK",
        "kstar": "relgym.planning.programs.kstar:KStar",
        "pyperplan": "relgym.planning.programs.pyperplan:Pyperplan",
    },
    (Planner,),
    PlannerError,
    RelgymError,
)

OWN = _PLANNERS.own
"""The entry points of relgym's planners."""


def names() -> tuple[str, ...]:
    """Return the names of all planners, even if their programs are not installed."""
    return _PLANNERS.names()


def planner_class(name: str) -> type[Planner]:
    """Return the class of a planner.

    Raises:
        RelgymError: There is no planner of this name.
        PlannerError: It cannot be imported.
    """
    return _PLANNERS.find(name)


def refusal(planner: type[Planner], task: Task, optimal: bool, count: int) -> str | None:
    """Say why a planner cannot do what is asked, and which planners can.

    Args:
        planner: The planner.
        task: The task.
        optimal: True if the plan must be a cheapest one.
        count: The number of plans that are wanted.

    Returns:
        One sentence; `None` if it can.
    """
    lacking = _lacking(planner, task, optimal, count)
    if not lacking:
        return None
    able = [name for name in names() if (other := _importable(name)) and not _lacking(other, task, optimal, count)]
    others = f"planners that do: {', '.join(able)}" if able else "no planner does"
    if not able and (Feature.PROBABILISTIC in needed(task) or (optimal and is_rewarded(task))):
        others += "; relgym.solve finds a policy"
    return f"the planner '{planner.name}' does not support: {'; '.join(lacking)}; {others}"


def _lacking(planner: type[Planner], task: Task, optimal: bool, count: int) -> list[str]:
    missing = {feature: span for feature, span in needed(task).items() if feature not in planner.features}
    lacking = [f"{feature.value} ({span.place})" if span else feature.value for feature, span in missing.items()]
    if optimal and is_rewarded(task):
        span = metric_of(task).span or task.problem.span
        lacking.append(f"plans with the highest reward{f' ({span.place})' if span else ''}")
    elif optimal and not planner.optimal:
        lacking.append("plans that are proved to be cheapest")
    if count > 1 and not planner.several:
        lacking.append("several plans")
    return lacking


def _importable(name: str) -> type[Planner] | None:
    try:
        return planner_class(name)
    except PlannerError:
        return None


def available() -> dict[str, str]:
    """Map the name of every planner to its version, or to the reason why it cannot be used."""
    return _PLANNERS.available()


def is_installed(name: str) -> bool:
    """Return True if a planner can be used here."""
    try:
        planner_class(name).version()
    except RelgymError:
        # Unknown, missing or broken.
        return False
    return True
