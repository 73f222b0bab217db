"""Facts of one symbol, found by any of their columns.

>>> on = Relation([(0, 1), (1, 2), (3, 2)])
>>> sorted(on.matching((None, 2)))
[(1, 2), (3, 2)]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from relgym.model.program import Row

Pattern = tuple[int | None, ...]
"""The arguments of an atom, with `None` for unknown ones."""

_Column = dict[int, set[Row]]


class Relation:
    """A set of rows. The index of a column is built on its first use, and then maintained.

    After a change that an exception has broken off, the same change or the opposite one makes all whole again.

    Args:
        rows: The rows at the start.
    """

    __slots__ = ("_columns", "rows")

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = set(rows)
        self._columns: dict[int, _Column] = {}

    def add(self, row: Row) -> None:
        """Add a row, also to the indexes, unless it is there."""
        self.rows.add(row)
        for column, index in self._columns.items():
            index.setdefault(row[column], set()).add(row)

    def remove(self, row: Row) -> None:
        """Remove a row, also from the indexes, if it is there."""
        self.rows.discard(row)
        for column, index in self._columns.items():
            index.get(row[column], set()).discard(row)

    def matching(self, pattern: Pattern) -> Collection[Row]:
        """Return the rows that agree with a pattern's known arguments.

        Args:
            pattern: A value for each column; `None` for an unknown one.

        Returns:
            The rows, in a collection that is invalid after the next change.
        """
        if None not in pattern:
            return (pattern,) if pattern in self.rows else ()  # type: ignore[return-value]  # known as a whole, it is a row
        known = [(column, value) for column, value in enumerate(pattern) if value is not None]
        if not known:
            return self.rows
        fewest = min((self._column(column).get(value, set()) for column, value in known), key=len)
        if len(known) == 1:
            return fewest
        return [row for row in fewest if all(row[column] == value for column, value in known)]

    def _column(self, column: int) -> _Column:
        index = self._columns.get(column)
        if index is None:
            index = {}
            for row in self.rows:
                index.setdefault(row[column], set()).add(row)
            # Only now that it is complete.
            self._columns[column] = index
        return index
