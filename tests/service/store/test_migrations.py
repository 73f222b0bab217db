"""Migrations: from the first tables on, by many processes at once, and never back."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from service.store.conftest import Database
from sqlalchemy import text

from relgym.errors import RelgymError
from relgym.service.problems import Refused
from relgym.service.records import Node
from relgym.service.store import Store
from relgym.service.store.databases import opened
from relgym.service.store.quotas import Quotas
from relgym.service.store.schema import METADATA

FIRST_TABLES = """
CREATE TABLE tasks (id VARCHAR(32) NOT NULL PRIMARY KEY, domain TEXT NOT NULL, problem TEXT NOT NULL,
  axioms JSON NOT NULL, about JSON NOT NULL, created FLOAT NOT NULL);
CREATE TABLE sessions (id VARCHAR(32) NOT NULL PRIMARY KEY, task VARCHAR(32) NOT NULL REFERENCES tasks (id),
  backend VARCHAR(100) NOT NULL, seed INTEGER, node INTEGER NOT NULL, created FLOAT NOT NULL);
CREATE INDEX ix_sessions_task ON sessions (task);
CREATE TABLE nodes (session VARCHAR(32) NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, node INTEGER NOT NULL,
  parent INTEGER, action TEXT, view BLOB NOT NULL, rng TEXT, PRIMARY KEY (session, node));
INSERT INTO tasks VALUES ('t', 'domain', 'problem', '[]', '{"name": "n"}', 5.0);
INSERT INTO sessions VALUES ('s', 't', 'builtin', 7, 0, 6.0);
INSERT INTO nodes VALUES ('s', 0, NULL, NULL, CAST('{"x": "' || hex(zeroblob(20000)) || '"}' AS BLOB), NULL);
INSERT INTO nodes VALUES ('s', 1, 0, '(a)', CAST('{}' AS BLOB), 'r');
"""
"""A database from before migrations."""

OPEN = """
import sys, pathlib
from relgym.service.store.databases import opened
opened(pathlib.Path(sys.argv[1]), *sys.argv[2:])
"""


def test_the_migrations_lead_to_the_tables(database: Database) -> None:
    engine = opened(database.data, database.address)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_database_from_before_migrations_goes_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "relgym.sqlite") as connection:
        connection.executescript(FIRST_TABLES)

    async def read() -> None:
        store = Store(tmp_path, quotas=Quotas(bytes=40_000))
        assert [key for key, _ in await store.tasks(owner=None)] == ["t"]
        session = await store.session("s")
        assert session is not None
        assert (session.seed, session.owner) == (7, None)
        assert await store.count_sessions(owner=None) == 1
        large = b'{"x": "' + b"0" * 40_000 + b'"}'
        assert await store.path("s", 1, 10) == [
            Node("s", 1, 0, "(a)", b"{}", "r"),
            Node("s", 0, None, None, large, None),
        ]
        # What is there already counts, and sessions go on in the new form.
        with pytest.raises(Refused, match="40,214 bytes"):
            await store.check_bytes(None)
        await store.add_nodes(Node("s", 2, 0, "(b)", large, None))
        assert await store.node("s", 2) == Node("s", 2, 0, "(b)", large, None)
        await store.close()

    asyncio.run(read())
    with sqlite3.connect(tmp_path / "relgym.sqlite") as connection:
        assert connection.execute("SELECT bytes FROM tasks").fetchall() == [(13,)]


def test_many_processes_start_at_once(database: Database) -> None:
    where = [str(database.data), *([] if database.address is None else [database.address])]
    started = [subprocess.Popen([sys.executable, "-c", OPEN, *where]) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4


def served(*options: str) -> str:
    """What `relgym serve` says when it cannot start."""
    command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    engine = opened(database.data, database.address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(RelgymError, match="version 9999") as caught:
        opened(database.data, database.address)
    assert "install that one" in str(caught.value.hint)
    if database.address is None:
        assert "version 9999" in served("--data", str(database.data))


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    address = f"postgresql://ann:secret@/none?host={tmp_path}"
    said = served("--data", str(tmp_path), "--database", address)
    assert "cannot be opened" in said
    assert "secret" not in said
    for wrong in ("mysql://x", "nonsense", "postgresql://ann@host:port/none"):
        with pytest.raises(RelgymError, match="expected: postgresql://USER"):
            opened(None, wrong)
    file = tmp_path / "relgym.sqlite"
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(RelgymError, match=f"{file} cannot be opened"):
        opened(tmp_path)
    with pytest.raises(RelgymError, match=f"the folder {file} cannot be made: it is a file"):
        opened(file)
