"""Problems of a service as the errors that local environments raise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.errors import (
    BackendError,
    InvalidAction,
    ModelError,
    ParseError,
    RelgymError,
    ServiceError,
    UnsupportedFeature,
)

KINDS: dict[str, type[RelgymError]] = {"E1": ParseError, "E2": ModelError, "E3": UnsupportedFeature}
"""Kinds of errors by the beginnings of their codes."""


class ProblemDetails(Exception):
    """A service has refused a request: its problem details, whose form `relgym.remote.answers` has checked."""

    def __init__(self, form: Mapping[str, Any]) -> None:
        """Keep the members of a problem."""
        super().__init__(str(form.get("detail", form)))
        self.found = form

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.found.get("status", 500))

    @property
    def code(self) -> str | None:
        """The code of the error, as in docs/diagnostics.md."""
        return self.found.get("code")


def error_of(problem: ProblemDetails) -> RelgymError:
    """Return the error that a local environment raises for what a service has refused.

    Args:
        problem: The problem details.
    """
    form = problem.found
    text, expected, hint = str(form.get("detail", "no reason is given")), form.get("expected"), form.get("hint")
    code = problem.code
    if code is not None and code[:2] in KINDS:
        place = f"line {form['line']}, column {form['column']}: " if {"line", "column"} <= form.keys() else ""
        return KINDS[code[:2]](f"{place}{text}", expected=expected, hint=hint, code=code)
    match problem.status:
        case 401 | 403:
            return ServiceError(
                f"the service refuses the token: {text}",
                hint=hint or "give `token`, or set RELGYM_TOKEN; `relgym token create` makes one",
            )
        case 408:
            return BackendError(text, expected=expected, hint=hint)
        case 409:
            return InvalidAction(text, expected=expected, hint=hint)
        case 422:
            return RelgymError(text, expected=expected, hint=hint)
        case _:
            return ServiceError(f"the service refuses the request: {text}", expected=expected, hint=hint)
