"""The rows of a symbol as the builtin engine keeps them: a set of all, and an index for each access.

>>> table = Table(2)
>>> by_first = table.index((0,))
>>> table.insert((1, 2))
>>> by_first
{1: {2}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from relgym.model.program import Row

Item = Any
"""A row, or part of one, as a set holds it: a number for one column, a tuple for any other number."""

Part = Callable[[Row], Item]


class Table:
    """All rows of one symbol, and for each pattern of known columns a dict from those to the others."""

    __slots__ = ("_indexes", "arity", "rows")

    def __init__(self, arity: int) -> None:
        self.arity = arity
        self.rows: set[Item] = set()
        self._indexes: dict[tuple[int, ...], tuple[Part, Part, dict[Item, set[Item]]]] = {}

    def places(self, row: Row) -> list[tuple[set[Item], Item]]:
        """Every set in which a row stands, and as what."""
        found = [(self.rows, row[0] if self.arity == 1 else row)]
        for known, others, index in self._indexes.values():
            found.append((index.setdefault(known(row), set()), others(row)))
        return found

    def insert(self, row: Row) -> None:
        for bucket, item in self.places(row):
            bucket.add(item)

    def take(self, found: Iterable[Item], new: list[Item]) -> None:
        """Insert items, and note those that were not there before."""
        rows = self.rows
        indexes = self._indexes.values()
        for item in found:
            if item not in rows:
                rows.add(item)
                new.append(item)
                for known, others, index in indexes:
                    place = known(item)
                    bucket = index.get(place)
                    if bucket is None:
                        index[place] = {others(item)}
                    else:
                        bucket.add(others(item))

    def drop(self, items: Iterable[Item]) -> None:
        """Take items out that are there."""
        indexes = self._indexes.values()
        for item in items:
            self.rows.discard(item)
            for known, others, index in indexes:
                index[known(item)].discard(others(item))

    def clear(self) -> None:
        self.rows.clear()
        for _, _, index in self._indexes.values():
            index.clear()

    def index(self, known: tuple[int, ...]) -> dict[Item, set[Item]]:
        """The dict for an access by some, not all, of at least two columns; made if it is new."""
        if known not in self._indexes:
            others = tuple(column for column in range(self.arity) if column not in known)
            index: dict[Item, set[Item]] = {}
            self._indexes[known] = itemgetter(*known), itemgetter(*others), index
            for row in self.rows:
                index.setdefault(itemgetter(*known)(row), set()).add(itemgetter(*others)(row))
        return self._indexes[known][2]
