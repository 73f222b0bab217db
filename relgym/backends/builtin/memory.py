"""A snapshot of a production system in a state to which walks return.

A return atom by atom takes long after a long walk: all steps have to be added up, and kept rows change with each atom.
A copy of the sets and dicts is restored at once.

>>> table, kept, told = Table(1, 3), {7: None}, []
>>> table.insert_all([(0,), (1,)])
>>> memory = Memory({table: [told]}, [kept])
>>> table.insert((2,))
>>> kept.clear()
>>> memory.recall()
>>> table.rows, kept, told
({0, 1}, {7: None}, [2])
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from relgym.backends.builtin.table import Item, Table

Told = MutableSequence[Item]
"""A log of changed items."""


class Memory:
    """A copy of the rows of tables and of the items of dicts; `size` is the number of both."""

    def __init__(self, tables: Mapping[Table, Sequence[Told]], dicts: Sequence[dict[Any, Any]]) -> None:
        """Copy tables and dicts; with each table are given the logs of its changes."""
        self._rows = [(table, frozenset(table.rows), lists) for table, lists in tables.items()]
        self._dicts = [(own, own.copy()) for own in dicts]
        self.size = sum(len(rows) for _, rows, _ in self._rows) + sum(len(own) for own in dicts)

    def recall(self) -> None:
        """Restore the snapshot, and log the changes."""
        for table, rows, lists in self._rows:
            changed = table.become(rows)
            for told in lists:
                told.extend(changed)
        for own, items in self._dicts:
            own.clear()
            own.update(items)
