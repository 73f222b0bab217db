"""The default choice of planners: which ones take turns on a task, and how long each may try.

relgym's own search begins, for a short time: it starts at once, and what it proves is no claim. Then come planners of
others that are installed, and those of relgym with all that is left.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> task = relgym.load(domain, problem)
>>> [turn.planner for turn in turns(task, False, 1, installed={"search", "fast-downward"})]
['search', 'fast-downward', 'search']
>>> [turn.planner for turn in turns(task, True, 1, installed={"search", "symk"})]
['search', 'symk', 'search']
>>> turns(task, False, 1, installed={"search"})
(Turn(planner='search', share=1.0, most=inf),)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import inf

from relgym.model.pddl.problem import Task
from relgym.planning.planner import PlannerError
from relgym.planning.registry import is_installed, planner_class, refusal
from relgym.tuning.planning import FIRST_TURN_SECONDS

FIRST_TURN_SHARE = 0.1
"""Share of the time that relgym's own search gets before the planners of others start. Judged: little is lost by it."""

TURN_SHARE = 0.6
"""Share of the time that is left for each planner but the last one. Judged: a planner that has not found a plan in 60 %
of the time seldom finds one in the rest."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A planner, and its time.

    Attributes:
        planner: The name of the planner.
        share: Its part of the time that is left, 0 to 1.
        most: The most seconds that it gets.
    """

    planner: str
    share: float = TURN_SHARE
    most: float = inf

    def seconds(self, left: float) -> float:
        """Return how long the planner may take.

        Args:
            left: The seconds that are left of the whole call.
        """
        return min(left * self.share, self.most)


_FIRST = Turn("search", FIRST_TURN_SHARE, FIRST_TURN_SECONDS)

ANY_PLAN = (_FIRST, Turn("fast-downward"), Turn("pyperplan"), Turn("search"))
"""Turns for any plan."""

CHEAPEST = (_FIRST, Turn("symk"), Turn("fast-downward"), Turn("clingo"), Turn("search"))
"""Turns for a cheapest plan."""

SEVERAL = (Turn("kstar"), Turn("symk"))
"""Turns for several plans."""

_INSTEAD = {"pyperplan": "fast-downward"}
"""Planners that have a turn only where another one is not installed."""


def turns(task: Task, optimal: bool, count: int, installed: Collection[str] | None = None) -> tuple[Turn, ...]:
    """List the turns of the planners that are installed and support a task.

    Args:
        task: The task.
        optimal: True if the plan must be a cheapest one.
        count: The number of plans that are wanted.
        installed: The names of the planners that are there; by default those that are installed.

    Returns:
        The turns, the last one with all time that is left; that of relgym's search, which then says why it cannot, if
        no planner supports the task.
    """
    preferred = SEVERAL if count > 1 else CHEAPEST if optimal else ANY_PLAN
    if installed is None:
        installed = {turn.planner for turn in preferred if is_installed(turn.planner)}
    able = [
        turn
        for turn in preferred
        if turn.planner in installed
        and _INSTEAD.get(turn.planner) not in installed
        and _supports(turn.planner, task, optimal, count)
    ]
    if len({turn.planner for turn in able}) < 2:
        return (Turn(able[-1].planner if able else "search", 1.0),)
    return (*able[:-1], replace(able[-1], share=1.0))


def _supports(name: str, task: Task, optimal: bool, count: int) -> bool:
    try:
        return refusal(planner_class(name), task, optimal, count) is None
    except PlannerError:
        return False
