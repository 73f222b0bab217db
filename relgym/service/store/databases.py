"""Opening the database of a service."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from sqlite3 import Connection as SQLite
from sqlite3 import DatabaseError as SQLiteError
from sqlite3 import OperationalError as Locked
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.pool import NullPool, StaticPool

from relgym import libraries
from relgym.errors import RelgymError
from relgym.service.store.migrating import migrate
from relgym.service.store.watched import HINT, check_pages, file_of
from relgym.tuning.service import DATABASE_CONNECT_SECONDS, DATABASE_LOCK_SECONDS, LOG_PAGES

FILE = "relgym.sqlite"
"""The name of the file of SQLite in the folder of a service."""

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
        hint = HINT if isinstance(cause, SQLiteError) and not isinstance(cause, Locked) else None
        raise RelgymError(f"the database {where} cannot be opened: {cause}", hint=hint) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare(data: Path | None, database: str | None) -> None:
    """Check a database, and bring its tables up to date, before a server uses it; raises the errors of `opened`."""
    if data is not None and database is None and (data / FILE).exists():
        check_pages(data / FILE)
    if data is not None or database is not None:
        opened(data, database).dispose()


def size_of(connection: Connection) -> int:
    """Return the bytes of a database, with the log of SQLite."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    file = file_of(connection.engine.url.database)
    if file is None:
        return 0
    return sum(each.stat().st_size for each in (file, file.with_name(f"{file.name}-wal")) if each.exists())


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
        file = data / FILE
        try:
            # For its owner alone; SQLite gives its log the same rights.
            with suppress(FileExistsError):
                os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            raise RelgymError(f"the database {file} cannot be made: {error.strerror}") from error
        engine = create_engine(f"sqlite:///{file}", poolclass=NullPool, **own)

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
