"""Children of this process that are Python interpreters, each behind two pipes.

They are fresh ones, not forks: threads of the caller do no harm, and scripts need no guard around their main part.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

PIPE_BYTES = 2**20

Interpreter = subprocess.Popen[bytes]


def start(arguments: Sequence[str], environment: Mapping[str, str], is_quiet: bool = False) -> Interpreter:
    """Start an interpreter.

    Args:
        arguments: Its arguments, such as `-c` and a program.
        environment: Its environment variables.
        is_quiet: True if what it writes to standard error is thrown away.

    Raises:
        OSError: No process can be started.
    """
    child = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if is_quiet else None,
        env=environment,
        # An interrupt at the terminal goes to the caller alone, which decides when its children end.
        start_new_session=os.name == "posix",
    )
    for pipe in (child.stdin, child.stdout):
        _widen(pipe)
    return child


def end(child: Interpreter, seconds: float = 0.0) -> None:
    """Wait for the end of an interpreter, kill it if that takes longer than some seconds, and close its pipes."""
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            # What it has not read is lost.
            with suppress(OSError):
                pipe.close()


def _widen(pipe: Any) -> None:
    """Let a pipe hold more, where the system can: each time that it is full, two processes take turns."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        return
