"""The two looks at the database that most requests begin with: each finds one row by its key."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Dialect

from relgym.service.records import ANYONE, Owner


class Looks:
    """Finds out whether a task is there, and where a session stands."""

    def __init__(self, dialect: Dialect) -> None:
        """Write the statements: to build them anew for each request takes longer than to carry them out."""
        self._is_sqlite = dialect.name == "sqlite"
        own = "?" if self._is_sqlite else "%s"
        self._task = f"SELECT 1 FROM tasks WHERE id = {own}"
        self._own_task = (
            f"SELECT 1 FROM tasks JOIN task_owners ON task_owners.task = tasks.id "
            f"WHERE tasks.id = {own} AND task_owners.owner = {own}"
        )
        self._position = f"SELECT node FROM sessions WHERE id = {own}"

    def has_task(self, connection: Connection, key: str, owner: Owner) -> bool:
        """Tell whether there is a task of an id that an owner sees."""
        if owner == ANYONE:
            return self._first(connection, self._task, key) is not None
        return self._first(connection, self._own_task, key, owner or "") is not None

    def position(self, connection: Connection, key: str) -> int | None:
        """Return the number of the node where a session stands, if there is one of an id."""
        row = self._first(connection, self._position, key)
        return None if row is None else int(row[0])

    def _first(self, connection: Connection, statement: str, *values: str) -> Any:
        if self._is_sqlite:
            # SQLAlchemy's work around a statement takes longer than to find a row.
            driver: Any = connection.connection.driver_connection
            return driver.execute(statement, values).fetchone()
        return connection.exec_driver_sql(statement, values).first()
