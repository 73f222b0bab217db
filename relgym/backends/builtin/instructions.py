"""Count the bytecode instructions of a call: a measure of its work that is the same in every run.

>>> short, long = (instructions(lambda n: [n * n for n in range(n)], n, limit=10_000) for n in (10, 100))
>>> 5 * short < long < 10 * short
True
>>> instructions(lambda n: [n * n for n in range(n)], 10_000, limit=50)
51
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class _LimitPassed(Exception):
    """The call has executed more instructions than are counted."""


def instructions(function: Callable[..., Any], *arguments: Any, limit: int) -> int:
    """Count the instructions that a call of a Python function executes, with all Python functions that it calls.

    A loop within a builtin function, such as `sum` over a list, counts as one instruction.

    Args:
        function: The function to call. It must have no effects, since the call may be stopped.
        arguments: The arguments of the call.
        limit: The count at which the call is stopped.

    Returns:
        The number of instructions; `limit + 1` if there are more.

    Raises:
        Exception: The exception of the call.
    """
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            count += 1
            if count > limit:
                raise _LimitPassed
        return trace

    # A debugger or a coverage measurement goes on afterwards.
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    except _LimitPassed:
        pass
    finally:
        sys.settrace(before)
    return count
