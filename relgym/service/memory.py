"""A store in memory and workers in the same process: a hub of these parts never waits."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from relgym.limits import Limits
from relgym.service.parts import Header
from relgym.service.records import ANYONE, Conflict, Node, Owner, SessionRecord, TaskRecord
from relgym.service.workers.operations import Operations

T = TypeVar("T")


def finished(coroutine: Coroutine[Any, Any, T]) -> T:
    """Carry out a coroutine that waits for nothing; returns its result.

    >>> async def two(): return 2
    >>> finished(two())
    2
    """
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    coroutine.close()
    raise RuntimeError("a call has waited for something in a process without a server")


class Memory:
    """Keeps tasks, sessions and nodes in memory, all of one owner."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._tasks: dict[str, TaskRecord] = {}
        self._sessions: dict[str, SessionRecord] = {}
        self._nodes: dict[str, list[Node]] = {}

    async def close(self) -> None:
        """Forget everything."""
        for kept in (self._tasks, self._sessions, self._nodes):
            kept.clear()

    async def add_task(self, task: TaskRecord, owner: Owner = None) -> bool:
        """Add a task; returns whether it is new."""
        return self._tasks.setdefault(task.id, task) is task

    async def task(self, key: str, owner: Owner = ANYONE) -> TaskRecord | None:
        """Return a task, if there is one of this id."""
        return self._tasks.get(key)

    async def has_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Tell whether there is a task of this id."""
        return key in self._tasks

    async def tasks(self, owner: Owner = ANYONE) -> list[tuple[str, dict[str, Any]]]:
        """List the ids of all tasks with what is known of them, the oldest first."""
        return [(key, task.about) for key, task in self._tasks.items()]

    async def remove_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Remove a task with its sessions; returns whether there was one."""
        for session in [session for session, record in self._sessions.items() if record.task == key]:
            await self.remove_session(session)
        return self._tasks.pop(key, None) is not None

    async def add_session(self, session: SessionRecord, start: Node) -> None:
        """Add a session with its first node; raises `Conflict` if there is no such task."""
        if session.task not in self._tasks:
            raise Conflict
        self._sessions[session.id] = session
        self._nodes[session.id] = [start]

    async def session(self, key: str) -> SessionRecord | None:
        """Return a session, if there is one of this id."""
        return self._sessions.get(key)

    async def count_sessions(self, owner: Owner = ANYONE) -> int:
        """Count the sessions."""
        return len(self._sessions)

    async def remove_session(self, key: str) -> bool:
        """Remove a session with its nodes; returns whether there was one."""
        self._nodes.pop(key, None)
        return self._sessions.pop(key, None) is not None

    async def standing(self, key: str) -> tuple[SessionRecord, Node, int] | None:
        """Return a session with the node where it stands and the number of its next node."""
        record, nodes = self._sessions.get(key), self._nodes.get(key, [])
        return None if record is None else (record, nodes[record.node], len(nodes))

    async def position(self, key: str) -> int | None:
        """Return the number of the node where a session stands, if there is one of this id."""
        record = self._sessions.get(key)
        return None if record is None else record.node

    async def check_bytes(self, owner: Owner) -> None:
        """Refuse nothing: the memory of this process is its owner's."""

    async def add_nodes(self, *nodes: Node) -> None:
        """Add nodes, each after the one before it, and let their session stand in the last one.

        Raises:
            Conflict: The session stands elsewhere than before the first node.
        """
        first, last = nodes[0], nodes[-1]
        known = self._nodes.get(first.session)
        if known is None or first.number != len(known) or self._sessions[first.session].node != first.parent:
            raise Conflict
        known += nodes
        self._sessions[last.session] = replace(self._sessions[last.session], node=last.number)

    async def stand(self, session: str, before: int, node: int) -> None:
        """Let a session that stands in one node stand in another; raises `Conflict` if it stands elsewhere."""
        record = self._sessions.get(session)
        if record is None or record.node != before:
            raise Conflict
        self._sessions[session] = replace(record, node=node)

    async def node(self, session: str, number: int) -> Node | None:
        """Return a node of a session, if there is one of this number."""
        nodes = self._nodes.get(session, [])
        return nodes[number] if number < len(nodes) else None

    async def path(self, session: str, number: int, most: int) -> list[Node]:
        """Return a node and those before it up to the start, at most `most` of them."""
        found: list[Node] = []
        at: int | None = number
        while at is not None and len(found) < most:
            found.append(self._nodes[session][at])
            at = found[-1].parent
        return found

    async def nodes(self, session: str) -> list[tuple[int, int | None, str | None]]:
        """List the numbers, parents and actions of the nodes of a session, in the order in which they were added."""
        return [(node.number, node.parent, node.action) for node in self._nodes.get(session, [])]


class OwnProcess:
    """Carries out requests in this process, one after the other."""

    def __init__(self, limits: Limits) -> None:
        """Begin with no task; `limits` hold for each call of an engine."""
        self._operations = Operations(limits)

    async def call(self, header: Header, seconds: float | None = None) -> tuple[Header, bytes]:
        """Carry out a request; returns the header and the body of the answer.

        Args:
            header: The request.
            seconds: Ignored: nothing can end a call of this process but the limits of its engine.
        """
        return self._operations.answer(header)

    async def call_apart(self, header: Header) -> tuple[Header, bytes]:
        """Carry out a long request, in this process too."""
        return await self.call(header)

    async def side_by_side(self, calls: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Carry out calls, one after the other."""
        for call in calls:
            await call

    async def probe(self) -> None:
        """Return at once: this process answers."""

    async def in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what a call gives; here it never waits."""
        return await work

    def forget(self, task: str) -> None:
        """Keep nothing of a task."""
        self._operations.answer({"op": "forget", "task": task})

    async def close(self) -> None:
        """Do nothing: engines end with the process."""
