"""Errors as problem details (RFC 9457): what `detail`, place, expectation and hint a client gets."""

from __future__ import annotations

from typing import Any

from relgym.diagnostics import Diagnostic
from relgym.errors import BackendError, InvalidAction, MissingEngine, RelgymError, UnknownName, WrongForm

MEDIA_TYPE = "application/problem+json"

EMPTY_TEXT = "E101"
"""The code of the error for an empty text, whose place is its start."""

TITLES = {
    400: "The request is not of the expected form",
    401: "A token is needed",
    403: "This is not allowed",
    404: "There is no such thing",
    405: "The method is another one",
    408: "A limit of the call is passed",
    409: "The action is not applicable",
    413: "The request is too large",
    421: "This is another service",
    422: "The text is wrong",
    429: "There is too much at once",
    500: "The service failed",
    503: "The service cannot answer now",
}


class Refused(Exception):
    """A request that the service does not carry out."""

    def __init__(self, status: int, detail: str, hint: str | None = None, expected: str | None = None) -> None:
        """Describe the refusal.

        Args:
            status: The HTTP status.
            detail: What is wrong, for people.
            hint: What to do.
            expected: What was expected instead.
        """
        super().__init__(detail)
        self.problem = problem(status, detail, expected=expected, hint=hint)

    @classmethod
    def of(cls, found: dict[str, Any]) -> Refused:
        """Return the refusal with these problem details."""
        refused = cls(found["status"], found["detail"])
        refused.problem = found
        return refused


def problem(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """Return problem details; members without a value are left out.

    Args:
        status: The HTTP status.
        detail: What is wrong, for people.
        more: Further members.
    """
    own = {"title": TITLES.get(status, "Error"), "status": status, "detail": detail, **more}
    return {name: value for name, value in own.items() if value is not None}


def status_of(error: RelgymError) -> int:
    """Return the HTTP status of an error."""
    match error:
        case WrongForm():
            return 400
        case UnknownName():
            return 404
        case InvalidAction():
            return 409
        case MissingEngine():
            return 422
        case BackendError():
            return 408
        case _:
            return 422


def problem_of(error: RelgymError) -> dict[str, Any]:
    """Return the problem details of an error: its place with the excerpt, what was expected, what to do.

    Errors of texts always have the members `line`, `column`, `expected` and `hint`, so that scripts need not test for
    them; `expected` and `hint` may be `None`.
    """
    found = Diagnostic.of(error).to_json()
    span = error.span
    excerpt = None if span is None else "\n".join(span.excerpt())
    places = {name: found[name] for name in ("file", "line", "column", "end_line", "end_column")}
    code = None if error.code == "E000" else error.code
    if span is None and code == EMPTY_TEXT:
        places |= {"line": 1, "column": 1}
    details = problem(status_of(error), error.message, code=code, **places, excerpt=excerpt)
    about = {"expected": error.expected, "hint": error.hint}
    return details | (about if "line" in details else {name: text for name, text in about.items() if text is not None})


def no_session(key: str) -> Refused:
    """Return the refusal of a request about a session that is not there."""
    return Refused(404, f"there is no session {key!r}", hint="sessions.create makes one: POST /v1/sessions")


def no_task(key: str) -> Refused:
    """Return the refusal of a request about a task that is not there."""
    return Refused(404, f"there is no task {key!r}", hint="tasks.create makes one: POST /v1/tasks")
