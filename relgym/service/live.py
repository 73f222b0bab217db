"""Sessions in memory: where each stands, and what happens when another server has moved it.

Several servers may share a database. A change names the node from which it starts, so the database refuses one that
depends on an old view; the session is then read anew, and the request is carried out where it stands by now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import TypeVar

from relgym.caching import Cache
from relgym.service.access.callers import CALLER
from relgym.service.parts import Storage
from relgym.service.problems import Refused, no_session
from relgym.service.records import Conflict, Node, SessionRecord
from relgym.tuning.service import CONFLICTS_LIMIT, SERVICE_SESSIONS_LIMIT

T = TypeVar("T")


class Live:
    """A session with the node where it stands; changes of it are carried out one after the other.

    Attributes:
        record: The session.
        node: The node where it stands.
        count: The number of its nodes, which is the number of the next one.
        version: The number by which a worker knows the state of the node, 0 if no worker has it.
        lock: Is held during a change.
        is_stale: Whether the database may say something else.
    """

    __slots__ = ("count", "is_stale", "lock", "node", "record", "version")

    def __init__(self, record: SessionRecord, node: Node, count: int, version: int = 0) -> None:
        self.record = record
        self.node = node
        self.count = count
        self.version = version
        self.lock = asyncio.Lock()
        self.is_stale = False


class LiveSessions:
    """The sessions that were used last."""

    def __init__(self, store: Storage, notes_use: bool = False) -> None:
        """Begin with no session in memory; others are read from the database.

        Args:
            store: The database.
            notes_use: Whether to keep the sessions that were looked at, for `take_used`.
        """
        self._store = store
        self._notes_use = notes_use
        self._used: set[str] = set()
        self._kept: Cache[str, Live] = Cache(SERVICE_SESSIONS_LIMIT)
        self._versions = count(1)

    def new_version(self) -> int:
        """Return a number for the state that a worker is about to make.

        Two attempts at a step lead to nodes of one number, and the database keeps one of them; a worker that has made
        the other one must not go on with it.
        """
        return next(self._versions)

    def add(self, record: SessionRecord, node: Node, version: int) -> None:
        """Keep a session that has just been made."""
        self._kept.keep(record.id, Live(record, node, 1, version))

    def remove(self, key: str) -> None:
        """Keep a session no longer."""
        self._kept.remove(key)

    def remove_of(self, task: str) -> None:
        """Forget the sessions of a task."""
        for key, live in [*self._kept.items()]:
            if live.record.task == task:
                self._kept.remove(key)

    async def get(self, key: str) -> Live:
        """Return a session, which another server may have moved; raises `Refused` if there is none of this id."""
        live = self._kept.use(key)
        if live is None:
            # PostgreSQL takes no text with a null character.
            found = None if "\0" in key else await self._store.standing(key)
            if found is None:
                raise no_session(key)
            # Another request may have been faster.
            live = self._kept.use(key)
            if live is None:
                live = Live(*found)
                self._kept.keep(key, live)
        # Sessions of others look as if they did not exist.
        if not CALLER.get().may_see(live.record.owner):
            raise no_session(key)
        if self._notes_use:
            self._used.add(key)
        return live

    def take_used(self) -> set[str]:
        """Return the sessions that were used since the last call."""
        used, self._used = self._used, set()
        return used

    async def present(self, key: str) -> Live:
        """Return a session as the database has it; raises `Refused` if there is none of this id."""
        live = await self.get(key)
        if live.is_stale or await self._store.position(key) != live.node.number:
            async with live.lock:
                await self._read(live)
        return live

    async def change(self, key: str, work: Callable[[Live], Awaitable[T]]) -> T:
        """Return what a change of a session gives; it is repeated where another server has moved the session."""
        live = await self.get(key)
        async with live.lock:
            for _ in range(CONFLICTS_LIMIT):
                if live.is_stale:
                    await self._read(live)
                try:
                    return await work(live)
                except Conflict:
                    continue
        raise Refused(409, "other requests keep changing the session", hint="ask for its present node")

    async def check(self, live: Live) -> None:
        """Raise `Conflict` if a session has moved on; its errors would be about a node that it has left."""
        if await self._store.position(live.record.id) != live.node.number:
            live.is_stale = True
            raise Conflict

    async def arrive(self, live: Live, nodes: Sequence[Node], version: int) -> None:
        """Add nodes to a session that stands before the first; raises `Conflict` if it stands elsewhere by now."""
        live.is_stale = True
        await self._store.add_nodes(*nodes)
        live.node, live.count, live.version = nodes[-1], nodes[-1].number + 1, version
        live.is_stale = False

    async def stand(self, live: Live, node: Node) -> None:
        """Let a session stand in one of its nodes; raises `Conflict` if it stands elsewhere by now."""
        live.is_stale = True
        await self._store.stand(live.record.id, live.node.number, node.number)
        live.node, live.version = node, 0
        live.is_stale = False

    async def _read(self, live: Live) -> None:
        key = live.record.id
        found = await self._store.standing(key)
        if found is None:
            self.remove(key)
            raise no_session(key)
        live.record, live.node, live.count = found
        live.version = 0
        live.is_stale = False
