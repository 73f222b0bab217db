"""Open files: connections leave enough of them to workers and the database, however low the limit is."""

from __future__ import annotations

import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from service.conftest import Answer, Client, made, started
from service.fuzzing import descendants

from relgym.errors import RelgymError
from relgym.service import open_files
from relgym.tuning.service import CONNECTIONS_LIMIT


@contextmanager
def limited(data: Path, files: int) -> Iterator[tuple[int, Client]]:
    """A service whose process may open so many files."""
    command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", "--workers", "1", "--data", str(data)]
    limit = ["bash", "-c", f'ulimit -n {files}; exec "$@"', "bash"]
    with subprocess.Popen([*limit, *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, Client(process.stdout.readline().split()[-1])
        finally:
            process.kill()


def workers(service: int) -> set[int]:
    # One that ends meanwhile is looked at again later.
    with suppress(OSError):
        return {child for child in descendants(service) if not list(descendants(child))}
    return set()


def test_idle_connections_take_no_files_of_workers(tmp_path: Path) -> None:
    with limited(tmp_path, 80) as (pid, client), ExitStack() as idle:
        host, port = client.address.removeprefix("http://").rsplit(":", 1)
        several = [socket.create_connection((host, int(port)), timeout=20) for _ in range(100)]
        for one in several:
            idle.enter_context(one)
        # The last one is refused, or closed without a word.
        assert several[-1].recv(100)[:12] in (b"HTTP/1.1 503", b"")
        before = workers(pid)
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len(workers(pid) - before) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        idle.close()
        while (answer := ready(client)) is None or answer.status != 200:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert started(client, made(client))["actions"]


def ready(client: Client) -> Answer | None:
    """Whether the service is ready; `None` if it closes the connection."""
    try:
        return client.get("/ready")
    except (OSError, http.client.HTTPException):
        return None


@pytest.mark.parametrize(
    ("limit", "expected"), [(100_000, CONNECTIONS_LIMIT), (resource.RLIM_INFINITY, CONNECTIONS_LIMIT), (200, 134)]
)
def test_connections_fit_the_limit(monkeypatch: pytest.MonkeyPatch, limit: int, expected: int) -> None:
    monkeypatch.setattr(open_files, "_open_files", lambda: 20)
    monkeypatch.setattr(open_files.resource, "getrlimit", lambda _: (limit, limit))
    assert open_files.connections_limit(2) == expected


def test_a_limit_that_is_too_low_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "_open_files", lambda: 20)
    monkeypatch.setattr(open_files.resource, "getrlimit", lambda _: (60, 60))
    with pytest.raises(RelgymError, match="cannot work with 60 open files") as error:
        open_files.connections_limit(2)
    assert error.value.expected == "at least 70"
    assert "ulimit -n" in str(error.value.hint)
