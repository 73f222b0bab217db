"""Exploration by several workers, each with a partition: rounds, and partitions that are computed again.

If a worker dies, a new one takes its place and computes its partition again, round by round: the others make once more
what they had sent it, and tell it the numbers of the states that it had sent them. All of this is the same as before:
no state is lost, and none is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from time import monotonic
from typing import Any

from relgym.errors import BackendError
from relgym.executors import stopping
from relgym.executors.executor import LOST, Executor, Order
from relgym.exploration.ends import Ends
from relgym.exploration.expanders.choice import expander_of
from relgym.exploration.expanders.expander import Expander
from relgym.exploration.messages import Boxes, Content, Replies, Report
from relgym.exploration.owners import Division, Sizes
from relgym.exploration.partition import Partition
from relgym.exploration.transition_system import Stop
from relgym.process_size import MEGABYTE
from relgym.reasoning.reasoner import Reasoner
from relgym.tuning.exploration import RESTARTS_LIMIT

Parts = Mapping[int, Mapping[int, Any]]
"""Boxes or replies: by the partition that gets them, and by the one that they come from."""


class PartitionWorker:
    """A partition in a worker, or in the calling process."""

    def __init__(
        self, expander: Expander, division: Division, index: int, interrupted: Callable[[], bool] = stopping.wanted
    ) -> None:
        self._partition = Partition(expander, division, index)
        self._interrupted = interrupted

    def round(self, boxes: Boxes, replies: Replies, upto: int | None, left: tuple[float, float, float]) -> Any:
        """Carry out a round.

        Args:
            boxes, replies, upto: As `Partition.round` takes them.
            left: The states of a partition, the seconds that are left, and the megabytes of a partition.

        Returns:
            The report, and the limit that was reached or `None`.
        """
        states, seconds, megabytes = left
        deadline = monotonic() + seconds
        stopped: Stop | None = None

        def stop(known: int) -> bool:
            nonlocal stopped
            if known > states:
                stopped = "states"
            elif self._interrupted():
                stopped = "interrupt"
            elif monotonic() >= deadline:
                stopped = "seconds"
            elif self._partition.nbytes > megabytes * MEGABYTE:
                stopped = "memory"
            return stopped is not None

        return self._partition.round(boxes, replies, stop, upto), stopped

    def again(self, depth: int, others: list[int]) -> Boxes:
        """Make the boxes of an earlier round again."""
        return self._partition.again(depth, others)

    def numbers(self, boxes: Boxes) -> Replies:
        """Return the numbers of known states."""
        return self._partition.numbers(boxes)

    def content(self, replies: Replies, sizes: Sizes) -> Content:
        """Return the states and transitions."""
        return self._partition.content(replies, sizes)


def partition_worker(index: int, reasoner: Reasoner, division: Division) -> PartitionWorker:
    """Make the object of a worker."""
    return PartitionWorker(expander_of(reasoner), division, index)


class Rounds:
    """The rounds of an exploration."""

    def __init__(self, workers: Executor, ends: Ends, division: Division, own: PartitionWorker | None = None) -> None:
        """Begin with the divided states.

        Args:
            workers: The workers, made by `partition_worker`.
            ends: The limits.
            division: The division that the workers were given.
            own: The last partition, if it is that of the calling process.
        """
        self._workers, self._ends, self._own = workers, ends, own
        self._everyone = range(division.count)
        self._depth = 0
        # By round and worker, how many states were expanded after it.
        self._expanded: list[dict[int, int]] = []
        # By round and worker, how many states are of this depth.
        self._sizes: list[list[int]] = []
        # The numbers of known states after the last round; nobody owns those that were expanded before the division.
        self._known = {index: len(division.own(index)) for index in self._everyone}
        self._before = division.begins[0]
        self._restarts = 0

    def contents(self) -> list[Content]:
        """Explore, and return the partitions."""
        boxes: Parts = {}
        replies: Parts = {}
        while True:
            reports = self._round(boxes, replies, None)
            boxes, replies = self._sorted(reports, "boxes"), self._sorted(reports, "replies")
            memory = sum(report.nbytes for report in reports.values()) / MEGABYTE
            self._known = {index: report.known for index, report in reports.items()}
            if self._ends.passed(self._before + sum(self._known.values()), memory):
                # States that were found last are numbered, and not expanded.
                reports = self._round(boxes, replies, self._expanded[-1])
                return self._collected(self._sorted(reports, "replies"))
            if not any(report.fresh for report in reports.values()):
                return self._collected(replies)

    def _collected(self, replies: Parts) -> list[Content]:
        """Ask the partitions for their contents, and again those that are lost meanwhile."""
        contents: dict[int, Content] = {}
        while missing := [index for index in self._everyone if index not in contents]:
            orders = {index: Order("content", (replies.get(index, {}), self._sizes)) for index in missing}
            answers = self._answers(orders)
            contents |= {index: content for index, content in answers.items() if content is not LOST}
            lost = [index for index, content in answers.items() if content is LOST]
            if lost:
                self._depth -= 1
                self._recovered(lost, self._expanded[-1])
                self._depth += 1
        return [contents[index] for index in self._everyone]

    def _round(self, boxes: Parts, replies: Parts, upto: Mapping[int, int] | None) -> dict[int, Report]:
        """Carry out a round; return the reports of all partitions."""
        orders = {
            index: self._order(
                index, boxes.get(index, {}), replies.get(index, {}), None if upto is None else upto[index]
            )
            for index in self._everyone
        }
        answers = self._answers(orders)
        lost = [index for index, answer in answers.items() if answer is LOST]
        if lost:
            answers |= self._recovered(lost, upto)
        reports = {index: self._report(answer) for index, answer in answers.items()}
        self._expanded.append({index: report.expanded for index, report in reports.items()})
        self._sizes.append([reports[index].fresh for index in self._everyone])
        self._depth += 1
        return reports

    def _answers(self, orders: Mapping[int, Order]) -> dict[int, Any]:
        """Carry out orders, that of the calling process while the workers are busy."""
        here = self._workers.count
        answers: dict[int, Any] = {}

        def here_too() -> None:
            if here in orders:
                answers[here] = orders[here].carried_out(self._own)

        return answers | self._workers.call(
            {index: order for index, order in orders.items() if index != here}, here_too
        )

    def _order(self, index: int, boxes: Boxes, replies: Replies, upto: int | None) -> Order:
        states, seconds, megabytes = self._ends.left()
        # The limit is that of all partitions together.
        states -= self._before + sum(self._known.values()) - self._known[index]
        return Order("round", (boxes, replies, upto, (states, seconds, megabytes / len(self._everyone))))

    def _report(self, answer: tuple[Report, Stop | None]) -> Report:
        report, stopped = answer
        if stopped is not None and self._ends.stopped is None:
            self._ends.stopped = stopped
        return report

    def _sorted(self, reports: Mapping[int, Report], name: str) -> Parts:
        """Sort boxes or replies by the partition that gets them."""
        parts: dict[int, dict[int, Any]] = {}
        for source, report in reports.items():
            for target, part in getattr(report, name).items():
                parts.setdefault(target, {})[source] = part
        return parts

    # -- workers that have died --------------------------------------------------------------

    def _recovered(self, lost: Iterable[int], upto: Mapping[int, int] | None) -> dict[int, Any]:
        """Compute the partitions of lost workers again, up to the present round; return their reports of it."""
        dead = sorted(lost)
        while True:
            self._restarts += 1
            if self._restarts > RESTARTS_LIMIT:
                raise BackendError(
                    f"workers have died {self._restarts} times",
                    hint="they may run out of memory: explore with fewer workers, or with a limit",
                )
            for index in dead:
                self._workers.restart(index)
            try:
                return self._replayed(dead, upto)
            except _MoreLostError as more:
                dead = sorted({*dead, *more.lost})

    def _replayed(self, dead: Collection[int], upto: Mapping[int, int] | None) -> dict[int, Any]:
        alive = [index for index in self._everyone if index not in dead]
        boxes: Parts = {}
        replies: list[Parts] = [{}, {}]
        for depth in range(self._depth + 1):
            known = self._expanded[depth] if depth < self._depth else upto
            answers = self._call(
                {
                    index: self._order(
                        index, boxes.get(index, {}), replies[0].get(index, {}), None if known is None else known[index]
                    )
                    for index in dead
                }
            )
            if depth == self._depth:
                return answers
            reports = {index: answer[0] for index, answer in answers.items()}
            again = self._call({index: Order("again", (depth, [*dead])) for index in alive})
            asked = self._sorted(reports, "boxes")
            numbered = self._call({index: Order("numbers", (asked.get(index, {}),)) for index in alive})
            boxes = _joined(asked, {d: {a: again[a][d] for a in alive if d in again[a]} for d in dead})
            # Partitions that are computed again send each other states one round later.
            numbers = {d: {a: numbered[a][d] for a in alive if d in numbered[a]} for d in dead}
            replies = [_joined(replies[1], {}), numbers]
            by_target = self._sorted(reports, "replies")
            replies[0] = _joined(replies[0], {d: by_target.get(d, {}) for d in dead})
        raise AssertionError("the present round is the last one")

    def _call(self, orders: Mapping[int, Order]) -> dict[int, Any]:
        answers = self._answers(orders)
        lost = [index for index, answer in answers.items() if answer is LOST]
        if lost:
            raise _MoreLostError(lost)
        return answers


class _MoreLostError(Exception):
    """Further workers have died."""

    def __init__(self, lost: Collection[int]) -> None:
        super().__init__(lost)
        self.lost = lost


def _joined(one: Parts, other: Parts) -> dict[int, dict[int, Any]]:
    """Join parts, those of one partition by their sources."""
    return {target: {**one.get(target, {}), **other.get(target, {})} for target in {*one, *other}}
