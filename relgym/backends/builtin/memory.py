"""What a production system holds in a state to which walks come back.

To go back atom by atom takes a long time after a long walk: what was done has to be added up, and rows that are kept
come and go with each atom. Sets and dicts that are remembered are had back at once.

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
"""What is told of changes."""


class Memory:
    """The rows of tables, and what is in dicts; `size` is how many of both there are."""

    def __init__(self, tables: Mapping[Table, Sequence[Told]], dicts: Sequence[dict[Any, Any]]) -> None:
        """With each table stand the lists that are told of its changes."""
        self._rows = [(table, frozenset(table.rows), lists) for table, lists in tables.items()]
        self._dicts = [(own, own.copy()) for own in dicts]
        self.size = sum(len(rows) for _, rows, _ in self._rows) + sum(len(own) for own in dicts)

    def recall(self) -> None:
        """Have all as it was."""
        for table, rows, lists in self._rows:
            changed = table.become(rows)
            for told in lists:
                told.extend(changed)
        for own, items in self._dicts:
            own.clear()
            own.update(items)
