"""`relgym.explore`: visit every reachable state of a problem, breadth first."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from os import PathLike

from relgym.arguments import check_one_of, check_whole
from relgym.executors.choice import NAMES
from relgym.executors.choice import executor as started
from relgym.exploration.ends import Ends
from relgym.exploration.expanders.choice import expander_of
from relgym.exploration.expanders.expander import Expander
from relgym.exploration.files.saving import check_path
from relgym.exploration.merging import merged, shortened
from relgym.exploration.messages import Content
from relgym.exploration.owners import Division
from relgym.exploration.partition import Partition
from relgym.exploration.rounds import PartitionWorker, Rounds, partition_worker
from relgym.exploration.space import StateSpace
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.progress import counting
from relgym.reasoning.reasoner import Reasoner


def explore(
    model: Task | Instance | Reasoner,
    *,
    workers: int = 1,
    limit: int | None = None,
    limits: Limits | Mapping[str, float] | None = None,
    executor: str = "processes",
    path: str | PathLike[str] | None = None,
) -> StateSpace:
    """Explore the states that are reachable from the start, and the transitions between them.

    States that differ in accumulators alone, such as action costs, are one state. Of a random `:init`, all starts are
    explored.

    Args:
        model: The task or the instance, from `relgym.load`, or a reasoner of it.
        workers: The number of workers among which the states are divided; the calling process is one of them, but on
            Ray. The order of the states of one depth depends on this number; and where a limit ends the exploration,
            so does the part of the last depth that was explored.
        limit: The largest number of states to keep; `None` for all.
        limits: Seconds and megabytes of the whole exploration, as `Limits` or a mapping.
        executor: The kind of workers: `processes` of this machine, or `ray`, for a cluster.
        path: A file to which the space is written as well, FILE.parquet or FILE.sqlite.

    Returns:
        The state space. If a limit is reached, or after Ctrl-C, it is the explored part, and `stopped` says so.

    Raises:
        RelgymError: An argument is wrong, or the task has infinitely many outcomes.
        BackendError: A single question has passed the limits of the engine.
    """
    check_one_of("executor", executor, NAMES)
    check_whole("workers", workers, 1)
    if path is not None:
        check_path(path)
    if limit is not None:
        check_whole("limit", limit, 1)
    reasoner = model if isinstance(model, Reasoner) else Reasoner(model)
    with counting("exploring", "states") as show, Ends(limit, limits, show) as ends:
        expander = expander_of(reasoner)
        before, contents = _contents(reasoner, expander, workers, executor, ends)
        space = merged(reasoner.model, expander, before, contents, ends.stopped)
    explored = space if limit is None else shortened(space, limit)
    if path is not None:
        explored.save(path)
    return explored


def _contents(
    reasoner: Reasoner, expander: Expander, workers: int, executor: str, ends: Ends
) -> tuple[Content | None, list[Content]]:
    """Explore; return the states that were expanded before the division, if there was one, and all others."""
    is_single = workers == 1 and executor == "processes"
    partition, is_complete = alone(expander, ends, None if is_single else workers)
    if is_complete:
        return None, [partition.content()]
    before, division = partition.divided(workers)
    return before, _by_workers(reasoner, expander, division, executor, ends)


def alone(expander: Expander, ends: Ends, workers: int | None = None) -> tuple[Partition, bool]:
    """Explore in this process.

    Args:
        expander: Expands the states.
        ends: The limits.
        workers: The number of workers that go on once a depth has enough states for them; `None` for none.

    Returns:
        A partition with the known states, and True if the workers are not needed.
    """
    partition = Partition(expander, Division.undivided(expander.starts))
    enough = inf if workers is None else workers * expander.shared
    fresh = len(expander.starts)
    while fresh < enough:
        report = partition.round({}, {}, ends.passed)
        if not report.is_whole or not report.fresh:
            return partition, True
        fresh = report.known - report.expanded
    return partition, False


def _by_workers(reasoner: Reasoner, expander: Expander, division: Division, executor: str, ends: Ends) -> list[Content]:
    """Explore by several workers. Of processes, this one is the last worker."""
    count, is_worker = division.count, executor == "processes"
    with started(executor, count - is_worker, partition_worker, (reasoner, division), keep=True) as workers:
        ends.interrupted = workers.stop
        here = PartitionWorker(expander, division, count - 1, lambda: ends.stopped is not None) if is_worker else None
        return Rounds(workers, ends, division, here).contents()
