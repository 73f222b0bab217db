"""A partition of a state space: the states whose hash belongs to one worker, and the transitions from them.

Exploration goes on in rounds, one for each depth (hash-distributed breadth-first search: Stern and Dill, Parallelizing
the Murphi verifier, 1997). In a round a partition takes the states that it and others have found for it, answers with
their numbers, and expands its own new states.

All that a partition does depends on what it is given alone. So a partition that is lost can be computed again: `again`
makes the messages of an earlier round once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.columns import Column
from relgym.exploration.expanders.expander import Expander
from relgym.exploration.table import Numbers, Rows, StateTable, hashes
from relgym.tuning.exploration import OWN_ROWS_LIMIT

Boxes = Mapping[int, Rows]
"""States for a partition, by the number of the partition that has found them."""

Replies = Mapping[int, Numbers]
"""The numbers of the states of a box, by the number of the partition that answers."""

DELAY_ROUNDS = 2
"""Rounds after which the states of a box are numbered: they arrive in the next one, and the answer in the one after."""

_HALF = np.uint64(32)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a round.

    Attributes:
        boxes: States for other partitions, by their numbers.
        replies: The numbers of the states in the boxes that were taken, by the partitions that they came from.
        fresh: The number of states of this depth.
        known: The number of states so far.
        expanded: The number of expanded states so far.
        is_whole: False if the partition has stopped before it has expanded all states of this depth.
        nbytes: The memory of the states and transitions.
    """

    boxes: Boxes
    replies: Replies
    fresh: int
    known: int
    expanded: int
    is_whole: bool
    nbytes: int


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a partition.

    Attributes:
        rows: The states, those of smaller depth first.
        layers: For each depth the number of the first state.
        goals: For each state True if the goal holds.
        choices: For each expanded state the number of its valid actions.
        degrees: For each expanded state the number of its transitions. The first states are the expanded ones.
        actions: For each transition the number of its action.
        owners: For each transition the partition of the state after it; `None` if there is one partition.
        targets: For each transition the number of the state after it in that partition, -1 if nobody has told.
        probabilities: For each transition its probability, or `None`.
        names: The names of the actions.
        expanded: For each state True if it is expanded; `None` if the first ones are.
    """

    rows: Rows
    layers: list[int]
    goals: NDArray[np.bool_]
    choices: NDArray[np.int32]
    degrees: NDArray[np.int32]
    actions: NDArray[np.int32]
    owners: NDArray[np.uint16] | None
    targets: Numbers
    probabilities: NDArray[np.float64] | None
    names: list[str]
    expanded: NDArray[np.bool_] | None = None


class Partition:
    """The states of one worker."""

    def __init__(self, expander: Expander, index: int = 0, count: int = 1) -> None:
        """Begin with the start states."""
        self._expander, self._index, self._count = expander, index, count
        self._table = StateTable(expander.code.width)
        self._layers = [0]
        self._expanded = 0
        self._goals, self._choices, self._degrees = Column(np.bool_), Column(np.int32), Column(np.int32)
        self._actions, self._targets = Column(np.int32), Column(np.int32)
        self._owners = Column(np.uint16) if count > 1 else None
        self._probabilities = Column(np.float64) if expander.draws else None
        # Of the last two rounds: by partition, the positions of the transitions whose targets stand in its box.
        self._pending: list[dict[int, NDArray[np.intp]]] = []
        # Found for this partition and not yet in the table, and the positions of the transitions.
        self._found: list[Rows] = []
        self._waiting: list[NDArray[np.intp]] = []
        starts = expander.starts
        self._table.add(starts[self._owners_of(hashes(starts)) == index])

    def _owners_of(self, hashed: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the partitions that own states: their hashes scaled to the number of partitions.

        The high half of a hash decides; the low bits say where in the owner's table a state stands.
        """
        scaled = hashed >> _HALF
        scaled *= np.uint64(self._count)
        scaled >>= _HALF
        return scaled

    # -- rounds ------------------------------------------------------------------------------

    def round(self, boxes: Boxes, replies: Replies, stop: Callable[[int], bool], upto: int | None = None) -> Report:
        """Take what others have found, and expand the states of the next depth.

        Args:
            boxes: States that other partitions have found in the round before.
            replies: The numbers of the states in the boxes that it made two rounds ago.
            stop: Tells, given the number of known states, whether to stop; it is asked before each batch.
            upto: The number of states that are expanded after this round, if that is known, whatever `stop` says.

        Returns:
            What was found.
        """
        if len(self._pending) == DELAY_ROUNDS:
            self._settle(replies)
        answers = self._take(boxes)
        begin, end = self._layers[-1], len(self._table)
        self._layers.append(end)
        found: dict[int, list[Rows]] = {}
        waiting: dict[int, list[NDArray[np.intp]]] = {}
        last = end if upto is None else upto
        while self._expanded < last and not (upto is None and stop(len(self._table))):
            some = min(self._expanded + self._expander.chunk, last)
            self._expand(self._expanded, some, found, waiting)
            self._expanded = some
            if sum(map(len, self._found)) > OWN_ROWS_LIMIT:
                self._take({})
        self._pending.append({other: np.concatenate(positions) for other, positions in waiting.items()})
        boxed = {other: np.concatenate(rows) for other, rows in found.items()}
        is_whole = self._expanded == end
        return Report(boxed, answers, end - begin, len(self._table), self._expanded, is_whole, self.nbytes)

    def _take(self, boxes: Boxes) -> Replies:
        """Add the states that were found for this partition, its own ones first; return the numbers of the others'."""
        sources = sorted(boxes)
        parts = [*self._found, *(boxes[other] for other in sources)]
        if not parts:
            return {}
        numbers = self._table.add(np.concatenate(parts))[0]
        if self._waiting:
            positions = np.concatenate(self._waiting)
            self._targets.array[positions] = numbers[: len(positions)]
            numbers = numbers[len(positions) :]
            self._found.clear()
            self._waiting.clear()
        ends = np.cumsum([len(boxes[other]) for other in sources])
        return dict(zip(sources, np.split(numbers, ends[:-1]), strict=True)) if sources else {}

    def _settle(self, replies: Replies) -> None:
        """Enter the targets of the transitions that have waited longest."""
        for other, positions in self._pending.pop(0).items():
            self._targets.array[positions] = replies[other]

    def _expand(
        self, begin: int, end: int, found: dict[int, list[Rows]], waiting: dict[int, list[NDArray[np.intp]]]
    ) -> None:
        """Expand some states."""
        expansion = self._expander.expanded(self._table.rows[begin:end])
        self._goals.extend(expansion.goals)
        self._choices.extend(expansion.choices)
        self._degrees.extend(np.bincount(expansion.sources, minlength=end - begin))
        self._actions.extend(expansion.actions)
        if self._probabilities is not None:
            self._probabilities.extend(expansion.probabilities)
        if self._owners is None:
            self._targets.extend(self._table.add(expansion.rows)[0])
            return
        owners = self._owners_of(hashes(expansion.rows)).astype(np.uint16)
        first = len(self._targets)
        for other in range(self._count):
            own = np.flatnonzero(owners == other)
            if len(own):
                rows, positions = expansion.rows.take(own, axis=0), own + first
                if other == self._index:
                    self._found.append(rows)
                    self._waiting.append(positions)
                else:
                    found.setdefault(other, []).append(rows)
                    waiting.setdefault(other, []).append(positions)
        self._owners.extend(owners)
        self._targets.extend(np.full(len(owners), -1, np.int32))

    def again(self, depth: int, others: list[int]) -> Boxes:
        """Make the boxes of an earlier round again.

        Args:
            depth: The depth whose states were expanded in that round.
            others: The partitions whose boxes are wanted.

        Returns:
            The same boxes as in that round.
        """
        found: dict[int, list[Rows]] = {}
        begin, end = self._layers[depth], min(self._layers[depth + 1], self._expanded)
        for first in range(begin, end, self._expander.chunk):
            rows = self._expander.expanded(self._table.rows[first : min(first + self._expander.chunk, end)]).rows
            owners = self._owners_of(hashes(rows))
            for other in others:
                own = owners == other
                if own.any():
                    found.setdefault(other, []).append(rows[own])
        return {other: np.concatenate(rows) for other, rows in found.items()}

    def numbers(self, boxes: Boxes) -> Replies:
        """Return the numbers of states that the partition knows."""
        known = len(self._table)
        found = {other: self._table.add(rows)[0] for other, rows in boxes.items()}
        assert len(self._table) == known, "a partition that is computed again finds the same states"
        return found

    # -- results -----------------------------------------------------------------------------

    @property
    def nbytes(self) -> int:
        """The memory of the states and transitions."""
        columns = [self._goals, self._choices, self._degrees, self._actions, self._targets]
        columns += [column for column in (self._owners, self._probabilities) if column is not None]
        return self._table.nbytes + sum(column.nbytes for column in columns)

    def content(self, replies: Replies) -> Content:
        """Return the states and transitions, once nothing is left to expand.

        Args:
            replies: The numbers of the states in the boxes that it made last.
        """
        if self._pending and replies:
            self._settle(replies)
        rows, expander = self._table.rows, self._expander
        for first in range(len(self._goals), len(rows), expander.chunk):
            self._goals.extend(expander.goals(rows[first : first + expander.chunk]))
        return Content(
            rows,
            self._layers,
            self._goals.array,
            self._choices.array,
            self._degrees.array,
            self._actions.array,
            None if self._owners is None else self._owners.array,
            self._targets.array,
            None if self._probabilities is None else self._probabilities.array,
            [*expander.actions],
        )
