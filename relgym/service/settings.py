"""The settings of a service."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from relgym.tuning.service import (
    OWNER_BYTES_LIMIT,
    OWNER_SESSIONS_LIMIT,
    OWNER_TASKS_LIMIT,
    OWNER_TEXTS_BYTES_LIMIT,
    SESSION_NODES_LIMIT,
    TOKEN_CONCURRENCY,
    TOKEN_RATE,
)

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""The hosts to which a service binds without tokens."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits and sizes of a service.

    Attributes:
        data: The folder of the database, or `None` to keep everything in memory only.
        database: The address of a PostgreSQL database that takes the place of the one in the folder.
        workers: The number of processes in which engines run.
        seconds: The limit of each call, in seconds; a worker that passes it is killed.
        memory: The limit of a worker's memory, in megabytes.
        body: The largest request, in bytes.
        waiting: The largest number of requests that wait for workers.
        sessions: The largest number of sessions.
        max_sessions: The largest number of sessions of one owner.
        max_nodes: The largest number of nodes of one session.
        max_tasks: The largest number of tasks of one owner.
        max_texts: The most bytes that the texts of all tasks of one owner have.
        max_bytes: The most bytes that the nodes of all sessions of one owner take in the database.
        expire: The days after which tasks and sessions that nobody uses are removed, or `None` to keep them.
        hosts: Names besides those of loopback by which the service may be reached.
        origins: Other origins whose pages may use the service.
        tokens: Whether requests need tokens also while there are none.
        rate: The requests each second that a token without a limit of its own may send.
        concurrency: The requests at once that such a token may send.
        log: The lowest level of records that are logged; `info` logs each request.
    """

    data: Path | None = None
    database: str | None = None
    workers: int = 2
    seconds: float = 30.0
    memory: int = 2048
    body: int = 4_000_000
    waiting: int = 1000
    sessions: int = 100_000
    max_sessions: int = OWNER_SESSIONS_LIMIT
    max_nodes: int = SESSION_NODES_LIMIT
    max_tasks: int = OWNER_TASKS_LIMIT
    max_texts: int = OWNER_TEXTS_BYTES_LIMIT
    max_bytes: int = OWNER_BYTES_LIMIT
    expire: float | None = None
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    tokens: bool = False
    rate: float = TOKEN_RATE
    concurrency: int = TOKEN_CONCURRENCY
    log: str = "warning"
