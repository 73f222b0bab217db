"""The thread of the database: it carries out what waits in one transaction, a group commit.

Work is acknowledged once it is written, and many requests share the cost of a commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep, time
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, Insert, Update, bindparam, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from relgym.service.problems import Refused
from relgym.service.records import Conflict, Node
from relgym.service.store.schema import NODES, SESSIONS
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
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="relgym-store", daemon=True)
        self._thread.start()

    async def run(self, work: Work) -> Any:
        """Return the result of work, once it is written; raises `Conflict` if a row is there already."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put((work, done))
        return await done

    async def close(self) -> None:
        """Write what waits, and end the thread."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        # A connection of its own: to fetch one from the pool takes as long as to write a node.
        with self._engine.connect() as connection:
            size = 1
            while (job := self._jobs.get()) is not None:
                if size > 1:
                    # Where many requests come, some more will have come in a moment, and will share the commit.
                    sleep(min(COMMIT_DELAY_LIMIT_SECONDS, size * COMMIT_DELAY_SECONDS))
                batch = [job, *self._waiting()]
                size = len(batch)
                self._loop.call_soon_threadsafe(_set_all, self._carried_out(connection, batch))

    def _waiting(self) -> list[Job]:
        """Return the jobs that wait, as many as share a transaction."""
        found: list[Job] = []
        try:
            while len(found) < COMMIT_BATCH_LIMIT:
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)
                    break
                found.append(job)
        except Empty:
            pass
        return found

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
    """Adds nodes, and lets their sessions stand there: two statements, however many nodes there are.

    The statements are compiled once, since this is what each step of a session does.
    """

    def __init__(self, dialect: Dialect) -> None:
        own, columns = SESSIONS.c, NODES.c
        names = ("session", "number", "parent", "action", "view", "rng")
        values: dict[Any, Any] = {column: bindparam(name) for column, name in zip(columns, names, strict=True)}
        moved = update(SESSIONS).where(own.id == bindparam("session"), own.node == bindparam("parent"))
        self._insert = _Statement(insert(NODES).values(values), dialect)
        self._stand = _Statement(moved.values(node=bindparam("number"), used=bindparam("now")), dialect)

    def add(self, connection: Connection, nodes: Sequence[Node]) -> None:
        """Add nodes; raises `Conflict` if a session stands elsewhere than before its node."""
        if not nodes:
            return
        now = time()
        rows = [
            {
                "session": node.session,
                "number": node.number,
                "parent": node.parent,
                "action": node.action,
                "view": node.view,
                "rng": node.rng,
                "now": now,
            }
            for node in nodes
        ]
        self._insert.execute(connection, rows)
        if self._stand.execute(connection, rows) < len(nodes):
            raise Conflict


class _Statement:
    """A statement in the words of a database."""

    def __init__(self, statement: Insert | Update, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self._text = str(compiled)
        # The names of the parameters in the order of the statement, if the driver takes them by order.
        self._order: list[str] | None = compiled.positiontup

    def execute(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Execute the statement for each row of parameters; returns the number of rows that were changed."""
        order = self._order
        values: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
        return connection.exec_driver_sql(self._text, values).rowcount


def _reason(error: Exception) -> Exception:
    """Return the exception that tells requests why their work has failed."""
    match error:
        case IntegrityError():
            return Conflict()
        case DBAPIError(orig=cause) if error.connection_invalidated or isinstance(error, OperationalError):
            hint = "try again later; ask a session for its present node, the change may have been written"
            return Refused(503, f"the database does not answer: {cause}", hint=hint)
        case _:
            return error


def _set_all(results: Sequence[Result]) -> None:
    for done, result, error in results:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
