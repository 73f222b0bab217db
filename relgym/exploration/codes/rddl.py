"""States of RDDL as words: a bit for each truth value, and a number for each other value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from relgym.exploration.codes.code import NUMBER_WORDS, number_of, number_words, packed_bits, unpacked_bits, words_of
from relgym.exploration.table import Rows
from relgym.model.rddl.equations import Number, Values, as_list
from relgym.model.rddl.expressions import BOOL
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.rddl.reasoner import RDDLReasoner


class RDDLCode:
    """Writes states of one instance as rows of words.

    Attributes:
        width: The number of words.
    """

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._program = reasoner.program
        start = reasoner.initial_state.values
        # By state-fluent: the number of its cells (-1 where it has no parameters), and True for truth values.
        self._shapes = [
            (len(values) if isinstance(values, list) else -1, function.range == BOOL)
            for function, values in zip(self._program.states, start, strict=True)
        ]
        self._bits = sum(abs(cells) for cells, is_truth in self._shapes if is_truth)
        numbers = sum(abs(cells) for cells, is_truth in self._shapes if not is_truth)
        self._words = words_of(self._bits)
        self.width = max(1, self._words + NUMBER_WORDS * numbers)

    def packed(self, states: Sequence[RDDLState]) -> Rows:
        """Return the rows of states."""
        rows = np.zeros((len(states), self.width), np.uint64)
        if self._bits:
            truths = np.array([[*self._cells(state, True)] for state in states], np.uint8)
            rows[:, : self._words] = packed_bits(truths.reshape(len(states), self._bits))
        if self.width > self._words and states:
            words = [[word for value in self._cells(state, False) for word in number_words(value)] for state in states]
            if words[0]:
                rows.view(np.int64)[:, self._words :] = words
        return rows

    def _cells(self, state: RDDLState, truths: bool) -> Iterator[Number]:
        for (_, is_truth), values in zip(self._shapes, state.values, strict=True):
            if is_truth == truths:
                yield from as_list(values)

    def state(self, row: Rows) -> RDDLState:
        """Return the state of a row."""
        truths = iter(unpacked_bits(row[None], self._bits)[0].astype(bool).tolist())
        words = iter(row[self._words :].view(np.int64).tolist())
        values: list[Values] = []
        for cells, is_truth in self._shapes:
            cells_of: list[Number] = []
            for _ in range(abs(cells)):
                value = next(truths) if is_truth else number_of(next(words), next(words))
                assert isinstance(value, int | float)
                cells_of.append(value)
            values.append(cells_of[0] if cells < 0 else cells_of)
        return RDDLState(self._program, values)
