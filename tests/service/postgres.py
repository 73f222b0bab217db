"""A PostgreSQL server of the tests' own, in a folder of its own, reached over a socket in that folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ACCOUNT = "postgres"
"""The account under which the server runs where the tests are run by root, which PostgreSQL refuses."""

SETTINGS = {"fsync": "off", "listen_addresses": "", "max_connections": "40", "shared_buffers": "16MB"}


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    return folders[-1] if folders else None


class Server:
    """A server in a folder.

    Attributes:
        folder: The folder of its data and of its socket.
    """

    def __init__(self, folder: Path, programs: Path, account: str | None) -> None:
        self.folder = folder
        self._programs = programs
        self._account = account
        self._process: subprocess.Popen[bytes] | None = None
        self._count = 0

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *options]
        own = {"user": self._account, "group": self._account, "cwd": self.folder}
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **own)  # type: ignore[call-overload]
        _wait(self._programs, self.folder)

    def stop(self) -> None:
        """Stop it by the fast shutdown of PostgreSQL, as `pg_ctl stop -m fast` does: connections of clients end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let it and all processes of its connections stand still for the block."""
        assert self._process is not None
        pid = self._process.pid
        processes = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
        for each in processes:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in processes:
                os.kill(each, signal.SIGCONT)

    def address(self, name: str) -> str:
        return f"postgresql:///{name}?host={self.folder}&user={ACCOUNT}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        self._count += 1
        name = f"test{self._count}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)


@contextmanager
def running() -> Iterator[Server]:
    """A server that ends with the block."""
    found = programs()
    assert found is not None
    account = ACCOUNT if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="relgym-postgres-"))
    try:
        if account is not None:
            entry = pwd.getpwnam(account)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        making = [found / "initdb", "--pgdata", folder / "data", "--username", ACCOUNT, "--auth", "trust", "--no-sync"]
        making += ["--encoding", "UTF8", "--locale", "C"]
        subprocess.run(making, user=account, group=account, cwd=folder, check=True, capture_output=True)
        server = Server(folder, found, account)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(found: Path, folder: Path) -> None:
    end = time.monotonic() + 30
    while subprocess.run([found / "pg_isready", "-q", "-h", folder], check=False).returncode:
        assert time.monotonic() < end, (folder / "log").read_text()
        time.sleep(0.05)
