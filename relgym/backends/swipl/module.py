"""A module of Prolog that holds one program, taken from a pool: modules cannot be freed, only emptied.

>>> from relgym.backends.swipl.library import start
>>> from relgym.limits import Limits
>>> module = Module(start(), Limits(seconds=10.0))
>>> module.load(["twice(Codes, All) :- relgym:append_codes(Codes, Codes, All)."])
>>> with module.prolog.lock:
...     module.prolog.call(module.predicate("twice"), b"ab", 1.0)
'abab'
>>> module.close()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import c_void_p
from itertools import count
from weakref import finalize

from relgym.backends.swipl.library import MODULE, Prolog
from relgym.limits import Limits

# A module that nobody closed is given back from the finalizer, which may run at any time, in the midst
# of a call too; so it is emptied only when it is taken again.
_given_back: list[str] = []
_numbers: Iterator[int] = count()


class Module:
    """An empty module at first. Calls keep the limits, each by itself."""

    def __init__(self, prolog: Prolog, limits: Limits) -> None:
        self.prolog = prolog
        self._limits = limits
        try:
            self.name = _given_back.pop()
        except IndexError:
            self.name = f"relgym_{next(_numbers)}"
        else:
            self._ask("wipe", self.name)
        self._finalizer = finalize(self, _given_back.append, self.name)
        self._finalizer.atexit = False

    def predicate(self, name: str) -> c_void_p:
        """A handle of the module's predicate `name/2`."""
        return self.prolog.predicate(name, self.name)

    def load(self, clauses: Iterable[str]) -> None:
        """Add clauses, and obey directives."""
        self._ask("load", "\n".join([f"{self.name}\x01", *clauses, ""]))

    def close(self) -> None:
        """Empty the module and give it back; calling it twice is no error."""
        if self._finalizer.detach() is not None:
            self._ask("wipe", self.name)
            _given_back.append(self.name)

    def _ask(self, predicate: str, text: str) -> None:
        with self.prolog.lock:
            self.prolog.call(
                self.prolog.predicate(predicate, MODULE), text.encode(), self._limits.seconds, self._limits
            )
