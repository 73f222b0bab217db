"""A snapshot of tables and join views in a state to which walks return.

A return atom by atom takes long after a long walk: all steps have to be added up, and join views change with each atom.
A copy of the sets and dicts is restored at once.

>>> table, view, log = Table(1, 3), {7: None}, []
>>> table.insert_all([(0,), (1,)])
>>> snapshot = Snapshot({table: [log]}, [view])
>>> table.insert((2,))
>>> view.clear()
>>> snapshot.restore()
>>> table.rows, view, log
({0, 1}, {7: None}, [2])
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from relgym.backends.builtin.table import Item, Table

Log = MutableSequence[Item]


class Snapshot:
    """A copy of the rows of tables and of the items of dicts; `size` is the number of both."""

    def __init__(self, tables: Mapping[Table, Sequence[Log]], dicts: Sequence[dict[Any, Any]]) -> None:
        """Copy tables, given with the logs of their changes, and dicts."""
        self._rows = [(table, frozenset(table.rows), logs) for table, logs in tables.items()]
        self._dicts = [(own, own.copy()) for own in dicts]
        self.size = sum(len(rows) for _, rows, _ in self._rows) + sum(len(own) for own in dicts)

    def restore(self) -> None:
        """Restore all rows and items, and log the changes."""
        for table, rows, logs in self._rows:
            changed = table.become(rows)
            for log in logs:
                log.extend(changed)
        for own, items in self._dicts:
            own.clear()
            own.update(items)
