"""Quotas: how much one owner may keep. They are checked in the transaction that would pass them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from relgym.service.problems import Refused
from relgym.service.records import Owner
from relgym.service.store.schema import SESSIONS, TASK_OWNERS, TASKS
from relgym.tuning.service import OWNER_BYTES_LIMIT, OWNER_SESSIONS_LIMIT, OWNER_TASKS_LIMIT, OWNER_TEXTS_BYTES_LIMIT


@dataclass(frozen=True, slots=True)
class Quotas:
    """The most that one owner may keep; without tokens, all clients are one owner.

    Attributes:
        sessions: The number of sessions.
        tasks: The number of tasks.
        texts: The bytes of the texts of all tasks.
        bytes: The bytes of the nodes of all sessions, as they are kept. A step that begins below it is carried out.
    """

    sessions: int = OWNER_SESSIONS_LIMIT
    tasks: int = OWNER_TASKS_LIMIT
    texts: int = OWNER_TEXTS_BYTES_LIMIT
    bytes: int = OWNER_BYTES_LIMIT

    def check_session(self, connection: Connection, owner: Owner) -> None:
        """Raise `Refused` if an owner may not have one session more."""
        own = SESSIONS.c.owner.is_(None) if owner is None else SESSIONS.c.owner == owner
        count = connection.execute(select(func.count()).select_from(SESSIONS).where(own)).scalar_one()
        if count >= self.sessions:
            hint = "remove some; serve --max-sessions sets the number"
            raise Refused(429, f"you have {count:,} sessions, and {self.sessions:,} are allowed", hint=hint)

    def check_task(self, connection: Connection, owner: Owner, size: int) -> None:
        """Raise `Refused` if an owner may not have one task more, whose texts have a size in bytes."""
        theirs = TASK_OWNERS.join(TASKS, TASK_OWNERS.c.task == TASKS.c.id)
        sums = select(func.count(), func.coalesce(func.sum(TASKS.c.bytes), 0)).select_from(theirs)
        count, used = connection.execute(sums.where(TASK_OWNERS.c.owner == (owner or ""))).one()
        if count >= self.tasks:
            hint = "remove some; serve --max-tasks sets the number"
            raise Refused(429, f"you have {count:,} tasks, and {self.tasks:,} are allowed", hint=hint)
        if used + size > self.texts:
            detail = f"your tasks have {used:,} bytes of text, this one has {size:,}, and {self.texts:,} are allowed"
            raise Refused(413, detail, hint="remove some; serve --max-texts sets the number")
