"""Failures of a database: which kind they are of, and what a client is told."""

from __future__ import annotations

import sqlite3
from typing import Literal, get_args

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from relgym.service.problems import Refused
from relgym.service.records import Conflict

Kind = Literal["lost", "late", "locked", "full", "removed", "damaged", "other"]
"""Kinds of failures: no connection, no answer in time, locked by another process, no room left, the file is gone or
another one, its content is damaged, anything else."""

KINDS: tuple[Kind, ...] = get_args(Kind)

_AGAIN = "try again in a moment; ask a session for its present node, the change may have been written"
_OPERATOR = "docs/guide/running-the-service.md tells the operator of the service what to do"

_TEXTS: dict[Kind, tuple[str, str]] = {
    "lost": ("the database cannot be reached", _AGAIN),
    "late": ("the database has not answered for long", _AGAIN),
    "locked": ("another process has locked the database", _AGAIN),
    "full": ("the database has no room left", f"remove sessions, or make room: {_OPERATOR}"),
    "removed": ("the file of the database was removed or replaced", f"nothing is kept until it is back: {_OPERATOR}"),
    "damaged": ("the database is damaged", _OPERATOR),
    "other": ("the database does not carry this out", f"the log of the service has the cause; {_OPERATOR}"),
}
"""The texts for clients: the fault, and the remedy. Causes, which may name hosts and files, are for the log."""

_SQLITE: dict[str, Kind] = {
    "SQLITE_FULL": "full",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
}
_POSTGRESQL: dict[str, Kind] = {"53100": "full", "55P03": "locked", "XX001": "damaged", "XX002": "damaged"}


class DatabaseFailure(Refused):
    """A database that does not carry out what is asked.

    Attributes:
        kind: The kind of the failure.
        cause: What the driver has said.
    """

    def __init__(self, kind: Kind, cause: str = "") -> None:
        """Describe the failure."""
        detail, hint = _TEXTS[kind]
        super().__init__(503, detail, hint=hint)
        self.problem["retry_after"] = 1
        self.kind = kind
        self.cause = cause


def failure_of(error: Exception, is_lost: bool = False) -> Exception:
    """Return the exception that tells requests why their work has failed.

    Args:
        error: The exception of the driver, of SQLAlchemy, or of the work itself.
        is_lost: Whether the connection broke.
    """
    match error:
        case IntegrityError() | sqlite3.IntegrityError():
            return Conflict()
        case SQLAlchemyError() | sqlite3.Error():
            cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
            return DatabaseFailure(_kind(error, cause, is_lost), str(cause).strip())
        case _:
            return error


def _kind(error: Exception, cause: BaseException, is_lost: bool) -> Kind:
    name = getattr(cause, "sqlite_errorname", None) or ""
    # An extended code is the name of a plain one with an ending.
    for code, kind in _SQLITE.items():
        if name.startswith(code):
            return kind
    found = _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    if found is not None:
        return found
    if is_lost or (isinstance(error, OperationalError) and not name):
        return "lost"
    return "other"
