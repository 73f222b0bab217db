"""Bringing a database up to date when a service starts.

Each database has the number of the last migration that was carried out on it. All that are missing are carried out in
one transaction, under a lock that lets one process after the other in.
"""

from __future__ import annotations

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from relgym.errors import RelgymError

FOLDER = Path(__file__).parent / "migrations"

FIRST = "0001"
"""The migration that makes the tables of databases which have no number yet."""

LOCK = 0x72656C67796D
"""The number of the lock under which servers migrate a PostgreSQL database."""


def migrate(engine: Engine) -> None:
    """Carry out the migrations that a database lacks.

    Args:
        engine: The database; the transactions of SQLite must begin with a lock.

    Raises:
        RelgymError: A newer relgym has made the database.
    """
    script = ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context = MigrationContext.configure(connection)
        numbers = sorted(revision.revision for revision in script.walk_revisions())
        present = _number(connection, context)
        if present is not None and present not in numbers:
            raise RelgymError(
                f"the database has the version {present} of its tables; this relgym knows versions up to {numbers[-1]}",
                hint="a newer relgym has used it: install that one, or give another database",
            )
        for number in numbers:
            if present is None or number > present:
                with Operations.context(context):
                    script.get_revision(number).module.upgrade()
                context.stamp(script, number)


def _number(connection: Connection, context: MigrationContext) -> str | None:
    """Return the number of the last migration; `None` of an empty database."""
    present = context.get_current_revision()
    # Databases from before migrations have the tables of the first one.
    if present is None and inspect(connection).has_table("tasks"):
        return FIRST
    return present
