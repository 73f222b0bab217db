"""Records of a service: tasks, sessions, and the nodes in the history of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Owner = str | None
"""The id of the token that has made a session or a task; `None` for a service without tokens."""

ANYONE: Final = "*"
"""Stands for all owners: who asks as `ANYONE` sees the tasks of everybody."""


class Conflict(Exception):
    """Two requests have changed the same thing at once."""


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """A task: its texts, and what was found when they were read."""

    id: str
    domain: str
    problem: str
    axioms: list[str]
    about: dict[str, Any]

    @property
    def texts(self) -> dict[str, Any]:
        """The texts, as workers take them."""
        return {"domain": self.domain, "problem": self.problem, "axioms": self.axioms}

    @property
    def bytes(self) -> int:
        """The size of the texts."""
        return sum(len(text.encode()) for text in (self.domain, self.problem, *self.axioms))


class Node(NamedTuple):
    """A node in the history of a session: a row of the database.

    Attributes:
        session: The session.
        number: The number of the node in its session; 0 is the start.
        parent: The node before it.
        action: The action between them.
        view: What clients see of the node, as JSON.
        rng: The state of the random generator, if the task has chance.
    """

    session: str
    number: int
    parent: int | None
    action: str | None
    view: bytes
    rng: str | None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session, the node where it stands, and whose it is."""

    id: str
    task: str
    backend: str
    seed: int | None
    node: int
    owner: Owner = None
