"""The bytes of sessions, and nodes that are kept as differences from others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; nodes that are there already stay as they are, and are counted."""
    op.add_column("nodes", sa.Column("base", sa.Integer))
    op.add_column("sessions", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    size = "SUM(100 + LENGTH(view) + COALESCE(LENGTH(action), 0))"
    op.execute(f"UPDATE sessions SET bytes = (SELECT COALESCE({size}, 0) FROM nodes WHERE session = sessions.id)")
