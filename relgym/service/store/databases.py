"""Opening the database of a service."""

from __future__ import annotations

import time
from pathlib import Path
from sqlite3 import Connection as SQLite
from sqlite3 import OperationalError
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from relgym.service.store.migrating import migrate
from relgym.tuning.service import DATABASE_LOCK_SECONDS


def opened(data: Path | None) -> Engine:
    """Open the database in a folder, and bring its tables up to date.

    Args:
        data: The folder, which is made if it does not exist; `None` keeps all in memory.

    Raises:
        RelgymError: A newer relgym has made the database.
    """
    engine = _sqlite(data)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare(data: Path | None) -> None:
    """Bring the tables of a database up to date before a server uses it; raises the errors of `opened`."""
    if data is not None:
        opened(data).dispose()


def _sqlite(data: Path | None) -> Engine:
    own: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": DATABASE_LOCK_SECONDS}}
    if data is None:
        engine = create_engine("sqlite://", poolclass=StaticPool, **own)
    else:
        data.mkdir(parents=True, exist_ok=True)
        engine = create_engine(f"sqlite:///{data / 'relgym.sqlite'}", **own)

    @event.listens_for(engine, "connect")
    def _prepare(connection: SQLite, _: Any) -> None:
        # The driver would begin transactions by itself, but not before statements that change tables.
        connection.isolation_level = None
        # A write-ahead log: what is committed survives the death of the process without waiting for the disk.
        _wal(connection)
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # With the lock from the start, transactions of several processes wait for one another and never fail.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _wal(connection: SQLite) -> None:
    """Turn on the write-ahead log; SQLite does not wait here for processes that do so at the same time."""
    end = time.monotonic() + DATABASE_LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
