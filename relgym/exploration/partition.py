"""A partition of a state space: the states that belong to one worker, and the transitions from them.

Exploration goes on in rounds, one for each depth (hash-distributed breadth-first search: Stern and Dill, Parallelizing
the Murphi verifier, 1997). In a round a partition takes the states that others have found for it, answers with their
numbers, and expands its own new states.

All that a partition does depends on what it is given alone. So a partition that is lost can be computed again: `again`
makes the messages of an earlier round once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.columns import Column
from relgym.exploration.expanders.expander import Expander
from relgym.exploration.messages import Boxes, Content, Replies, Report
from relgym.exploration.owners import Division, Sizes, sorted_by_owner
from relgym.exploration.table import Numbers, Rows, StateTable
from relgym.tuning.exploration import OWN_ROWS_LIMIT

DELAY_ROUNDS = 2
"""Rounds after which the states of a box are numbered: they arrive in the next one, and the answer in the one after."""


class Partition:
    """The states of one worker."""

    def __init__(self, expander: Expander, division: Division, index: int = 0) -> None:
        """Begin with the divided states, which have the same numbers in the tables of all partitions.

        Args:
            expander: Expands states.
            division: The divided states.
            index: The number of this partition.
        """
        self._expander, self._division, self._index = expander, division, index
        self._table = StateTable(expander.code.width)
        self._table.add(division.rows)
        # By depth: the numbers of the own states, and of the transitions from them.
        self._layers: list[range] = []
        self._degree_sums: list[int] = []
        self._expanded = 0
        self._goals, self._choices, self._degrees = Column(np.bool_), Column(np.int32), Column(np.int32)
        self._actions, self._targets = Column(np.int32), Column(np.int32)
        self._probabilities = Column(np.float64) if expander.draws else None
        # Of the last two rounds: by partition, the positions of the transitions whose targets stand in its box.
        self._pending: list[dict[int, NDArray[np.intp]]] = []
        # Found for this partition and not yet in the table, and the positions of the transitions.
        self._found: list[Rows] = []
        self._waiting: list[NDArray[np.intp]] = []
        # Positions of transitions, the partition that owns their targets, and the numbers of these there.
        self._replied: list[tuple[NDArray[np.intp], int, Numbers]] = []

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
        layer, transitions = self._next_layer(), len(self._actions)
        self._layers.append(layer)
        boxes_of: dict[int, list[Rows]] = {}
        waiting: dict[int, list[NDArray[np.intp]]] = {}
        is_whole = True
        for some in self._chunks(layer if upto is None else layer[: upto - self._expanded]):
            if upto is None and stop(self._known):
                is_whole = False
                break
            self._expand(some, boxes_of, waiting)
        self._degree_sums.append(len(self._actions) - transitions)
        self._pending.append({other: np.concatenate(positions) for other, positions in waiting.items()})
        boxed = {other: np.concatenate(rows) for other, rows in boxes_of.items()}
        return Report(boxed, answers, len(layer), self._known, self._expanded, is_whole, self.nbytes)

    @property
    def _known(self) -> int:
        """The number of own states."""
        return len(self._table) - len(self._division.rows) + len(self._division.own(self._index))

    def _next_layer(self) -> range:
        """Return the numbers of the states of the next depth."""
        if self._layers:
            return range(max(self._layers[-1].stop, len(self._division.rows)), len(self._table))
        return self._division.own(self._index)

    def _chunks(self, states: range) -> Iterator[range]:
        """Yield parts of a layer that are expanded together."""
        while states:
            # An expander may change the size while it expands.
            size = self._expander.chunk
            yield states[:size]
            states = states[size:]

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
            self._found = []
            self._waiting = []
        ends = np.cumsum([len(boxes[other]) for other in sources])
        return dict(zip(sources, np.split(numbers, ends[:-1]), strict=True)) if sources else {}

    def _settle(self, replies: Replies) -> None:
        """Keep the numbers of the targets that have waited longest."""
        for other, positions in self._pending.pop(0).items():
            self._replied.append((positions, other, replies[other]))

    def _expand(
        self, states: range, boxes_of: dict[int, list[Rows]], waiting: dict[int, list[NDArray[np.intp]]]
    ) -> None:
        """Expand some states."""
        expansion = self._expander.expanded(self._table.rows[states.start : states.stop])
        self._expanded += len(states)
        self._goals.extend(expansion.goals)
        self._choices.extend(expansion.choices)
        self._degrees.extend(np.bincount(expansion.sources, minlength=len(states)))
        self._actions.extend(expansion.actions)
        if self._probabilities is not None:
            self._probabilities.extend(expansion.probabilities)
        if self._division.count == 1:
            self._targets.extend(self._table.add(expansion.rows)[0])
            return
        first, count = len(self._targets), len(expansion.rows)
        # The numbers of the targets follow.
        self._targets.room(count)[first : first + count] = -1
        self._targets.keep(first + count)
        for owner, places in self._division.by_owner(expansion.rows):
            rows, positions = expansion.rows.take(places, axis=0), places + first
            if owner == self._index:
                self._found.append(rows)
                self._waiting.append(positions)
            else:
                boxes_of.setdefault(owner, []).append(rows)
                waiting.setdefault(owner, []).append(positions)
        if sum(map(len, self._found)) > OWN_ROWS_LIMIT:
            self._take({})

    def again(self, depth: int, others: list[int]) -> Boxes:
        """Make the boxes of an earlier round again.

        Args:
            depth: The number of that round.
            others: The partitions whose boxes are wanted.

        Returns:
            The same boxes as in that round.
        """
        boxes: dict[int, list[Rows]] = {}
        left = self._expanded - sum(map(len, self._layers[:depth]))
        for some in self._chunks(self._layers[depth][: max(0, left)]):
            rows = self._expander.expanded(self._table.rows[some.start : some.stop]).rows
            for other, places in self._division.by_owner(rows):
                if other in others:
                    boxes.setdefault(other, []).append(rows.take(places, axis=0))
        return {other: np.concatenate(rows) for other, rows in boxes.items()}

    def numbers(self, boxes: Boxes) -> Replies:
        """Return the numbers of states that the partition knows."""
        known = len(self._table)
        replies = {other: self._table.add(rows)[0] for other, rows in boxes.items()}
        assert len(self._table) == known, "a partition that is computed again finds the same states"
        return replies

    # -- results -----------------------------------------------------------------------------

    @property
    def nbytes(self) -> int:
        """The memory of the states and transitions."""
        columns = [self._goals, self._choices, self._degrees, self._actions, self._targets]
        columns += [] if self._probabilities is None else [self._probabilities]
        replied = sum(positions.nbytes + numbers.nbytes for positions, _, numbers in self._replied)
        return self._table.nbytes + sum(column.nbytes for column in columns) + replied

    def divided(self, count: int) -> tuple[Content, Division]:
        """Divide the states that are not expanded yet among partitions.

        Args:
            count: The number of partitions.

        Returns:
            The expanded states with their transitions, and the division.
        """
        rows, done = self._table.rows.copy(), self._expanded
        order, begins = sorted_by_owner(rows[done:], count)
        rows[done:] = rows[done:].take(order, axis=0)
        numbers = np.arange(len(rows), dtype=np.int32)
        numbers[done + order] = numbers[done:].copy()
        content = self._content(rows[:done], self._layers, numbers.take(self._targets.array))
        return content, Division(rows, [done + begin for begin in begins])

    def content(self, replies: Replies | None = None, sizes: Sizes = ()) -> Content:
        """Return the states and transitions, once nothing is left to expand.

        Args:
            replies: The numbers of the states in the boxes that it made last.
            sizes: The number of states of each round and partition; empty if nothing was divided.
        """
        if self._pending and replies:
            self._settle(replies)
        rows, targets = self._table.rows, self._targets.array
        layers = [*self._layers, self._next_layer()]
        if sizes:
            divided = self._division.numbers(sizes)
            rows = np.concatenate([rows[layers[0].start : layers[0].stop], rows[len(self._division.rows) :]])
            targets = divided[self._index].take(targets)
            for positions, other, numbers in self._replied:
                targets[positions] = divided[other].take(numbers)
        return self._content(rows, layers, targets)

    def _content(self, rows: Rows, layers: Sequence[range], targets: Numbers) -> Content:
        """Return some states, those of these layers, and all transitions."""
        expanded, expander = self._expanded, self._expander
        for first in range(expanded, len(rows), expander.chunk):
            self._goals.extend(expander.goals(rows[first : first + expander.chunk]))
        for column in (self._choices, self._degrees):
            column.extend(np.zeros(len(rows) - len(column), np.int32))
        return Content(
            rows,
            [len(layer) for layer in layers],
            [*self._degree_sums, *[0] * (len(layers) - len(self._degree_sums))],
            self._goals.array,
            np.arange(len(rows)) < expanded,
            self._choices.array,
            self._degrees.array,
            self._actions.array,
            targets,
            None if self._probabilities is None else self._probabilities.array,
            [*expander.actions],
        )
