"""Functions of Python that Prolog calls, and the one that lets signals of the system come through, such as Ctrl-C.

Python takes signals in only where it runs itself. So a call that goes on for long calls it back now and then: the
predicate `heeded` of the module `relgym` fails if a signal is to end the call, and the error of that is kept.

>>> from relgym.backends.swipl.library import start
>>> start().run("relgym:heeded")
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_void_p
from typing import Any

from relgym.errors import BackendError


def foreign(library: ctypes.CDLL, module: str, name: str, arity: int, called: Callable[..., int]) -> Any:
    """Make a function of terms a predicate: it gives 0 where that fails, and raises nothing.

    The result must be kept for as long as Prolog may call it.
    """
    function = CFUNCTYPE(c_size_t, *[c_size_t] * arity)(called)
    register = library["PL_register_foreign_in_module"]
    register.restype, register.argtypes = c_int, (c_char_p, c_char_p, c_int, c_void_p, c_int)
    if not register(module.encode(), name.encode(), arity, ctypes.cast(function, c_void_p), 0):
        raise BackendError(f"SWI-Prolog does not take the foreign predicate {module}:{name}/{arity}")
    return function


class Signals:
    """Lets Python take signals in, in the midst of calls into Prolog's `library`."""

    def __init__(self, library: ctypes.CDLL, module: str) -> None:
        self._error: BaseException | None = None
        heeded = self._heeded()
        next(heeded)
        self._registered = foreign(library, module, "heeded", 0, heeded.__next__)

    def error(self) -> BaseException | None:
        """Return the exception that a signal has raised since the last call, if any, and forget it."""
        error, self._error = self._error, None
        return error

    def _heeded(self) -> Iterator[int]:
        # Python looks for signals where a function begins, before anything in it is tried, and where a loop jumps back;
        # but a generator goes on within its `try`, and so does the inner loop. No error may pass through Prolog.
        answer = 1
        while True:
            try:
                while True:
                    yield answer
                    answer = 1
            except GeneratorExit:
                return
            except BaseException as error:
                self._error = error
                answer = 0
