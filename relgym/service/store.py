"""The database of a service: tasks, sessions, and the tree of nodes of each session.

All access goes through one thread, which carries out what waits in one transaction (a group commit): a step is
acknowledged once it is written, and many steps share the cost of a commit. Killing the service at any moment loses no
acknowledged step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import time
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from relgym.service.records import Conflict, Node, SessionRecord, TaskRecord
from relgym.tuning.service import COMMIT_BATCH_LIMIT

METADATA = MetaData()

TASKS = Table(
    "tasks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("domain", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("axioms", JSON, nullable=False),
    Column("about", JSON, nullable=False),
    Column("created", Float, nullable=False),
)
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("task", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("backend", String(100), nullable=False),
    Column("seed", Integer),
    Column("node", Integer, nullable=False),
    Column("created", Float, nullable=False),
)
NODES = Table(
    "nodes",
    METADATA,
    Column("session", ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("node", Integer, primary_key=True),
    Column("parent", Integer),
    Column("action", Text),
    Column("view", LargeBinary, nullable=False),
    Column("rng", Text),
)

_STAND = update(SESSIONS).where(SESSIONS.c.id == bindparam("session")).values(node=bindparam("number"))

Work = Callable[[Connection], Any] | Node
"""Work in a transaction: any function of the connection, or a node to add."""

Job = tuple[Work, asyncio.Future[Any]]
Result = tuple[asyncio.Future[Any], Any, Exception | None]


class Store:
    """Reads and writes the records of a service."""

    def __init__(self, data: Path | None) -> None:
        """Open the database in a folder, which is made if it does not exist; `None` keeps all in memory."""
        self._engine = _opened(data)
        METADATA.create_all(self._engine)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, name="relgym-store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Write what waits, and close the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    # -- tasks -------------------------------------------------------------------------------

    async def add_task(self, task: TaskRecord) -> bool:
        """Add a task; returns whether it is new."""

        def added(connection: Connection) -> bool:
            if connection.execute(select(TASKS.c.id).where(TASKS.c.id == task.id)).first() is not None:
                return False
            values = {**task.texts, "id": task.id, "about": task.about, "created": time()}
            connection.execute(insert(TASKS).values(values))
            return True

        return bool(await self._run(added))

    async def task(self, key: str) -> TaskRecord | None:
        """Return a task, if there is one of this id."""
        chosen = select(TASKS.c.id, TASKS.c.domain, TASKS.c.problem, TASKS.c.axioms, TASKS.c.about)
        row = await self._run(lambda connection: connection.execute(chosen.where(TASKS.c.id == key)).first())
        return None if row is None else TaskRecord(*row)

    async def tasks(self) -> list[tuple[str, dict[str, Any]]]:
        """List the ids of all tasks with what is known of them, the oldest first."""
        chosen = select(TASKS.c.id, TASKS.c.about).order_by(TASKS.c.created)
        return [tuple(row) for row in await self._run(lambda connection: connection.execute(chosen).all())]

    async def remove_task(self, key: str) -> bool:
        """Remove a task with its sessions; returns whether there was one."""

        def removed(connection: Connection) -> bool:
            own = select(SESSIONS.c.id).where(SESSIONS.c.task == key)
            connection.execute(delete(NODES).where(NODES.c.session.in_(own)))
            connection.execute(delete(SESSIONS).where(SESSIONS.c.task == key))
            return connection.execute(delete(TASKS).where(TASKS.c.id == key)).rowcount > 0

        return bool(await self._run(removed))

    # -- sessions ----------------------------------------------------------------------------

    async def add_session(self, session: SessionRecord, start: Node) -> None:
        """Add a session with its first node."""

        def added(connection: Connection) -> None:
            values = {"id": session.id, "task": session.task, "backend": session.backend, "seed": session.seed}
            connection.execute(insert(SESSIONS).values(**values, node=session.node, created=time()))
            connection.execute(insert(NODES).values(_values(start)))

        await self._run(added)

    async def session(self, key: str) -> SessionRecord | None:
        """Return a session, if there is one of this id."""
        columns = SESSIONS.c
        chosen = select(columns.id, columns.task, columns.backend, columns.seed, columns.node).where(columns.id == key)
        row = await self._run(lambda connection: connection.execute(chosen).first())
        return None if row is None else SessionRecord(*row)

    async def count_sessions(self) -> int:
        """Count the sessions."""
        return int(
            await self._run(lambda connection: connection.execute(select(func.count(SESSIONS.c.id))).scalar_one())
        )

    async def remove_session(self, key: str) -> bool:
        """Remove a session with its nodes; returns whether there was one."""

        def removed(connection: Connection) -> bool:
            connection.execute(delete(NODES).where(NODES.c.session == key))
            return connection.execute(delete(SESSIONS).where(SESSIONS.c.id == key)).rowcount > 0

        return bool(await self._run(removed))

    async def add_node(self, node: Node) -> None:
        """Add a node, and let its session stand there; raises `Conflict` if another request has added it."""
        await self._run(node)

    async def stand(self, session: str, node: int) -> None:
        """Let a session stand in one of its nodes."""
        await self._run(lambda connection: connection.execute(_STAND, {"session": session, "number": node}).rowcount)

    async def node(self, session: str, number: int) -> Node | None:
        """Return a node of a session, if there is one of this number."""
        chosen = select(NODES).where(NODES.c.session == session, NODES.c.node == number)
        row = await self._run(lambda connection: connection.execute(chosen).first())
        return None if row is None else Node(*row)

    async def last_node(self, session: str) -> int:
        """Return the largest number of a node of a session."""
        chosen = select(func.max(NODES.c.node)).where(NODES.c.session == session)
        return int(await self._run(lambda connection: connection.execute(chosen).scalar_one()))

    async def nodes(self, session: str) -> list[tuple[int, int | None, str | None]]:
        """List the numbers, parents and actions of the nodes of a session, in the order in which they were added."""
        columns = NODES.c
        chosen = select(columns.node, columns.parent, columns.action).where(columns.session == session)
        rows = await self._run(lambda connection: connection.execute(chosen.order_by(columns.node)).all())
        return [tuple(row) for row in rows]

    # -- the thread --------------------------------------------------------------------------

    async def _run(self, work: Work) -> Any:
        done: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put((work, done))
        return await done

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

    def _carried_out(self, batch: Sequence[Job]) -> list[Result]:
        """Carry out all in one transaction, or, if one of them fails, each in its own."""
        try:
            with self._engine.begin() as connection:
                _add_nodes(connection, [work for work, _ in batch if isinstance(work, Node)])
                return [(done, None if isinstance(work, Node) else work(connection), None) for work, done in batch]
        except Exception as error:
            if len(batch) == 1:
                [(_, done)] = batch
                return [(done, None, Conflict() if isinstance(error, IntegrityError) else error)]
        return [each for job in batch for each in self._carried_out([job])]


def _add_nodes(connection: Connection, nodes: Sequence[Node]) -> None:
    """Add nodes, and let their sessions stand there: two statements, however many nodes there are."""
    if nodes:
        connection.execute(insert(NODES), [_values(node) for node in nodes])
        connection.execute(_STAND, [{"session": node.session, "number": node.number} for node in nodes])


def _set_all(results: Sequence[Result]) -> None:
    for done, result, error in results:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)


def _values(node: Node) -> dict[str, Any]:
    return {
        "session": node.session,
        "node": node.number,
        "parent": node.parent,
        "action": node.action,
        "view": node.view,
        "rng": node.rng,
    }


def _opened(data: Path | None) -> Engine:
    if data is None:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        data.mkdir(parents=True, exist_ok=True)
        engine = create_engine(f"sqlite:///{data / 'relgym.sqlite'}", connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        # A write-ahead log: what is committed survives the death of the process without waiting for the disk.
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine
