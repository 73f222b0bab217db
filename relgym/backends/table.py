"""The rows of a symbol as the builtin engine keeps them: a set of all, and an index for each access.

>>> table = Table(2, 3)
>>> by_first = table.index((0,))
>>> table.insert((1, 2))
>>> by_first
[frozenset(), {2}, frozenset()]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import Any

from relgym.model.program import Row

Item = Any
"""A row, or part of one, as a set holds it: a number for one column, a tuple for any other number."""

Part = Callable[[Row], Item]

Index = list[AbstractSet[Item]] | dict[Item, AbstractSet[Item]]
"""The rest of rows by known columns: in a list by the one that is known, or in a dict by more of them."""

EMPTY: frozenset[Item] = frozenset()
"""Stands in lists where no row ever was: it costs nothing, and must be replaced where one comes."""


class Table:
    """All rows of one symbol, and for each pattern of known columns an index from those to the others."""

    __slots__ = ("_indexes", "_size", "arity", "rows")

    def __init__(self, arity: int, size: int) -> None:
        """A table of rows with numbers below `size`."""
        self.arity = arity
        self.rows: set[Item] = set()
        self._size = size
        self._indexes: dict[tuple[int, ...], tuple[Part, Part, Index]] = {}

    def places(self, row: Row) -> list[tuple[set[Item], Item]]:
        """Every set in which a row stands, and as what; these sets stay what they are."""
        found = [(self.rows, row[0] if self.arity == 1 else row)]
        for known, others, index in self._indexes.values():
            found.append((_bucket(index, known(row)), others(row)))
        return found

    def insert(self, row: Row) -> None:
        for bucket, item in self.places(row):
            bucket.add(item)

    def insert_all(self, rows: Collection[Row]) -> None:
        """Insert many rows at once."""
        self.rows.update(rows if self.arity != 1 else [item for (item,) in rows])
        for known, others, index in self._indexes.values():
            _add_to(index, known, others, rows)

    def flip(self, row: Row) -> None:
        """Insert a row that is not there, or take out one that is."""
        there = (row[0] if self.arity == 1 else row) in self.rows
        for bucket, item in self.places(row):
            if there:
                bucket.discard(item)
            else:
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
                    try:
                        bucket: Any = index[place]
                        bucket.add(others(item))
                    except (KeyError, AttributeError):
                        # There is no set yet, or `EMPTY`.
                        index[place] = {others(item)}

    def drop(self, items: Iterable[Item]) -> None:
        """Take items out that are there."""
        indexes = self._indexes.values()
        for item in items:
            self.rows.discard(item)
            for known, others, index in indexes:
                bucket: Any = index[known(item)]
                bucket.discard(others(item))

    def become(self, wanted: AbstractSet[Item]) -> AbstractSet[Item]:
        """Hold these items and no others; the result is what has come or gone.

        >>> table = Table(1, 3)
        >>> table.insert_all([(0,), (1,)])
        >>> sorted(table.become({1, 2})), table.rows
        ([0, 2], {1, 2})
        """
        gone, come = self.rows - wanted, wanted - self.rows
        self.drop(gone)
        self.take(come, [])
        return gone | come

    def clear(self) -> None:
        """Take all rows out, of a table of which nobody holds sets."""
        self.rows.clear()
        for _, _, index in self._indexes.values():
            if isinstance(index, list):
                index[:] = [EMPTY] * len(index)
            else:
                index.clear()

    def index(self, known: tuple[int, ...]) -> Index:
        """The index for an access by some, not all, of at least two columns; made if it is new."""
        if known not in self._indexes:
            others = tuple(column for column in range(self.arity) if column not in known)
            index: Index = [EMPTY] * self._size if len(known) == 1 else {}
            mine, rest = itemgetter(*known), itemgetter(*others)
            self._indexes[known] = mine, rest, index
            _add_to(index, mine, rest, self.rows)
        return self._indexes[known][2]

    def single(self, known: tuple[int, ...]) -> list[Item | None] | dict[Item, Item]:
        """The other columns by some that are the same in no two rows, of a table that stays as it is.

        >>> table = Table(2, 3)
        >>> table.insert_all([(0, 2), (2, 2)])
        >>> table.single((0,))
        [2, None, 2]
        """
        others = tuple(column for column in range(self.arity) if column not in known)
        mine, rest = itemgetter(*known), itemgetter(*others)
        if len(known) > 1:
            return dict(zip(map(mine, self.rows), map(rest, self.rows), strict=True))
        found: list[Item | None] = [None] * self._size
        for row in self.rows:
            found[mine(row)] = rest(row)
        return found


def _add_to(index: Index, known: Part, others: Part, rows: Collection[Row]) -> None:
    """Put rows into an index."""
    find = index.__getitem__ if isinstance(index, list) else index.get
    for place, item in zip(map(known, rows), map(others, rows), strict=True):
        bucket = find(place)
        if isinstance(bucket, set):
            bucket.add(item)
        else:
            index[place] = {item}


def _bucket(index: Index, place: Item) -> set[Item]:
    """The set at a place, made if there is none yet."""
    bucket = index[place] if isinstance(index, list) else index.get(place, EMPTY)
    if bucket is EMPTY:
        bucket = index[place] = set()
    assert isinstance(bucket, set)
    return bucket
