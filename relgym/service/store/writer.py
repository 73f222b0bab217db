"""The thread of the database: it carries out what waits in one transaction, a group commit.

Work is acknowledged once it is written, and many requests share the cost of a commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep, time
from typing import Any

from sqlalchemy import Connection, Dialect, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from relgym.service.problems import Refused
from relgym.service.records import Conflict, Node
from relgym.service.store.schema import NODES
from relgym.tuning.service import COMMIT_BATCH_LIMIT, COMMIT_DELAY_LIMIT_SECONDS, COMMIT_DELAY_SECONDS

Work = Callable[[Connection], Any] | tuple[Node, ...]
"""Work in a transaction: any function of the connection, or nodes to add, each after the one before it."""

Job = tuple[Work, asyncio.Future[Any]]
Result = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    """Carries out work on a database, in the order in which it comes."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread; must be called in the event loop."""
        self._engine = engine
        self._nodes = _Nodes(engine.dialect)
        # The work of this turn of the event loop: one call wakes the thread for all of it.
        self._coming: list[Job] = []
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="relgym-store", daemon=True)
        self._thread.start()

    async def run(self, work: Work) -> Any:
        """Return the result of work, once it is written; raises `Conflict` if a row is there already."""
        done: asyncio.Future[Any] = self._loop.create_future()
        if not self._coming:
            self._loop.call_soon(self._hand_over)
        self._coming.append((work, done))
        return await done

    def _hand_over(self) -> None:
        self._jobs.put(self._coming)
        self._coming = []

    async def close(self) -> None:
        """Write what waits, and end the thread."""
        if self._coming:
            self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        # A connection of its own: to fetch one from the pool takes as long as to write a node.
        with self._engine.connect() as connection:
            size = 1
            while (batch := self._jobs.get()) is not None:
                if size > 1:
                    # Where many requests come, some more will have come in a moment, and will share the commit.
                    sleep(min(COMMIT_DELAY_LIMIT_SECONDS, size * COMMIT_DELAY_SECONDS))
                self._add_waiting(batch)
                size = len(batch)
                self._loop.call_soon_threadsafe(_set_all, self._carried_out(connection, batch))

    def _add_waiting(self, batch: list[Job]) -> None:
        """Add the jobs that wait, about as many as share a transaction."""
        with suppress(Empty):
            while len(batch) < COMMIT_BATCH_LIMIT:
                more = self._jobs.get_nowait()
                if more is None:
                    self._jobs.put(None)
                    break
                batch += more

    def _carried_out(self, connection: Connection, batch: Sequence[Job], is_repeated: bool = False) -> list[Result]:
        """Carry out all in one transaction, or, if one of them fails, each in its own.

        A connection that has been lost is opened again, and the batch is repeated once.
        """
        is_committing = False
        try:
            with connection.begin() as transaction:
                self._nodes.add(connection, [node for work, _ in batch if isinstance(work, tuple) for node in work])
                found: list[Result] = [
                    (done, None if isinstance(work, tuple) else work(connection), None) for work, done in batch
                ]
                is_committing = True
                transaction.commit()
                return found
        except Exception as error:
            is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if is_lost and not is_committing and not is_repeated:
                return self._carried_out(connection, batch, is_repeated=True)
            # Whether a commit that breaks off was carried out is unknown: to repeat it could do the work twice.
            if is_committing or is_lost or len(batch) == 1:
                reason = _reason(error)
                return [(done, None, reason) for _, done in batch]
        return [each for job in batch for each in self._carried_out(connection, [job])]


class _Nodes:
    """Adds nodes, and lets their sessions stand there: two statements, however many nodes there are."""

    def __init__(self, dialect: Dialect) -> None:
        self._is_sqlite = dialect.name == "sqlite"
        own = "?" if self._is_sqlite else "%s"
        self._insert = f"INSERT INTO nodes ({', '.join(NODES.c.keys())}) VALUES ({', '.join(own for _ in NODES.c)})"
        self._stand = f"UPDATE sessions SET node = {own}, used = {own} WHERE id = {own} AND node = {own}"

    def add(self, connection: Connection, nodes: Sequence[Node]) -> None:
        """Add nodes; raises `Conflict` if a session stands elsewhere than before its node."""
        if not nodes:
            return
        now = time()
        moves = [(node.number, now, node.session, node.parent) for node in nodes]
        if self._is_sqlite:
            # SQLAlchemy's work around a statement takes longer than a few rows.
            driver: Any = connection.connection.driver_connection
            driver.executemany(self._insert, nodes)
            count = driver.executemany(self._stand, moves).rowcount
        else:
            connection.exec_driver_sql(self._insert, [*nodes])
            count = connection.exec_driver_sql(self._stand, moves).rowcount
        if count < len(nodes):
            raise Conflict


def _reason(error: Exception) -> Exception:
    """Return the exception that tells requests why their work has failed."""
    match error:
        case IntegrityError() | sqlite3.IntegrityError():
            return Conflict()
        case DBAPIError(orig=cause) if error.connection_invalidated or isinstance(error, OperationalError):
            return _no_answer(cause)
        case sqlite3.OperationalError():
            return _no_answer(error)
        case _:
            return error


def _no_answer(cause: object) -> Refused:
    hint = "try again later; ask a session for its present node, the change may have been written"
    return Refused(503, f"the database does not answer: {cause}", hint=hint)


def _set_all(results: Sequence[Result]) -> None:
    for done, result, error in results:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
