"""Looks at the file of a database: they take no lock of SQLite away."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from relgym.service.store.watched import WatchedFile

OTHER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT sum(a) FROM t").fetchone()[0])
connection.close()
"""


def other(file: Path) -> int:
    """The sum of what another process sees, which would take the log away if nobody else used the database."""
    command = [sys.executable, "-c", OTHER, str(file)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_look_takes_no_lock_away(tmp_path: Path) -> None:
    file = tmp_path / "relgym.sqlite"
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (a INTEGER)")
    connection.execute("INSERT INTO t VALUES (1)")
    watched = WatchedFile(file)
    watched.check()
    assert other(file) == 1
    connection.execute("INSERT INTO t VALUES (2)")
    # Without its lock, this would have been written to a log that is gone.
    assert other(file) == 3
    watched.check()
    connection.close()
    watched.close()
