"""The thread of the database: it carries out what waits in one transaction, a group commit.

Work is acknowledged once it is written, and many requests share the cost of a commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from time import time
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from relgym.service.problems import Refused
from relgym.service.records import Conflict, Node
from relgym.service.store.schema import NODES, SESSIONS
from relgym.tuning.service import COMMIT_BATCH_LIMIT

_STAND = (
    update(SESSIONS)
    .where(SESSIONS.c.id == bindparam("session"), SESSIONS.c.node == bindparam("before"))
    .values(node=bindparam("number"), used=bindparam("now"))
)

Work = Callable[[Connection], Any] | Node
"""Work in a transaction: any function of the connection, or a node to add."""

Job = tuple[Work, asyncio.Future[Any]]
Result = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    """Carries out work on a database, in the order in which it comes."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread; must be called in the event loop."""
        self._engine = engine
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
        while (job := self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < COMMIT_BATCH_LIMIT and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                batch.append(following)
            self._loop.call_soon_threadsafe(_set_all, self._carried_out(batch))

    def _carried_out(self, batch: Sequence[Job], is_repeated: bool = False) -> list[Result]:
        """Carry out all in one transaction, or, if one of them fails, each in its own.

        A connection that has been lost is opened again, and the batch is repeated once.
        """
        is_committing = False
        try:
            with self._engine.connect() as connection, connection.begin() as transaction:
                _add_nodes(connection, [work for work, _ in batch if isinstance(work, Node)])
                found: list[Result] = [
                    (done, None if isinstance(work, Node) else work(connection), None) for work, done in batch
                ]
                is_committing = True
                transaction.commit()
                return found
        except Exception as error:
            # Whether a commit that breaks off was carried out is unknown: to repeat it could do the work twice.
            is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if is_lost and not is_committing and not is_repeated:
                return self._carried_out(batch, is_repeated=True)
            if is_committing or is_lost or len(batch) == 1:
                reason = _reason(error)
                return [(done, None, reason) for _, done in batch]
        return [each for job in batch for each in self._carried_out([job])]


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


def _add_nodes(connection: Connection, nodes: Sequence[Node]) -> None:
    """Add nodes, and let their sessions stand there: two statements, however many nodes there are.

    Raises:
        Conflict: A session stands elsewhere than before its node.
    """
    if nodes:
        now = time()
        connection.execute(insert(NODES), [values_of(node) for node in nodes])
        moves = [{"session": n.session, "number": n.number, "before": n.parent, "now": now} for n in nodes]
        if connection.execute(_STAND, moves).rowcount < len(nodes):
            raise Conflict


def _set_all(results: Sequence[Result]) -> None:
    for done, result, error in results:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)


def values_of(node: Node) -> dict[str, Any]:
    """Return the row of a node."""
    return {
        "session": node.session,
        "node": node.number,
        "parent": node.parent,
        "action": node.action,
        "view": node.view,
        "rng": node.rng,
    }
