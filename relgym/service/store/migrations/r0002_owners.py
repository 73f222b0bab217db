"""Owners of tasks and sessions, the times of their last use, and the sizes of texts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns; what is there already belongs to nobody, and was used last when it was made."""
    op.add_column("tasks", sa.Column("bytes", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tasks SET bytes = length(domain) + length(problem)")
    op.create_table(
        "task_owners",
        sa.Column("task", sa.String(32), sa.ForeignKey("tasks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.execute("INSERT INTO task_owners (task, owner, created, used) SELECT id, '', created, created FROM tasks")
    op.add_column("sessions", sa.Column("owner", sa.String(64)))
    op.add_column("sessions", sa.Column("used", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE sessions SET used = created")
    op.create_index("ix_sessions_owner", "sessions", ["owner"])
