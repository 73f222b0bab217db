"""Opening the database of a service."""

from __future__ import annotations

import time
from pathlib import Path
from sqlite3 import Connection as SQLite
from sqlite3 import DatabaseError as SQLiteError
from sqlite3 import OperationalError as Locked
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.pool import NullPool, StaticPool

from relgym import libraries
from relgym.errors import RelgymError
from relgym.service.store.migrating import migrate
from relgym.tuning.service import DATABASE_CONNECT_SECONDS, DATABASE_LOCK_SECONDS, LOG_PAGES

LOG_PAGE_BYTES = 4096


def opened(data: Path | None, database: str | None = None) -> Engine:
    """Open a database, and bring its tables up to date.

    Args:
        data: The folder of an SQLite database, which is made if it does not exist; `None` keeps all in memory.
        database: The address of a PostgreSQL database, which is used instead.

    Raises:
        RelgymError: The database cannot be opened, or a newer relgym has made it.
    """
    engine = _sqlite(data) if database is None else _postgresql(database)
    try:
        migrate(engine)
    except (DatabaseError, SQLiteError, OSError) as error:
        engine.dispose()
        cause = error.orig if isinstance(error, DatabaseError) else error
        url = engine.url if database is None else engine.url.set(drivername="postgresql")
        where = url.database if database is None else url.render_as_string(hide_password=True)
        raise RelgymError(f"the database {where} cannot be opened: {cause}") from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare(data: Path | None, database: str | None) -> None:
    """Bring the tables of a database up to date before a server uses it; raises the errors of `opened`."""
    if data is not None or database is not None:
        opened(data, database).dispose()


def _postgresql(address: str) -> Engine:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # The library raises `ValueError` for a port that is no number.
        url = None
    if url is None or url.drivername not in ("postgresql", "postgres"):
        raise RelgymError(
            "the address of the database has another form",
            expected="postgresql://USER:PASSWORD@HOST:PORT/NAME",
            hint="without --database, an SQLite database in the folder --data is used",
        )
    with libraries.extra("postgres", "PostgreSQL"):
        if "connect_timeout" not in url.query:
            url = url.update_query_dict({"connect_timeout": str(DATABASE_CONNECT_SECONDS)})
        return create_engine(url.set(drivername="postgresql+psycopg"), poolclass=NullPool)


def _sqlite(data: Path | None) -> Engine:
    own: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": DATABASE_LOCK_SECONDS}}
    if data is None:
        engine = create_engine("sqlite://", poolclass=StaticPool, **own)
    else:
        try:
            data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = "it is a file" if data.exists() else error.strerror
            raise RelgymError(f"the folder {data} cannot be made: {reason}", hint="choose another --data") from error
        engine = create_engine(f"sqlite:///{data / 'relgym.sqlite'}", poolclass=NullPool, **own)

    @event.listens_for(engine, "connect")
    def _prepare(connection: SQLite, _: Any) -> None:
        # The driver would begin transactions by itself, but not before statements that change tables.
        connection.isolation_level = None
        # A write-ahead log: what is committed survives the death of the process without waiting for the disk.
        _wal(connection)
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
        # After a long transaction, or a reader that has held up the copying, the log becomes short again.
        connection.execute(f"PRAGMA journal_size_limit={LOG_PAGES * LOG_PAGE_BYTES}")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # With the lock from the start, transactions of several processes wait for one another and never fail.
        driver: Any = connection.connection.driver_connection
        driver.execute("BEGIN IMMEDIATE")

    return engine


def _wal(connection: SQLite) -> None:
    """Turn on the write-ahead log; SQLite does not wait here for processes that do so at the same time."""
    end = time.monotonic() + DATABASE_LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except Locked:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
