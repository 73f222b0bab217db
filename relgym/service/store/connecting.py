"""The connection of the thread of the database: opened when it is needed, and again after it was lost."""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import suppress
from math import inf
from threading import Lock
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine

from relgym.service.store.failures import DatabaseFailure, failure_of
from relgym.service.store.watched import WatchedFile, file_of
from relgym.tuning.service import DATABASE_PAUSE_SECONDS


class KeptConnection:
    """A connection that is kept, since to fetch one from a pool takes as long as to write a node.

    Only `interrupt` may be called from other threads.
    """

    def __init__(self, engine: Engine) -> None:
        """Begin without a connection."""
        self._engine = engine
        file = file_of(engine.url.database) if engine.dialect.name == "sqlite" else None
        self._file = None if file is None else WatchedFile(file)
        self._connection: Connection | None = None
        self._refusal: Exception | None = None
        self._again = 0.0
        # A second handle of the connection's socket, so that another thread never holds a number that is used anew.
        self._socket: socket.socket | None = None
        self._lock = Lock()

    @property
    def is_open(self) -> bool:
        """Tells whether there is a connection."""
        return self._connection is not None

    def get(self) -> Connection:
        """Return the connection.

        Raises:
            DatabaseFailure: It cannot be opened, now or a moment ago, since each attempt may take seconds; or its file
                is gone or damaged.
        """
        if self._refusal is not None and monotonic() < self._again:
            raise self._refusal.with_traceback(None)
        if self._file is not None:
            # Before a connection is opened, too: SQLite would make a new file.
            self._file.check()
        if self._connection is None:
            try:
                self._connection = self._engine.connect()
            except Exception as error:
                self._refusal, self._again = failure_of(error, is_lost=True), monotonic() + DATABASE_PAUSE_SECONDS
                raise self._refusal from error
            self._refusal = None
            with self._lock:
                self._socket = _socket_of(self._connection)
        return self._connection

    def give_up(self, reason: DatabaseFailure) -> None:
        """Refuse from now on: a database of SQLite that is damaged stays so until a server checks it at its start."""
        if self._file is not None:
            self._refusal, self._again = reason, inf

    def restore(self) -> None:
        """End a transaction that has failed; where that fails too, close the connection."""
        connection = self._connection
        if connection is None:
            return
        try:
            if not connection.invalidated:
                connection.rollback()
                driver: Any = connection.connection.driver_connection
                # A driver may have failed without SQLAlchemy's knowing.
                if not (getattr(driver, "in_transaction", False) or getattr(driver, "closed", False)):
                    return
        except Exception:
            connection.invalidate()
        self.close()

    def interrupt(self) -> None:
        """End the connection to a server that does not answer: the call that waits for it fails."""
        with self._lock:
            if self._socket is not None:
                with suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Close the connection for good; the log of SQLite is copied to the database, also beside other servers."""
        driver: Any = None if self._connection is None else self._connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            # Another process may be reading: then the log stays, and nothing is lost.
            with suppress(sqlite3.Error):
                driver.execute("PRAGMA busy_timeout=0")
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.close()
        if self._file is not None:
            self._file.close()

    def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()
        with self._lock:
            if self._socket is not None:
                self._socket.close()
                self._socket = None


def _socket_of(connection: Connection) -> socket.socket | None:
    """Return another handle of the socket of a connection to PostgreSQL; `None` for SQLite."""
    server = getattr(connection.connection.driver_connection, "pgconn", None)
    return None if server is None else socket.socket(fileno=os.dup(server.socket))
