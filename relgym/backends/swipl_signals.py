"""Signals of the system, such as Ctrl-C, that come while Prolog is at work.

Python takes them in only where it runs itself. So a call that goes on for long calls it back now and then: the
predicate `heeded` of the module `relgym` fails if a signal is to end the call, and the error of that is kept.

>>> from relgym.backends.libswipl import start
>>> start().run("relgym:heeded")
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_void_p


class Signals:
    """Lets Python take signals in; `handle` is that of libswipl."""

    def __init__(self, handle: int, module: str) -> None:
        self._error: BaseException | None = None
        # Prolog calls it for as long as the process lives.
        heeded = self._heeded()
        next(heeded)
        self._called = CFUNCTYPE(c_size_t)(heeded.__next__)
        register = ctypes.PyDLL(None, handle=handle)["PL_register_foreign_in_module"]
        register.restype, register.argtypes = c_int, (c_char_p, c_char_p, c_int, c_void_p, c_int)
        register(module.encode(), b"heeded", 0, ctypes.cast(self._called, c_void_p), 0)

    def error(self) -> BaseException | None:
        """What a signal raised since this was asked last, if one did."""
        error, self._error = self._error, None
        return error

    def _heeded(self) -> Iterator[int]:
        # Python looks for signals where a function begins, before anything in it is tried; but a generator goes on
        # within its `try`. No error may pass through Prolog.
        answer = 1
        while True:
            try:
                yield answer
                answer = 1
            except GeneratorExit:
                return
            except BaseException as error:
                self._error = error
                answer = 0
