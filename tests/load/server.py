"""A service under load: its process, and what that and its workers take."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Server:
    """A running service.

    Attributes:
        pid: Its process.
        port: The port on which it listens.
        data: The folder of its database.
        tokens: Tokens of as many owners, if it has some.
    """

    def __init__(self, pid: int, port: int, data: Path, tokens: tuple[str, ...] = ()) -> None:
        self.pid = pid
        self.port = port
        self.data = data
        self.tokens = tokens

    def workers(self) -> list[int]:
        """The processes of its workers: the children of the one that forks them."""
        return [worker for child in _children(self.pid) for worker in _children(child)]

    def kill_worker(self, number: int) -> None:
        """Kill one of the workers, chosen by a number."""
        found = self.workers()
        if found:
            os.kill(found[number % len(found)], signal.SIGKILL)

    def seconds(self) -> float:
        """The processor time of the service without its workers."""
        return _seconds(self.pid)

    def worker_seconds(self) -> float:
        """The processor time of the workers that are there."""
        return sum(map(_seconds, self.workers()))

    def megabytes(self) -> float:
        """The memory of the service without its workers."""
        return _pages(self.pid) * PAGE_BYTES / 2**20

    def worker_megabytes(self) -> float:
        """The memory of the largest worker."""
        return max(map(_pages, self.workers()), default=0) * PAGE_BYTES / 2**20


RELGYM = (sys.executable, "-m", "relgym.cli")


@contextmanager
def serving(*options: str, owners: int = 0) -> Iterator[Server]:
    """Serve from a folder that is removed afterwards, with a token for each of some owners."""
    with tempfile.TemporaryDirectory(prefix="relgym-load-") as data:
        create = [*RELGYM, "token", "create", "--data", data]
        tokens = [
            subprocess.run(create, capture_output=True, text=True, check=True).stdout.strip() for _ in range(owners)
        ]
        command = [*RELGYM, "serve", "--port", "0", "--data", data, *options]
        with running(command) as (pid, port):
            yield Server(pid, port, Path(data), tuple(tokens))


@contextmanager
def echoing() -> Iterator[Server]:
    """Serve echoes by the libraries of the service, without relgym."""
    with running([sys.executable, str(Path(__file__).with_name("echo.py"))]) as (pid, port):
        yield Server(pid, port, Path(os.devnull))


@contextmanager
def running(command: list[str]) -> Iterator[tuple[int, int]]:
    """A process that says on which port it listens."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.terminate()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in _tasks(pid):
        try:
            found += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return found


def _seconds(pid: int) -> float:
    """The processor time of a process in seconds, exact to nanoseconds."""
    nanoseconds = 0
    for task in _tasks(pid):
        try:
            nanoseconds += int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return nanoseconds / 1e9


def _pages(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0


def _tasks(pid: int) -> list[Path]:
    try:
        return [*Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []
