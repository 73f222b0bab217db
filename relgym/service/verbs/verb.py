"""A verb: its name, the form of its requests, and its forms over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from relgym.service.access.callers import Scope

if TYPE_CHECKING:
    from relgym.questions.forms import Form
    from relgym.service.hub import Hub

Run = Callable[["Hub", dict[str, Any]], Coroutine[Any, Any, bytes]]
"""Carries out a request; returns the answer as JSON. Raises `Refused` and nothing else for a client's mistake."""


@dataclass(frozen=True, slots=True)
class Route:
    """The form of a verb as an HTTP request; the parameters of its path are members of the request.

    Attributes:
        method: The HTTP method.
        path: The path.
        status: The status of a successful answer; 204 has no content.
        query: Members that may stand in the query of the address.
    """

    method: str
    path: str
    status: int = 200
    query: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb.

    Attributes:
        name: Its name.
        summary: What it does, in a sentence.
        form: The members of a request.
        run: Carries out a request.
        scope: The right that a client needs.
        routes: Its forms as HTTP requests.
        answer: An example of an answer.
        answers: Examples of answers by names, where they differ much.
    """

    name: str
    summary: str
    form: Form
    run: Run
    scope: Scope
    routes: tuple[Route, ...] = ()
    answer: Any = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
