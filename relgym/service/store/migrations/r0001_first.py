"""The first tables: tasks, sessions, nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tasks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("domain", sa.Text, nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("axioms", sa.JSON, nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("task", sa.String(32), sa.ForeignKey("tasks.id"), nullable=False),
        sa.Column("backend", sa.String(100), nullable=False),
        sa.Column("seed", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("node", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_sessions_task", "sessions", ["task"])
    op.create_table(
        "nodes",
        sa.Column("session", sa.String(32), sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("node", sa.Integer, primary_key=True),
        sa.Column("parent", sa.Integer),
        sa.Column("action", sa.Text),
        sa.Column("view", sa.LargeBinary, nullable=False),
        sa.Column("rng", sa.Text),
    )
