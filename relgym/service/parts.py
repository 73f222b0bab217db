"""Parts of a hub: a store that keeps records, and workers that carry out requests."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any, Protocol, TypeVar

from relgym.service.records import ANYONE, Node, Owner, SessionRecord, TaskRecord

Header = dict[str, Any]
T = TypeVar("T")


class Storage(Protocol):
    """Keeps tasks, sessions and nodes."""

    async def close(self) -> None:
        """Write what waits, and end."""

    async def add_task(self, task: TaskRecord, owner: Owner = None) -> bool:
        """Add a task, and let an owner see it; returns whether it is new for this owner."""

    async def task(self, key: str, owner: Owner = ANYONE) -> TaskRecord | None:
        """Return a task that an owner sees, if there is one of this id."""

    async def has_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Tell whether there is a task of this id that an owner sees."""

    async def tasks(self, owner: Owner = ANYONE) -> list[tuple[str, dict[str, Any]]]:
        """List the ids of the tasks that an owner sees with what is known of them, the oldest first."""

    async def remove_task(self, key: str, owner: Owner = ANYONE) -> bool:
        """Remove a task with its sessions, as far as they are an owner's; returns whether the owner saw one."""

    async def add_session(self, session: SessionRecord, start: Node) -> None:
        """Add a session with its first node; raises `Conflict` if its task has been removed."""

    async def session(self, key: str) -> SessionRecord | None:
        """Return a session, if there is one of this id."""

    async def count_sessions(self, owner: Owner = ANYONE) -> int:
        """Count the sessions of an owner."""

    async def remove_session(self, key: str) -> bool:
        """Remove a session with its nodes; returns whether there was one."""

    async def check_bytes(self, owner: Owner) -> None:
        """Raise `Refused` if the sessions of an owner have as many bytes as they may have."""

    async def add_nodes(self, *nodes: Node) -> None:
        """Add nodes, each after the one before it, and let their session stand in the last one.

        Raises:
            Conflict: The session stands elsewhere than before the first node.
        """

    async def standing(self, key: str) -> tuple[SessionRecord, Node, int] | None:
        """Return a session with the node where it stands and the number of its next node."""

    async def position(self, key: str) -> int | None:
        """Return the number of the node where a session stands, if there is one of this id."""

    async def stand(self, session: str, before: int, node: int) -> None:
        """Let a session that stands in one node stand in another; raises `Conflict` if it stands elsewhere."""

    async def node(self, session: str, number: int) -> Node | None:
        """Return a node of a session, if there is one of this number."""

    async def path(self, session: str, number: int, most: int) -> list[Node]:
        """Return a node and those before it up to the start, at most `most` of them."""

    async def nodes(self, session: str) -> list[tuple[int, int | None, str | None]]:
        """List the numbers, parents and actions of the nodes of a session, in the order in which they were added."""


class Workers(Protocol):
    """Carry out requests on engines."""

    async def call(self, header: Header, seconds: float | None = None) -> tuple[Header, bytes]:
        """Carry out a request; returns the header and the body of the answer."""

    async def call_apart(self, header: Header) -> tuple[Header, bytes]:
        """Carry out a long request where it delays no other one; returns the header and the body of the answer."""

    async def side_by_side(self, calls: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Carry out calls, as many of them at once as there are workers."""

    async def probe(self) -> None:
        """Wait until a request could be carried out."""

    async def in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what a call gives; raises `Refused` if it has not ended by its deadline, wherever it waits."""

    def forget(self, task: str) -> None:
        """Keep nothing of a task."""

    async def close(self) -> None:
        """End."""
