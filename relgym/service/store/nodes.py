"""Nodes in the database: how they are written in few statements and few bytes, and read again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import time
from typing import Any

from sqlalchemy import Connection, Dialect, Row, select

from relgym.caching import Cache
from relgym.service.records import Conflict, Node
from relgym.service.store import views
from relgym.service.store.schema import NODES
from relgym.tuning.service import BASE_VIEWS_BYTES_LIMIT, DIFFERENCE_VIEW_BYTES, NODE_BYTES, PLAIN_VIEW_BYTES

_COLUMNS = (NODES.c.session, NODES.c.node, NODES.c.parent, NODES.c.action, NODES.c.view, NODES.c.rng, NODES.c.base)


class NodeWriter:
    """Adds nodes, and lets their sessions stand there: two statements, however many nodes there are.

    Attributes:
        written: The bytes of all nodes that it has added.
    """

    def __init__(self, dialect: Dialect) -> None:
        """Begin with no base nodes in memory: the next large node of each session becomes one."""
        self._is_sqlite = dialect.name == "sqlite"
        own = "?" if self._is_sqlite else "%s"
        names = ", ".join(column.name for column in _COLUMNS)
        self._insert = f"INSERT INTO nodes ({names}) VALUES ({', '.join(own for _ in _COLUMNS)})"
        self._stand = (
            f"UPDATE sessions SET node = {own}, used = {own}, bytes = bytes + {own} WHERE id = {own} AND node = {own}"
        )
        self.written = 0
        self._bases: Cache[str, tuple[int, bytes]] = Cache(
            BASE_VIEWS_BYTES_LIMIT, size=lambda session, base: len(base[1])
        )
        # The sessions whose base nodes are not committed yet.
        self._new: list[str] = []

    def add(self, connection: Connection, nodes: Sequence[Node]) -> None:
        """Add nodes; raises `Conflict` if a session stands elsewhere than before its node."""
        if not nodes:
            return
        now = time()
        rows, moves = [], []
        for node in nodes:
            row = self._row(node)
            rows.append(row)
            moves.append((node.number, now, _size(row), node.session, node.parent))
        if self._is_sqlite:
            # SQLAlchemy's work around a statement takes longer than a few rows.
            driver: Any = connection.connection.driver_connection
            driver.executemany(self._insert, rows)
            count = driver.executemany(self._stand, moves).rowcount
        else:
            connection.exec_driver_sql(self._insert, rows)
            count = connection.exec_driver_sql(self._stand, moves).rowcount
        if count < len(nodes):
            raise Conflict

    def add_first(self, connection: Connection, node: Node) -> int:
        """Add the first node of a session; returns its bytes."""
        row = self._row(node)
        connection.exec_driver_sql(self._insert, row)
        return _size(row)

    def end(self, is_committed: bool) -> None:
        """End a transaction; base nodes that are not in the database are forgotten."""
        if self._new:
            if not is_committed:
                for session in self._new:
                    self._bases.remove(session)
            self._new.clear()

    def _row(self, node: Node) -> tuple[Any, ...]:
        """Return the row of a node: its view as it is, or by its base node, or whole and compressed as a base node."""
        view = node.view
        if len(view) < PLAIN_VIEW_BYTES:
            self.written += len(view) + NODE_BYTES
            return (*node, None)
        number, kept = None, None
        is_large = len(view) >= DIFFERENCE_VIEW_BYTES
        base = self._bases.use(node.session) if is_large else None
        if base is not None:
            number, kept = base[0], views.difference(base[1], view)
        if kept is None:
            number, kept = None, views.compressed(view)
            if is_large:
                self._bases.keep(node.session, (node.number, view))
                self._new.append(node.session)
        self.written += len(kept) + NODE_BYTES
        return (node.session, node.number, node.parent, node.action, kept, node.rng, number)


def _size(row: tuple[Any, ...]) -> int:
    """Return the bytes that a row takes, about."""
    return NODE_BYTES + len(row[4]) + len(row[3] or "")


def read(connection: Connection, rows: Iterable[Row[Any]]) -> list[Node]:
    """Return nodes of one session.

    Args:
        connection: Reads their base nodes.
        rows: Rows with all columns of the table.
    """
    found = [*rows]
    bases: dict[int, bytes] = {}
    if numbers := {row.base for row in found} - {None}:
        chosen = select(NODES.c.node, NODES.c.view)
        own = chosen.where(NODES.c.session == found[0].session, NODES.c.node.in_(numbers))
        bases = {number: views.whole(view) for number, view in connection.execute(own)}
    return [
        Node(
            row.session,
            row.node,
            row.parent,
            row.action,
            views.whole(row.view) if row.base is None else views.restored(row.view, bases[row.base]),
            row.rng,
        )
        for row in found
    ]
