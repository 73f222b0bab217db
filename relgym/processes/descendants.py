"""The processes that a process has started: programs in groups of their own would outlive it when it is killed."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def kill_descendants(process: int) -> None:
    """Stop a process, and kill all that it and its children have started.

    Args:
        process: The number of the process, which is to be killed next.
    """
    with suppress(ProcessLookupError, PermissionError):
        # So that it starts no more of them.
        os.kill(process, signal.SIGSTOP)
    for program in descendants(process):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(program, signal.SIGKILL)


def descendants(process: int) -> list[int]:
    """Return the children of a process, their children, and so on; none where the system does not tell."""
    children_first: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        # A thread may have ended.
        with suppress(OSError):
            for child in map(int, path.read_text().split()):
                children_first += [child, *descendants(child)]
    return children_first
