"""The thread of the database: it carries out what waits in one transaction, a group commit.

Work is acknowledged once it is written, and many requests share the cost of a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine

from relgym.service.records import Node
from relgym.service.store.connecting import KeptConnection
from relgym.service.store.failures import KINDS, DatabaseFailure, Kind, failure_of
from relgym.service.store.nodes import NodeWriter
from relgym.tuning.service import (
    COMMIT_BATCH_LIMIT,
    COMMIT_DELAY_LIMIT_SECONDS,
    COMMIT_DELAY_SECONDS,
    DATABASE_LOOKS_LIMIT,
    LOOK_SECONDS,
)

LOGGER = logging.getLogger("relgym.service")

Work = Callable[[Connection], Any] | tuple[Node, ...]
"""Work in a transaction: any function of the connection, or nodes to add, each after the one before it."""

Job = tuple[Work, asyncio.Future[Any]]
Result = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    """Carries out work on a database, in the order in which it comes; after any failure it goes on.

    Attributes:
        nodes: Adds nodes; it is used in the thread only.
        failures: The number of failures of the database, by their kinds.
    """

    def __init__(self, engine: Engine) -> None:
        """Start the thread; must be called in the event loop."""
        self._kept = KeptConnection(engine)
        self.nodes = NodeWriter(engine.dialect)
        self.failures: dict[Kind, int] = dict.fromkeys(KINDS, 0)
        self._last: Kind | None = None
        # The work of this turn of the event loop: one call wakes the thread for all of it.
        self._coming: list[Job] = []
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        # What the thread has not answered, the oldest first, and how often the watch has seen the same one.
        self._waiting: deque[list[Job]] = deque()
        self._looks = 0
        self._watch: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="relgym-store", daemon=True)
        self._thread.start()

    async def run(self, work: Work) -> Any:
        """Return the result of work, once it is written.

        Raises:
            Conflict: A row is there already.
            DatabaseFailure: The database does not carry it out, or has not answered for long.
        """
        if self._looks > DATABASE_LOOKS_LIMIT:
            raise self._late()
        done: asyncio.Future[Any] = self._loop.create_future()
        if not self._coming:
            self._loop.call_soon(self._hand_over)
        self._coming.append((work, done))
        return await done

    def _hand_over(self) -> None:
        if not self._coming:
            return
        self._waiting.append(self._coming)
        self._jobs.put(self._coming)
        self._coming = []
        if self._watch is None:
            self._watch = self._loop.call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        """Refuse all that waits if the thread has answered nothing at so many looks.

        Looks are counted, not seconds: where the event loop itself was held up, the answers are there at the next look.
        """
        self._watch = None
        if not self._waiting:
            return
        self._looks += 1
        if self._looks > DATABASE_LOOKS_LIMIT:
            if self._looks == DATABASE_LOOKS_LIMIT + 1:
                LOGGER.error("the database fails", extra={"kind": "late", "cause": "it has not answered for long"})
            self._kept.interrupt()
            _set_all([(done, None, self._late()) for jobs in self._waiting for _, done in jobs if not done.done()])
        self._watch = self._loop.call_later(LOOK_SECONDS, self._look)

    def _late(self) -> DatabaseFailure:
        self.failures["late"] += 1
        return DatabaseFailure("late")

    async def close(self) -> None:
        """Write what waits, and end the thread; a database that does not answer is left alone after a while."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, (DATABASE_LOOKS_LIMIT + 2) * LOOK_SECONDS)
        if self._watch is not None:
            self._watch.cancel()

    def _work(self) -> None:
        size = 1
        while (first := self._jobs.get()) is not None:
            if size > 1:
                # Where many requests come, some more will have come in a moment, and will share the commit.
                sleep(min(COMMIT_DELAY_LIMIT_SECONDS, size * COMMIT_DELAY_SECONDS))
            handed = self._with_waiting(first)
            batch = [job for jobs in handed for job in jobs]
            size = len(batch)
            # What was refused meanwhile, or has lost its client, is left out.
            results = self._carried_out([job for job in batch if not job[1].done()])
            self._loop.call_soon_threadsafe(self._answer, results, len(handed))
        self._kept.end()

    def _answer(self, results: Sequence[Result], count: int) -> None:
        for _ in range(count):
            self._waiting.popleft()
        self._looks = 0
        _set_all(results)

    def _with_waiting(self, first: list[Job]) -> list[list[Job]]:
        """Return jobs with those that wait, about as many as share a transaction."""
        handed, size = [first], len(first)
        with suppress(Empty):
            while size < COMMIT_BATCH_LIMIT:
                more = self._jobs.get_nowait()
                if more is None:
                    self._jobs.put(None)
                    break
                handed.append(more)
                size += len(more)
        return handed

    def _carried_out(self, batch: Sequence[Job], is_repeated: bool = False) -> list[Result]:
        """Carry out all in one transaction, or, if one of them fails, each in its own.

        A connection that has been lost is opened again, and the batch is repeated once.
        """
        if not batch:
            return []
        is_committing = False
        try:
            connection = self._kept.get()
        except Exception as error:
            return self._failed(batch, error)
        try:
            connection.begin()
            self.nodes.add(connection, [node for work, _ in batch if isinstance(work, tuple) for node in work])
            found: list[Result] = [
                (done, None if isinstance(work, tuple) else work(connection), None) for work, done in batch
            ]
            is_committing = True
            connection.commit()
        except Exception as error:
            self._kept.restore()
            self.nodes.end(is_committed=False)
            is_lost = not self._kept.is_open
            reason = failure_of(error, is_lost)
            if is_lost and not is_committing and not is_repeated:
                return self._carried_out(batch, is_repeated=True)
            # Whether a commit that breaks off was carried out is unknown: to repeat it could do the work twice. Where
            # another process has the lock, each job would wait for it in turn.
            is_locked = isinstance(reason, DatabaseFailure) and reason.kind == "locked"
            if is_committing or is_lost or is_locked or len(batch) == 1:
                return self._failed(batch, reason)
        else:
            self.nodes.end(is_committed=True)
            self._last = None
            return found
        return [each for job in batch for each in self._carried_out([job])]

    def _failed(self, batch: Sequence[Job], reason: Exception) -> list[Result]:
        if isinstance(reason, DatabaseFailure):
            self.failures[reason.kind] += 1
            if reason.kind == "damaged":
                self._kept.give_up(reason)
            if self._last != reason.kind:
                # Once, until the database carries out something again or fails in another way.
                LOGGER.error("the database fails", extra={"kind": reason.kind, "cause": reason.cause})
            self._last = reason.kind
        return [(done, None, reason) for _, done in batch]


def _set_all(results: Sequence[Result]) -> None:
    for done, result, error in results:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
