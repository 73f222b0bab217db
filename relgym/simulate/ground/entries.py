"""A bounded number of remembered results in many dictionaries.

>>> entries = Entries(2)
>>> table = entries.table()
>>> for key in "abc":
...     entries.make_room()
...     table[key] = ()
>>> table
{'c': ()}
"""

from __future__ import annotations

Table = dict[int, tuple[int, ...] | None]
"""Numbers of actions by the bits that decide which they are; `None` where they are not known."""


class Entries:
    """Counts the entries of tables, and empties all tables when there are too many."""

    def __init__(self, limit: int) -> None:
        """`limit` is the largest number of entries in all tables together."""
        self._limit = self._left = limit
        self._tables: list[Table] = []

    def table(self) -> Table:
        """Make a table whose entries are counted."""
        table: Table = {}
        self._tables.append(table)
        return table

    def make_room(self) -> None:
        """Count an entry that is about to be made."""
        self._left -= 1
        if self._left < 0:
            for table in self._tables:
                table.clear()
            self._left = self._limit - 1

    def forget(self) -> None:
        """Empty all tables, and count them no more."""
        for table in self._tables:
            table.clear()
        self._tables.clear()
        self._left = self._limit
