"""The tables of the database; `migrations` has the steps that lead there."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

TASKS = Table(
    "tasks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("domain", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("axioms", JSON, nullable=False),
    Column("about", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("bytes", Integer, nullable=False, server_default="0"),
)
TASK_OWNERS = Table(
    "task_owners",
    METADATA,
    Column("task", ForeignKey("tasks.id", ondelete="CASCADE"), primary_key=True),
    # The empty text stands for no owner, since a primary key has no null.
    Column("owner", String(64), primary_key=True),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
)
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("task", ForeignKey("tasks.id"), nullable=False, index=True),
    Column("backend", String(100), nullable=False),
    # Seeds have up to 63 bits; an INTEGER of SQLite has 64.
    Column("seed", BigInteger().with_variant(Integer, "sqlite")),
    Column("node", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("owner", String(64), index=True),
    # No index: each step sets it, and it is read once in a while.
    Column("used", Float, nullable=False, server_default="0"),
    Column("bytes", BigInteger, nullable=False, server_default="0"),
)
NODES = Table(
    "nodes",
    METADATA,
    Column("session", ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("node", Integer, primary_key=True),
    Column("parent", Integer),
    Column("action", Text),
    Column("view", LargeBinary, nullable=False),
    Column("rng", Text),
    # The node from which the view differs, if it is not kept whole.
    Column("base", Integer),
)
TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("name", String(100), nullable=False),
    Column("scope", String(10), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("is_agent", Boolean, nullable=False),
    Column("rate", Float),
    Column("concurrency", Integer),
    Column("created", Float, nullable=False),
    Column("expires", Float),
    Column("revoked", Float),
)
