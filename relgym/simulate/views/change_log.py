"""Logs of changed rows (deltas): one for each symbol and each view that reads it.

>>> from relgym.model.program import Role
>>> on = Symbol(Role.FLUENT, "on", 1)
>>> scope = {}
>>> log = ChangeLog(scope)
>>> own = log.open("log_0_on", on)
>>> log.extend(on, [1, 2])
>>> [*own], [*log.names.values()]
([1, 2], [['log_0_on']])
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from relgym.backends.builtin.table import Item
from relgym.model.program import Symbol
from relgym.tuning.simulate import CHANGE_LOG_LIMIT


class ChangeLog:
    """The changes of symbols that views have not read yet; generated functions append to them by name.

    Attributes:
        names: The names of the logs of each symbol.
    """

    def __init__(self, scope: dict[str, Any]) -> None:
        """Begin without logs; `scope` gets them by name."""
        self.names: dict[Symbol, list[str]] = {}
        self._scope = scope

    def open(self, name: str, symbol: Symbol) -> deque[Item]:
        """Make a log of the changes of a symbol."""
        self.names.setdefault(symbol, []).append(name)
        log = self._scope[name] = deque[Item](maxlen=CHANGE_LOG_LIMIT + 1)
        return log

    def logs(self, symbol: Symbol) -> list[deque[Item]]:
        """Return the logs of a symbol."""
        return [self._scope[name] for name in self.names.get(symbol, ())]

    def extend(self, symbol: Symbol, rows: Iterable[Item]) -> None:
        """Log changed rows of a symbol."""
        for log in self.logs(symbol):
            log.extend(rows)

    @staticmethod
    def is_complete(log: deque[Item]) -> bool:
        """Tell whether a log holds all changes since it was read."""
        return len(log) != log.maxlen

    def clear(self) -> None:
        """Drop all logged changes."""
        for symbol in self.names:
            for log in self.logs(symbol):
                log.clear()
