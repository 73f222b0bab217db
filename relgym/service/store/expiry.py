"""Expiry: tasks and sessions that nobody has used for a while are removed."""

from __future__ import annotations

from collections.abc import Sequence
from time import time

from sqlalchemy import Connection, delete, exists, select, update

from relgym.service.records import ANYONE, Owner
from relgym.service.store.schema import NODES, SESSIONS, TASK_OWNERS, TASKS
from relgym.tuning.service import EXPIRED_AT_ONCE_LIMIT, EXPIRED_BYTES_LIMIT


def touch(connection: Connection, sessions: Sequence[str], tasks: Sequence[tuple[str, Owner]]) -> None:
    """Note that sessions, and tasks by their owners, have been used."""
    now = time()
    if sessions:
        connection.execute(update(SESSIONS).where(SESSIONS.c.id.in_(sessions)).values(used=now))
    for task, owner in tasks:
        own = TASK_OWNERS.c.task == task
        if owner != ANYONE:
            own &= TASK_OWNERS.c.owner == (owner or "")
        connection.execute(update(TASK_OWNERS).where(own).values(used=now))


def expire_sessions(connection: Connection, before: float) -> list[str]:
    """Remove some sessions that were used last before a time; returns their ids, none if there are no more."""
    old = select(SESSIONS.c.id, SESSIONS.c.bytes).where(SESSIONS.c.used < before).limit(EXPIRED_AT_ONCE_LIMIT)
    found: list[str] = []
    left = EXPIRED_BYTES_LIMIT
    for key, size in connection.execute(old):
        if left > 0:
            found.append(key)
        left -= size
    if found:
        connection.execute(delete(NODES).where(NODES.c.session.in_(found)))
        connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(found)))
    return found


def expire_tasks(connection: Connection, before: float) -> list[str]:
    """Remove the tasks without sessions that were used last before a time; returns their ids."""
    is_played = exists().where(SESSIONS.c.task == TASK_OWNERS.c.task)
    connection.execute(delete(TASK_OWNERS).where(TASK_OWNERS.c.used < before, ~is_played))
    is_owned = exists().where(TASK_OWNERS.c.task == TASKS.c.id)
    found = [key for (key,) in connection.execute(select(TASKS.c.id).where(~is_owned))]
    if found:
        connection.execute(delete(TASKS).where(TASKS.c.id.in_(found)))
    return found
