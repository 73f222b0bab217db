"""Reads and writes the records of a service. All access goes through one thread (`writer`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, select, true, update

from relgym.service.access.tokens import Token
from relgym.service.records import ANYONE, Conflict, Node, Owner, SessionRecord, TaskRecord
from relgym.service.store.databases import opened, size_of
from relgym.service.store.expiry import expire_sessions, expire_tasks, touch
from relgym.service.store.looks import Looks
from relgym.service.store.nodes import read
from relgym.service.store.quotas import Quotas
from relgym.service.store.schema import NODES, SESSIONS, TASK_OWNERS, TASKS
from relgym.service.store.tokens import all_tokens
from relgym.service.store.usage import UsedBytes
from relgym.service.store.writer import Writer
from relgym.tuning.service import DATABASE_SIZE_SECONDS, EXPIRED_AT_ONCE_LIMIT

NODE_NUMBER_LIMIT = 2**31 - 1
"""The largest number that an INTEGER of PostgreSQL holds."""


class Store:
    """The database of a service. Killing the service at any moment loses nothing that a method has returned from."""

    def __init__(self, data: Path | None, database: str | None = None, quotas: Quotas | None = None) -> None:
        """Open the database; must be called in the event loop.

        Args:
            data: The folder of the database, which is made if it does not exist; `None` keeps all in memory.
            database: The address of a PostgreSQL database to use instead.
            quotas: The most that one owner may keep.

        Raises:
            RelgymError: The database cannot be opened, or a newer relgym has made it.
        """
        self._engine = opened(data, database)
        self._writer = Writer(self._engine)
        self._looks = Looks(self._engine.dialect)
        self._size: tuple[float, int] | None = None
        self._quotas = quotas or Quotas()
        self._used = UsedBytes(self._quotas.bytes, self._count_bytes, lambda: self._writer.nodes.written)

    async def close(self) -> None:
        """Write what waits, and close the database."""
        await self._writer.close()
        self._engine.dispose()

    @property
    def failures(self) -> Mapping[str, int]:
        """The number of failures of the database, by their kinds."""
        return {str(kind): number for kind, number in self._writer.failures.items()}

    async def size(self) -> int:
        """Return the bytes of the database with its log, as they were within the last minute."""
        if self._size is None or monotonic() - self._size[0] >= DATABASE_SIZE_SECONDS:
            self._size = monotonic(), int(await self._writer.run(size_of))
        return self._size[1]

    # -- tasks -------------------------------------------------------------------------------

    async def add_task(self, task: TaskRecord, owner: Owner = None) -> bool:
        """Add a task, and let an owner see it; returns whether it is new for this owner.

        Raises:
            Refused: The owner may have no more tasks.
        """

        def added(connection: Connection) -> bool:
            now = time()
            is_there = connection.execute(select(TASKS.c.id).where(TASKS.c.id == task.id)).first()
            if is_there is None:
                values = {**task.texts, "id": task.id, "about": task.about, "created": now, "bytes": task.bytes}
                connection.execute(insert(TASKS).values(values))
            own = (TASK_OWNERS.c.task == task.id) & (TASK_OWNERS.c.owner == (owner or ""))
            if connection.execute(update(TASK_OWNERS).where(own).values(used=now)).rowcount:
                return False
            self._quotas.check_task(connection, owner, task.bytes)
            values = {"task": task.id, "owner": owner or "", "created": now, "used": now}
            connection.execute(insert(TASK_OWNERS).values(values))
            return True

        while True:
            try:
                return bool(await self._writer.run(added))
            except Conflict:
                # Another server has added the same task in between, so it is there now.
                continue

    async def task(self, key: str, owner: Owner = ANYONE) -> TaskRecord | None:
        """Return a task that an owner sees, if there is one of this id."""
        chosen = select(TASKS.c.id, TASKS.c.domain, TASKS.c.problem, TASKS.c.axioms, TASKS.c.about)
        seen = chosen.where(TASKS.c.id == key, _sees(owner))
        row = await self._writer.run(lambda connection: connection.execute(seen).first())
        return None if row is None else TaskRecord(*row)

    async def has_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Tell whether there is a task of this id that an owner sees."""
        return bool(await self._writer.run(lambda connection: self._looks.has_task(connection, key, owner)))

    async def tasks(self, owner: Owner = ANYONE) -> list[tuple[str, dict[str, Any]]]:
        """List the ids of the tasks that an owner sees with what is known of them, the oldest first."""
        chosen = select(TASKS.c.id, TASKS.c.about).where(_sees(owner)).order_by(TASKS.c.created)
        return [tuple(row) for row in await self._writer.run(lambda connection: connection.execute(chosen).all())]

    async def remove_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Remove a task with its sessions, as far as they are an owner's; returns whether the owner saw one."""
        sessions = SESSIONS.c.task == key
        visible = TASK_OWNERS.c.task == key
        if owner != ANYONE:
            visible &= TASK_OWNERS.c.owner == (owner or "")

        def removed(connection: Connection) -> bool:
            found = connection.execute(delete(TASK_OWNERS).where(visible)).rowcount > 0
            is_owned = connection.execute(select(TASK_OWNERS.c.task).where(TASK_OWNERS.c.task == key)).first()
            # Sessions of operators on the task of somebody else go with the task.
            gone = sessions if is_owned is None else sessions & _is(owner)
            connection.execute(delete(NODES).where(NODES.c.session.in_(select(SESSIONS.c.id).where(gone))))
            connection.execute(delete(SESSIONS).where(gone))
            if is_owned is None:
                connection.execute(delete(TASKS).where(TASKS.c.id == key))
            return found

        found = bool(await self._writer.run(removed))
        self._used.forget()
        return found

    # -- expiry ------------------------------------------------------------------------------

    async def touch(self, sessions: Collection[str], tasks: Collection[tuple[str, Owner]]) -> None:
        """Note that sessions, and tasks by their owners, have been used."""
        every, theirs = [*sessions], [*tasks]
        for start in range(0, max(len(every), len(theirs)), EXPIRED_AT_ONCE_LIMIT):
            some = slice(start, start + EXPIRED_AT_ONCE_LIMIT)
            await self._writer.run(partial(touch, sessions=every[some], tasks=theirs[some]))

    async def expire(self, before: float) -> tuple[list[str], list[str]]:
        """Remove sessions, and tasks without sessions, that were used last before a time; returns their ids."""
        sessions: list[str] = []
        while found := await self._writer.run(partial(expire_sessions, before=before)):
            sessions += found
            self._used.forget()
        return sessions, await self._writer.run(partial(expire_tasks, before=before))

    # -- tokens ------------------------------------------------------------------------------

    async def tokens(self) -> list[Token]:
        """Return all tokens, also those that are not valid any more."""
        found: list[Token] = await self._writer.run(all_tokens)
        return found

    # -- sessions ----------------------------------------------------------------------------

    async def add_session(self, session: SessionRecord, start: Node) -> None:
        """Add a session with its first node.

        Raises:
            Conflict: Its task has been removed.
            Refused: Its owner may have no more sessions.
        """

        def added(connection: Connection) -> None:
            self._quotas.check_session(connection, session.owner)
            now = time()
            values = {"id": session.id, "task": session.task, "backend": session.backend, "seed": session.seed}
            more = {"node": session.node, "owner": session.owner, "created": now, "used": now}
            connection.execute(insert(SESSIONS).values(**values, **more))
            size = self._writer.nodes.add_first(connection, start)
            connection.execute(update(SESSIONS).where(SESSIONS.c.id == session.id).values(bytes=size))

        await self._writer.run(added)

    async def session(self, key: str) -> SessionRecord | None:
        """Return a session, if there is one of this id."""
        columns = SESSIONS.c
        chosen = select(columns.id, columns.task, columns.backend, columns.seed, columns.node, columns.owner)
        own = chosen.where(columns.id == key)
        row = await self._writer.run(lambda connection: connection.execute(own).first())
        return None if row is None else SessionRecord(*row)

    async def standing(self, key: str) -> tuple[SessionRecord, Node, int] | None:
        """Return a session with the node where it stands and the number of its next node."""
        columns = SESSIONS.c
        last = select(func.max(NODES.c.node)).where(NODES.c.session == key).scalar_subquery()
        record = (columns.id, columns.task, columns.backend, columns.seed, columns.node, columns.owner)
        chosen = select(last, *record).where(columns.id == key)

        def stands(connection: Connection) -> tuple[SessionRecord, Node, int] | None:
            row = connection.execute(chosen).first()
            if row is None:
                return None
            [node] = read(connection, connection.execute(_at(key, row[5])))
            return SessionRecord(*row[1:]), node, row[0] + 1

        found: tuple[SessionRecord, Node, int] | None = await self._writer.run(stands)
        return found

    async def position(self, key: str) -> int | None:
        """Return the number of the node where a session stands, if there is one of this id."""
        found: int | None = await self._writer.run(lambda connection: self._looks.position(connection, key))
        return found

    async def count_sessions(self, owner: Owner = ANYONE) -> int:
        """Count the sessions of an owner."""
        counted = select(func.count()).select_from(SESSIONS).where(_is(owner))
        return int(await self._writer.run(lambda connection: connection.execute(counted).scalar_one()))

    async def remove_session(self, key: str) -> bool:
        """Remove a session with its nodes; returns whether there was one."""

        def removed(connection: Connection) -> bool:
            connection.execute(delete(NODES).where(NODES.c.session == key))
            return connection.execute(delete(SESSIONS).where(SESSIONS.c.id == key)).rowcount > 0

        found = bool(await self._writer.run(removed))
        self._used.forget()
        return found

    async def check_bytes(self, owner: Owner) -> None:
        """Raise `Refused` if the sessions of an owner have as many bytes as they may have."""
        await self._used.check(owner)

    async def _count_bytes(self, owner: Owner) -> int:
        counted = select(func.coalesce(func.sum(SESSIONS.c.bytes), 0)).where(_is(owner))
        return int(await self._writer.run(lambda connection: connection.execute(counted).scalar_one()))

    async def add_nodes(self, *nodes: Node) -> None:
        """Add nodes, each after the one before it, and let their session stand in the last one.

        Raises:
            Conflict: The session stands elsewhere than before the first node.
        """
        await self._writer.run(nodes)

    async def stand(self, session: str, before: int, node: int) -> None:
        """Let a session that stands in one node stand in another; raises `Conflict` if it stands elsewhere."""
        moved = update(SESSIONS).where(SESSIONS.c.id == session, SESSIONS.c.node == before)

        def stood(connection: Connection) -> None:
            if not connection.execute(moved.values(node=node, used=time())).rowcount:
                raise Conflict

        await self._writer.run(stood)

    async def node(self, session: str, number: int) -> Node | None:
        """Return a node of a session, if there is one of this number."""
        if number > NODE_NUMBER_LIMIT:
            return None
        chosen = _at(session, number)
        found = await self._writer.run(lambda connection: read(connection, connection.execute(chosen)))
        return found[0] if found else None

    async def path(self, session: str, number: int, most: int) -> list[Node]:
        """Return a node and those before it up to the start, at most `most` of them."""
        way = select(NODES).where(NODES.c.session == session, NODES.c.node == number).cte(recursive=True)
        is_before = (NODES.c.session == way.c.session) & (NODES.c.node == way.c.parent)
        way = way.union_all(select(NODES).join(way, is_before))
        chosen = select(way).limit(most)
        found: list[Node] = await self._writer.run(lambda connection: read(connection, connection.execute(chosen)))
        return found

    async def nodes(self, session: str) -> list[tuple[int, int | None, str | None]]:
        """List the numbers, parents and actions of the nodes of a session, in the order in which they were added."""
        columns = NODES.c
        chosen = select(columns.node, columns.parent, columns.action).where(columns.session == session)
        rows = await self._writer.run(lambda connection: connection.execute(chosen.order_by(columns.node)).all())
        return [tuple(row) for row in rows]


def _at(session: str, number: int) -> Select[Any]:
    """Return the query for a node."""
    return select(NODES).where(NODES.c.session == session, NODES.c.node == number)


def _is(owner: Owner) -> ColumnElement[bool]:
    """Return the condition that a session is an owner's."""
    if owner == ANYONE:
        return true()
    return SESSIONS.c.owner.is_(None) if owner is None else SESSIONS.c.owner == owner


def _sees(owner: Owner) -> ColumnElement[bool]:
    """Return the condition that an owner sees a task."""
    if owner == ANYONE:
        return true()
    return exists().where(TASK_OWNERS.c.task == TASKS.c.id, TASK_OWNERS.c.owner == (owner or ""))
