"""Signals that strike a call at each place where they can, one place after the other; no clock decides where.

Python lets a handler of signals run, and raise, only at the beginning of a function, where a loop jumps back, and after
a call of what is not written in Python. A trace function raises at these places, in the package and in the code that it
generates.

>>> def tidy(found):
...     found.append(1)
...     found.append(2)
>>> left = []
>>> for place in range(4):
...     found = []
...     left.append((strike(lambda: tidy(found), place), found))
>>> left
[(True, []), (True, []), (True, [1]), (True, [1, 2])]
>>> places(lambda: tidy([]))
4
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from inspect import CO_GENERATOR
from math import inf
from pathlib import Path
from types import FrameType
from typing import Any

import relgym

TRACED = (str(Path(relgym.__file__).parent), "<string>", "<relgym", "<doctest")
"""How the names of files begin whose code is struck: those of the package, and those of generated code."""

CALLS = frozenset(code for name, code in dis.opmap.items() if name.startswith("CALL"))
JUMPS = frozenset(code for name, code in dis.opmap.items() if name.startswith("JUMP_BACKWARD"))


class Strike(KeyboardInterrupt):
    """The exception that a signal raises here."""


def strike(called: Callable[[], object], place: float) -> bool:
    """Call a function, and raise in it at the place of a number; return False if it has no such place."""
    return _traced(called, place)[0]


def places(called: Callable[[], object]) -> int:
    """Call a function, and count its places."""
    return _traced(called, inf)[1]


def _traced(called: Callable[[], object], place: float) -> tuple[bool, int]:
    count = 0
    last: dict[FrameType, int] = {}
    # Frames that go on after a call of a Python function, which Python does not leave for it.
    inside: set[FrameType] = set()

    def pass_place() -> None:
        nonlocal count
        count += 1
        if count == place + 1:
            raise Strike

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if event == "call":
            # Where objects are deleted, Python itself swallows what is raised.
            if not code.co_filename.startswith(TRACED) or "__del__" in (code.co_name, _caller(frame)):
                return None
            frame.f_trace_lines, frame.f_trace_opcodes = False, True
            # A generator that is deleted begins, too.
            if not code.co_flags & CO_GENERATOR:
                pass_place()
        elif event == "return":
            last.pop(frame, None)
            if code.co_name != "__init__" and frame.f_back is not None:
                inside.add(frame.f_back)
        elif event == "opcode":
            before, now = last.get(frame), code.co_code[frame.f_lasti]
            last[frame] = now
            if before in JUMPS or (before in CALLS and frame not in inside):
                pass_place()
            inside.discard(frame)
        return trace

    # A debugger or a coverage measurement goes on afterwards.
    debugger = sys.gettrace()
    sys.settrace(trace)
    try:
        called()
    except Strike:
        return True, count
    finally:
        sys.settrace(debugger)
    return False, count


def _caller(frame: FrameType) -> str:
    return "" if frame.f_back is None else frame.f_back.f_code.co_name
