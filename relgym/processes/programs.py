"""Programs of others: run with limits of time, memory and disk, in a folder that is removed afterwards.

>>> import sys
>>> with scratch_folder() as folder:
...     ended = run([sys.executable, "-c", "print('done')"], folder, Clock(Limits(seconds=60)), "a test")
>>> ended.code, ended.output, ended.passed, folder.exists()
(0, 'done\\n', None, False)
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from time import monotonic

from relgym.errors import BackendError
from relgym.limits import Limits
from relgym.process_size import MEGABYTE
from relgym.processes.variables import variables
from relgym.progress import counting
from relgym.tuning.planning import (
    DISK_LOOK_SECONDS,
    PROGRAM_DISK_MEGABYTES,
    PROGRAM_LOG_BYTES,
    PROGRAM_POLL_SECONDS,
)

_WITH_LIMITS = (
    'echo $$ > process-group; ulimit -c 0; ulimit -v "$1"; ulimit -f "$2"; ulimit -t "$3"; shift 3; exec "$@"'
)
"""The commands of a shell before it becomes the program; a function between fork and exec is not safe in threads."""

_GUARD = """read -r line
read -r group < "$1/process-group" && kill -s KILL -- "-$group"
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }"""
"""The commands of a shell that waits until its input ends, which it does when relgym does, in whatever way."""

_SHELL = "/bin/sh"

_POSIX = os.name == "posix" and os.path.exists(_SHELL)


class ProgramError(BackendError):
    """A program cannot be started."""


class Clock:
    """The time that is left of a call that may run several programs.

    Args:
        limits: The limits of the call.

    Attributes:
        limits: The limits of the call.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._end = monotonic() + limits.seconds

    @property
    def left(self) -> float:
        """The seconds that are left; 0 if the time is up."""
        return max(0.0, self._end - monotonic())


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a program.

    Attributes:
        code: Its exit code; negative for the number of a signal.
        output: The end of what it printed, errors too.
        passed: The limit that it has passed, `seconds` or `disk`, or `interrupted`; `None` if it ended itself.
    """

    code: int
    output: str
    passed: str | None = None

    @property
    def last_line(self) -> str:
        """The last line of the output that is not empty, if there is one."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return lines[-1] if lines else ""

    @property
    def last_output(self) -> str:
        """The clause of an error message that quotes the last line of the output."""
        return f"the last line is: {self.last_line[:200]}" if self.last_line else "it printed nothing"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder for the files of a program, and remove it at the end, whatever happens.

    A shell waits for the end of this process: if that is killed, it ends the program and removes the folder.

    Yields:
        The path of the folder.

    Raises:
        ProgramError: The shell cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="relgym-plan-", ignore_cleanup_errors=True) as name, _guarded(name):
        yield Path(name)


@contextmanager
def _guarded(folder: str) -> Iterator[None]:
    """Let a shell end the program of a folder and remove the folder if this process is killed."""
    if not _POSIX:
        yield
        return
    try:
        guard = subprocess.Popen(
            [_SHELL, "-c", _GUARD, "sh", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=variables(os.environ),
            start_new_session=True,
        )
    except OSError as error:
        raise ProgramError(f"no process can be started: {error}") from error
    try:
        yield
    finally:
        guard.communicate()


def run(
    command: Sequence[str | Path],
    folder: Path,
    clock: Clock,
    name: str,
    *,
    stdin: Path | None = None,
    environment: Mapping[str, str] | None = None,
    watch: Callable[[], bool] | None = None,
) -> Ended:
    """Run a program until it ends, has passed a limit or is interrupted; none of its children are left.

    Args:
        command: The program and its arguments.
        folder: The folder that it runs in, from `scratch_folder`.
        clock: The time that it has, and the limits of its memory.
        name: The name of the planner, for messages and the progress bar.
        stdin: The file that it reads as standard input; nothing by default.
        environment: Variables to set in addition to those of this process, of which it gets none that are secret.
        watch: Called now and then; if it returns True, the program has done enough and is ended.

    Returns:
        How it has ended. An interrupt (Ctrl-C) counts as a limit.

    Raises:
        ProgramError: The program cannot be started.
    """
    log = folder / "log.txt"
    if not clock.left:
        return Ended(0, "", "seconds")
    passed = None
    with log.open("wb") as output, open(stdin or os.devnull, "rb") as source:
        try:
            process = subprocess.Popen(
                [*_limited(clock), *map(str, command)],
                stdin=source,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=variables(os.environ, environment),
                # A group of its own: Ctrl-C goes to relgym alone, and children end with the program.
                start_new_session=_POSIX,
            )
        except OSError as error:
            raise ProgramError(
                f"the planner '{name}' cannot be started: {error}", hint="install its package again"
            ) from error
        try:
            passed = _wait(process, folder, clock, name, watch)
        except KeyboardInterrupt:
            passed = "interrupted"
        finally:
            _end(process)
            (folder / "process-group").unlink(missing_ok=True)
    if passed is None and process.returncode == -getattr(signal, "SIGXFSZ", 0) < 0:
        passed = "disk"
    return Ended(process.returncode, _tail(log), passed)


def _limited(clock: Clock) -> list[str]:
    """The beginning of a command line that bounds address space, the size of each file and processor time."""
    if not _POSIX:
        return []
    memory = "unlimited" if sys.platform == "darwin" else str(max(1, int(clock.limits.memory * MEGABYTE / 1024)))
    seconds = str(int(clock.left) + 2) if isfinite(clock.left) else "unlimited"
    # Shells of POSIX count files in blocks of 512 bytes.
    return [_SHELL, "-c", _WITH_LIMITS, "sh", memory, str(PROGRAM_DISK_MEGABYTES * MEGABYTE // 512), seconds]


def _wait(
    process: subprocess.Popen[bytes], folder: Path, clock: Clock, name: str, watch: Callable[[], bool] | None
) -> str | None:
    """Wait for the end of a program; return the limit that it has passed."""
    began = looked = monotonic()
    with counting(f"planning with {name}", "seconds") as show:
        while True:
            try:
                process.wait(min(PROGRAM_POLL_SECONDS, clock.left))
                return None
            except subprocess.TimeoutExpired:
                pass
            now = monotonic()
            if not clock.left:
                return "seconds"
            if watch is not None and watch():
                return None
            if now - looked > DISK_LOOK_SECONDS:
                looked = now
                if _size(folder) > PROGRAM_DISK_MEGABYTES * MEGABYTE:
                    return "disk"
            show(int(now - began))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all that is left of its group."""
    if _POSIX:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        # A file may be gone before it is measured.
        with suppress(OSError):
            total += path.stat().st_size
    return total


def _tail(log: Path) -> str:
    with log.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - PROGRAM_LOG_BYTES))
        return file.read().decode("utf-8", "replace")
