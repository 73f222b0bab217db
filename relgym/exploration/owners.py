"""The division of states among partitions: which one owns a state.

A partition begins with the states that one process has found before there were enough of them to share. Their numbers
are the same for all partitions, and those that are not expanded yet are sorted by their owners.

>>> division = Division(np.arange(5, dtype=np.uint64).reshape(-1, 1), [2, 4, 5])
>>> [*division.own(0)], [*division.own(1)]
([2, 3], [4])

The first partition has found two further states, the second one three, one of them a step farther:

>>> [numbers.tolist() for numbers in division.numbers([[2, 1], [2, 2], [0, 1]])]
[[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 7, 8, 9]]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.table import Rows, StateTable, hashes

Sizes = Sequence[Sequence[int]]
"""For each round and partition the number of states of that depth."""

_HALF = np.uint64(32)


@dataclass(frozen=True, slots=True)
class Division:
    """States that are divided among partitions.

    Attributes:
        rows: The states. The first ones are expanded; all others follow by the partitions that own them.
        begins: For each partition the first state that it owns, and where those of the last one end.
    """

    rows: Rows
    begins: list[int]

    @staticmethod
    def undivided(rows: Rows) -> Division:
        """Return the start states of one partition; some may be equal."""
        table = StateTable(rows.shape[1])
        count = table.add(rows)[1]
        return Division(table.rows, [0, count])

    @property
    def count(self) -> int:
        """The number of partitions."""
        return len(self.begins) - 1

    def own(self, index: int) -> range:
        """Return the states that a partition owns."""
        return range(self.begins[index], self.begins[index + 1])

    def by_owner(self, rows: Rows) -> list[tuple[int, NDArray[np.intp]]]:
        """Return the places of the states that each partition owns, if there are any."""
        owners = owners_of(rows, self.count)
        every = ((owner, np.flatnonzero(owners == owner)) for owner in range(self.count))
        return [(owner, places) for owner, places in every if len(places)]

    def numbers(self, sizes: Sizes) -> list[NDArray[np.int32]]:
        """Number all states by their depth, and within a depth by the partitions that own them.

        Args:
            sizes: For each depth from that of the divided states on, and each partition, the number of states.

        Returns:
            For each partition, the numbers of the states in its table.
        """
        table = np.array(sizes[1:], np.int64).reshape(-1, self.count)
        first = len(self.rows)
        ends = first + table.cumsum().reshape(table.shape)
        shifts = ends - first - table.cumsum(axis=0)
        columns = []
        for shift, counts in zip(shifts.T, table.T, strict=True):
            numbers = np.arange(first + counts.sum(), dtype=np.int32)
            numbers[first:] += np.repeat(shift.astype(np.int32), counts)
            columns.append(numbers)
        return columns


def sorted_by_owner(rows: Rows, count: int) -> tuple[NDArray[np.intp], list[int]]:
    """Return an order of states in which those of one partition stand together, and where each partition begins."""
    owners = owners_of(rows, count)
    return np.argsort(owners, kind="stable"), [0, *np.bincount(owners, minlength=count).cumsum().tolist()]


def owners_of(rows: Rows, count: int) -> NDArray[np.uint16]:
    """Return the partitions that own states: their hashes scaled to the number of partitions.

    The high half of a hash decides; the low bits say where in the owner's table a state stands.
    """
    scaled = hashes(rows)
    scaled >>= _HALF
    scaled *= np.uint64(count)
    scaled >>= _HALF
    return scaled.astype(np.uint16)
