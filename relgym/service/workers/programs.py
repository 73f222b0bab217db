"""Programs that a worker has started: they have groups of their own, and would outlive a worker that is killed."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def kill_programs(worker: int) -> None:
    """Stop a process, and kill all processes that it and its children have started.

    Args:
        worker: The number of the process, which is to be killed next.
    """
    with suppress(ProcessLookupError, PermissionError):
        # So that it starts no more of them.
        os.kill(worker, signal.SIGSTOP)
    for program in started_by(worker):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(program, signal.SIGKILL)


def started_by(process: int) -> list[int]:
    """Return the children of a process, their children, and so on; none where the system does not tell."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        # A thread may have ended.
        with suppress(OSError):
            for child in map(int, path.read_text().split()):
                found += [child, *started_by(child)]
    return found
