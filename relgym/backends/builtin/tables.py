"""Tables of the builtin engine: for each symbol a set of all rows, and an index for each access pattern.

>>> table = Table(2, 3)
>>> by_first = table.index((0,))
>>> table.insert((1, 2))
>>> by_first
[frozenset(), {2}, frozenset()]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from operator import itemgetter
from typing import Any

from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Row, Symbol

Item = Any
"""A row, or a part of one, in a set: a number for one column, a tuple for any other number of columns."""

Part = Callable[[Row], Item]

Index = list[AbstractSet[Item]] | dict[Item, AbstractSet[Item]]
"""The other columns of rows by the known ones: a list for one known column, a dict for more."""

Single = list[Item | None] | dict[Item, Item | None]
"""An index for known columns that at most one row matches; None where no row does."""

Acts = Sequence[tuple[Callable[[Item], None], Item]]
"""Functions, each with its argument."""

EMPTY: frozenset[Item] = frozenset()
"""A shared placeholder in lists where no row ever was; it is replaced by a set when the first row is added."""


class Table:
    """All rows of one symbol, and an index from known columns to the others for each access pattern."""

    __slots__ = ("_indexes", "_singles", "_size", "_wider", "arity", "rows")

    def __init__(self, arity: int, size: int) -> None:
        """Make an empty table of rows with numbers below `size`."""
        self.arity = arity
        self.rows: set[Item] = set()
        self._size = size
        self._indexes: dict[tuple[int, ...], tuple[Part, Part, Index]] = {}
        self._singles: dict[tuple[int, ...], tuple[Part, Part, Single]] = {}
        # Tables that this one determines, with the mapping from its items to their rows.
        self._wider: list[tuple[Table, Mapping[Item, Row]]] = []

    def acts(self, row: Row) -> tuple[Acts, Acts]:
        """Return the actions that add a row to all sets and indexes, and those that remove it."""
        item = row[0] if self.arity == 1 else row
        enter: list[tuple[Callable[[Item], None], Item]] = [(self.rows.add, item)]
        leave: list[tuple[Callable[[Item], None], Item]] = [(self.rows.discard, item)]
        for known, others, index in self._indexes.values():
            bucket = _bucket(index, known(row))
            enter.append((bucket.add, others(row)))
            leave.append((bucket.discard, others(row)))
        for known, others, single in self._singles.values():
            put = partial(single.__setitem__, known(row))
            enter.append((put, others(row)))
            leave.append((put, None))
        for table, rows in self._wider:
            if item in rows:
                more, less = table.acts(rows[item])
                enter += more
                leave += less
        return enter, leave

    def all(self) -> list[Row]:
        """Return all rows."""
        return [(item,) for item in self.rows] if self.arity == 1 else list(self.rows)

    def insert(self, row: Row) -> None:
        for act, item in self.acts(row)[0]:
            act(item)

    def insert_all(self, rows: Collection[Row]) -> None:
        """Insert many rows at once."""
        self.rows.update(rows if self.arity != 1 else [item for (item,) in rows])
        for known, others, index in self._indexes.values():
            _add_to(index, known, others, rows)
        self._single_out(rows)
        for table, wider in self._wider:
            table.insert_all(_with(rows if self.arity != 1 else [item for (item,) in rows], wider))

    def widen(self, table: Table, rows: Mapping[Item, Row]) -> None:
        """Let another table, with several columns, hold the rows that `rows` assigns to the items of this one.

        >>> table, wide = Table(1, 3), Table(2, 3)
        >>> table.insert((0,))
        >>> table.widen(wide, {0: (0, 2), 1: (1, 2)})
        >>> table.insert((1,))
        >>> table.insert((2,))
        >>> table.drop([0])
        >>> wide.rows
        {(1, 2)}
        """
        self._wider.append((table, rows))
        table.insert_all(_with(self.rows, rows))

    def _single_out(self, rows: Iterable[Row]) -> None:
        """Put rows into the single indexes."""
        for known, others, single in self._singles.values():
            for row in rows:
                single[known(row)] = others(row)

    def take(self, items: Iterable[Item], new: list[Item]) -> None:
        """Insert items, and append the new ones to `new`."""
        rows = self.rows
        indexes, singles = self._indexes.values(), self._singles.values()
        for item in items:
            if item not in rows:
                rows.add(item)
                new.append(item)
                for known, others, index in indexes:
                    place = known(item)
                    try:
                        bucket: Any = index[place]
                        bucket.add(others(item))
                    except (KeyError, AttributeError):
                        # There is no set yet, or the place holds `EMPTY`.
                        index[place] = {others(item)}
                for known, others, single in singles:
                    single[known(item)] = others(item)
        for table, wider in self._wider:
            table.insert_all(_with(new, wider))

    def drop(self, items: Collection[Item]) -> None:
        """Remove items, which must all be present."""
        self.rows.difference_update(items)
        for known, others, index in self._indexes.values():
            for place, item in zip(map(known, items), map(others, items), strict=True):
                bucket: Any = index[place]
                bucket.discard(item)
        for known, _, single in self._singles.values():
            for place in map(known, items):
                single[place] = None
        for table, wider in self._wider:
            table.drop(_with(items, wider))

    def become(self, wanted: AbstractSet[Item]) -> AbstractSet[Item]:
        """Hold these items and no others; return the added and removed items.

        >>> table = Table(1, 3)
        >>> table.insert_all([(0,), (1,)])
        >>> sorted(table.become({1, 2})), table.rows
        ([0, 2], {1, 2})
        """
        gone, come = self.rows - wanted, wanted - self.rows
        self.drop(gone)
        self.rows |= come
        for known, others, index in self._indexes.values():
            _add_to(index, known, others, come)
        self._single_out(come)
        for table, wider in self._wider:
            table.insert_all(_with(come, wider))
        return gone | come

    def clear(self) -> None:
        """Remove all rows; no generated function may hold a bucket of an index of this table."""
        self.rows.clear()
        for _, _, index in self._indexes.values():
            if isinstance(index, list):
                index[:] = [EMPTY] * len(index)
            else:
                index.clear()
        for *_, single in self._singles.values():
            if isinstance(single, list):
                single[:] = [None] * len(single)
            else:
                single.clear()
        for table, _ in self._wider:
            table.clear()

    def index(self, known: tuple[int, ...]) -> Index:
        """Return the index for an access by some, not all, of at least two columns; make it if it is new."""
        if known not in self._indexes:
            others = tuple(column for column in range(self.arity) if column not in known)
            index: Index = [EMPTY] * self._size if len(known) == 1 else {}
            mine, rest = itemgetter(*known), itemgetter(*others)
            _add_to(index, mine, rest, self.rows)
            # Only now that it is complete.
            self._indexes[known] = mine, rest, index
        return self._indexes[known][2]

    def single(self, known: tuple[int, ...]) -> Single:
        """Return the index for known columns that no two rows ever share; make it if it is new.

        A row that replaces another must be added after the other is removed.

        >>> table = Table(2, 3)
        >>> table.insert_all([(0, 2), (2, 2)])
        >>> table.single((0,))
        [2, None, 2]
        >>> table.drop([(0, 2)])
        >>> table.single((0,))
        [None, None, 2]
        """
        if known not in self._singles:
            others = tuple(column for column in range(self.arity) if column not in known)
            single: Single = [None] * self._size if len(known) == 1 else {}
            mine, rest = itemgetter(*known), itemgetter(*others)
            for row in self.rows:
                single[mine(row)] = rest(row)
            self._singles[known] = mine, rest, single
        return self._singles[known][2]


class Tables:
    """The tables of symbols and the values of numeric functions, made when they are first asked for."""

    def __init__(self, objects: int) -> None:
        """Begin without tables; `objects` is the number of objects of the program."""
        self.objects = objects
        self._tables: dict[Symbol, Table] = {}
        self._values: dict[str, dict[Item, Value]] = {}

    def __getitem__(self, symbol: Symbol) -> Table:
        table = self._tables.get(symbol)
        if table is None:
            table = self._tables[symbol] = Table(symbol.arity, self.objects)
        return table

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self._tables)

    def values(self, function: str) -> dict[Item, Value]:
        """Return the values of a numeric function by its arguments."""
        return self._values.setdefault(function, {})

    def set_value(self, fluent: Key, value: Value | None) -> None:
        """Set the value of a function for some arguments; None leaves it undefined."""
        name, row = fluent
        item = _item(row)
        if value is None:
            self.values(name).pop(item, None)
        else:
            self.values(name)[item] = value


def _with(items: Iterable[Item], rows: Mapping[Item, Row]) -> list[Row]:
    """Return the rows that a mapping assigns to items."""
    return [rows[item] for item in items if item in rows]


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
    """Return the set at a place; make it if there is none yet."""
    bucket = index[place] if isinstance(index, list) else index.get(place, EMPTY)
    if bucket is EMPTY:
        bucket = index[place] = set()
    assert isinstance(bucket, set)
    return bucket


def _item(row: Row) -> Item:
    return row[0] if len(row) == 1 else row
