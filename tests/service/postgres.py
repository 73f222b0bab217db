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
    """A server that is running.

    Attributes:
        folder: The folder of its socket.
    """

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self.process = process
        self._count = 0

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
        data = folder / "data"
        making = [found / "initdb", "--pgdata", data, "--username", ACCOUNT, "--auth", "trust", "--no-sync"]
        making += ["--encoding", "UTF8", "--locale", "C"]
        subprocess.run(making, user=account, group=account, cwd=folder, check=True, capture_output=True)
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [found / "postgres", "-D", data, "-k", folder, *options]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, user=account, group=account, cwd=folder, stdout=log, stderr=log)
        try:
            _wait(found, folder)
            yield Server(folder, process)
        finally:
            # The fast shutdown of PostgreSQL: it ends the connections of its clients.
            process.send_signal(signal.SIGINT)
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(found: Path, folder: Path) -> None:
    end = time.monotonic() + 30
    while subprocess.run([found / "pg_isready", "-q", "-h", folder], check=False).returncode:
        assert time.monotonic() < end, (folder / "log").read_text()
        time.sleep(0.05)
