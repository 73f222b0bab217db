"""The set of known states: packed rows in the order in which they were found, and a hash table of their numbers.

The table uses open addressing with linear probing (Knuth, The Art of Computer Programming, section 6.4). Thousands of
rows are looked up together: each round looks at one slot of every row that is not settled yet. The hash is that of the
row's words, the same in every process.

>>> table = StateTable(1)
>>> rows = np.array([[5], [7], [5]], np.uint64)
>>> numbers, count = table.add(rows)
>>> numbers.tolist(), count, len(table)
([0, 1, 0], 2, 2)
>>> table.add(rows)[0].tolist()
[0, 1, 0]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.columns import Column
from relgym.tuning.exploration import FIRST_SLOTS, REHASHED_STATES, TABLE_LOAD_LIMIT

Rows = NDArray[np.uint64]
"""States as rows of words: shape (states, words)."""

Numbers = NDArray[np.int32]
"""Numbers of states; -1 stands for none."""

_FACTORS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93))
_HALF = np.uint64(32)


def hashes(rows: Rows) -> NDArray[np.uint64]:
    """Return a hash of each row: multiplications and shifts of its words, as in the finalizer of SplitMix64."""
    mixed = np.zeros(len(rows), np.uint64)
    for word in range(rows.shape[1]):
        mixed ^= rows[:, word]
        for factor in _FACTORS:
            mixed *= factor
            mixed ^= mixed >> _HALF
    return mixed


class StateTable:
    """The known states."""

    def __init__(self, width: int) -> None:
        """`width` is the number of words of a state."""
        self._rows = Column(np.uint64, width)
        self._slots: Numbers = np.full(FIRST_SLOTS, -1, np.int32)
        self._width = width

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def rows(self) -> Rows:
        """The states in the order in which they were found, as a view that is valid until the next one is added."""
        return self._rows.array

    @property
    def nbytes(self) -> int:
        """The bytes of the rows and of the hash table."""
        return self._rows.nbytes + self._slots.nbytes

    def add(self, rows: Rows) -> tuple[Numbers, int]:
        """Add states that are new.

        Args:
            rows: The states; some may be equal.

        Returns:
            The number of each state, and how many of them were new. New states are numbered in their order.
        """
        known, some = len(self._rows), len(rows)
        self._grow(known + some)
        every = self._rows.room(some)
        every[known : known + some] = rows
        numbers_of, slots = self._settled(every, hashes(rows), known)
        is_new = numbers_of == np.arange(known, known + some, dtype=np.int32)
        new = np.flatnonzero(is_new)
        count = len(new)
        if count < some:
            # The new ones stand side by side, in their order.
            numbers = np.full(some, -1, np.int32)
            numbers[new] = np.arange(known, known + count, dtype=np.int32)
            later = numbers_of >= known
            numbers_of[later] = numbers[numbers_of[later] - known]
            self._slots[slots[new]] = numbers[new]
            every[known : known + count] = rows[new]
        self._rows.keep(known + count)
        return numbers_of, count

    def _settled(self, every: Rows, hashed: NDArray[np.uint64], first: int) -> tuple[Numbers, NDArray[np.intp]]:
        """Find the slots of the rows from `first` on; each slot that is free gets the number of the first such row."""
        slots = self._slots
        last = len(slots) - 1
        words = every.reshape(-1)
        at = (hashed & np.uint64(last)).astype(np.intp)
        numbers: Numbers = np.empty(len(at), np.int32)
        todo: Any = np.arange(len(at))
        while len(todo):
            slot = at[todo]
            there = slots.take(slot)
            free = there < 0
            if free.any():
                # Of several rows at one slot the one that is written last stays, which is to be the first of them.
                claimed = np.flatnonzero(free)[::-1]
                slots[slot[claimed]] = todo[claimed] + first
                there = slots.take(slot)
            mine, theirs = (todo + first) * self._width, there.astype(np.intp) * self._width
            equal = words.take(mine) == words.take(theirs)
            for word in range(1, self._width):
                equal &= words.take(mine + word) == words.take(theirs + word)
            numbers[todo[equal]] = there[equal]
            todo = todo[~equal]
            at[todo] = (at[todo] + 1) & last
        return numbers, at

    def _grow(self, states: int) -> None:
        """Make a larger table if `states` states would fill too much of it."""
        if states <= TABLE_LOAD_LIMIT * len(self._slots):
            return
        size = len(self._slots)
        while states > TABLE_LOAD_LIMIT * size:
            size *= 2
        self._slots = np.full(size, -1, np.int32)
        rows = self._rows.array
        for begin in range(0, len(rows), REHASHED_STATES):
            end = min(begin + REHASHED_STATES, len(rows))
            self._settled(rows[:end], hashes(rows[begin:end]), begin)
