"""`relgym.explore`: visit every reachable state of a problem, breadth first."""

from __future__ import annotations

from collections.abc import Mapping

from relgym.arguments import check_whole
from relgym.errors import UnsupportedFeature
from relgym.exploration.ends import Ends
from relgym.exploration.expanders.expander import Expander
from relgym.exploration.merging import merged, shortened
from relgym.exploration.partition import Partition
from relgym.exploration.space import StateSpace
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.progress import counting
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reasoner import Reasoner


def explore(
    model: Task | Instance | Reasoner,
    *,
    limit: int | None = None,
    limits: Limits | Mapping[str, float] | None = None,
) -> StateSpace:
    """Explore the states that are reachable from the start, and the transitions between them.

    States that differ in accumulators alone, such as action costs, are one state. Of a random `:init`, all starts are
    explored.

    Args:
        model: The task or the instance, from `relgym.load`, or a reasoner of it.
        limit: The largest number of states to keep; `None` for all.
        limits: Seconds and megabytes of the whole exploration, as `Limits` or a mapping.

    Returns:
        The state space. If a limit is reached, or after Ctrl-C, it is the explored part, and `stopped` says so.

    Raises:
        RelgymError: An argument is wrong, or the task has infinitely many outcomes.
        BackendError: A single question has passed the limits of the engine.
    """
    if limit is not None:
        check_whole("limit", limit, 1)
    reasoner = model if isinstance(model, Reasoner) else Reasoner(model)
    with counting("exploring", "states") as show, Ends(limit, limits, show) as ends:
        expander = expander_of(reasoner)
        partition = Partition(expander)
        while True:
            report = partition.round({}, {}, ends.passed)
            if not report.is_whole or not report.fresh:
                break
        space = merged(reasoner.model, expander, [partition.content()], ends.stopped)
    return space if limit is None else shortened(space, limit)


def expander_of(reasoner: Reasoner) -> Expander:
    """Return the fastest expander that supports a task or an instance."""
    if not isinstance(reasoner, PDDLReasoner):
        from relgym.exploration.expanders.reasoners import rddl_expander

        return rddl_expander(reasoner)  # type: ignore[arg-type]  # there are two languages
    from relgym.exploration.expanders.circuits import CircuitExpander
    from relgym.exploration.expanders.reasoners import pddl_expander

    try:
        return CircuitExpander(reasoner)
    except UnsupportedFeature:
        return pddl_expander(reasoner)
