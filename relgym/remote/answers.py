"""Answers of a service, whose forms are checked: what a program of another kind sends is a `ServiceError`.

>>> read_answer('{"id": 1, "ok": {"goal": true}}')
(1, {'goal': True})
>>> read_answer('{"id": 1, "ok": NaN}')
Traceback (most recent call last):
relgym.errors.ServiceError: the service sent an answer that relgym does not understand: it is not JSON
expected: the address of a service of this version of relgym
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from relgym.errors import ServiceError
from relgym.remote.problems import ProblemDetails

SHOWN_CHARACTERS = 2000
"""Characters of a service's text that an error shows. Judged: the longest message of relgym has a few hundred."""


Form = dict[str, Any]
"""Data in JSON: a state, or a node."""


class MemberKind(NamedTuple):
    """The values that a member of an answer may have."""

    words: str
    holds: Callable[[Any], bool]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_finite(value: Any) -> bool:
    try:
        return (_is_whole(value) or isinstance(value, float)) and isfinite(value)
    except OverflowError:  # A whole number that is no double.
        return False


TEXT = MemberKind("a text", lambda value: isinstance(value, str))
WHOLE = MemberKind("a whole number", _is_whole)
NUMBER = MemberKind("a finite number", _is_finite)
TRUTH = MemberKind("true or false", lambda value: isinstance(value, bool))
OBJECT = MemberKind("an object", lambda value: isinstance(value, dict))
TEXTS = MemberKind(
    "a list of texts", lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value)
)

NODE: Mapping[str, MemberKind] = {
    "id": TEXT, "node": WHOLE, "steps": WHOLE, "state": OBJECT, "goal": TRUTH, "reward": NUMBER, "terminated": TRUTH,
    "truncated": TRUTH,
}  # fmt: skip
"""The members of a node that are read here; what else it has depends on the language."""

PROBLEM: Mapping[str, MemberKind] = {
    "status": WHOLE, "detail": TEXT, "expected": TEXT, "hint": TEXT, "code": TEXT, "line": WHOLE, "column": WHOLE,
    "lacks": TEXT,
}  # fmt: skip
"""The members of a problem that are read here; each may be left out."""


def wrong_answer(what: str) -> ServiceError:
    """Return the error for an answer of another form; `what` says what is wrong with it."""
    return ServiceError(
        f"the service sent an answer that relgym does not understand: {shown(what)}",
        expected="the address of a service of this version of relgym",
    )


def shown(text: str) -> str:
    """Return a text of a service as it can be printed: not too long, and without control characters."""
    cut = text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}..."
    return "".join(each if each.isprintable() or each == "\n" else "\ufffd" for each in cut)


def read_json(text: str | bytes | bytearray) -> Any:
    """Return the value of a text in JSON; raises `ValueError` for anything else, `NaN` and deep nesting included."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read_answer(text: str | bytes) -> tuple[Any, Any]:
    """Return the number of the request that a frame answers, and the answer or a `ProblemDetails`.

    Raises:
        ServiceError: The frame has another form.
    """
    try:
        form = read_json(text)
    except ValueError:
        raise wrong_answer("it is not JSON") from None
    return member(form, "id", WHOLE), outcome(form)


def outcome(form: Any) -> Any:
    """Return the answer of a call, or a `ProblemDetails`; raises `ServiceError` if there is neither."""
    match form:
        case {"problem": problem}:
            return problem_of(problem)
        case {"ok": answer}:
            return answer
        case _:
            raise wrong_answer("it has neither 'ok' nor 'problem'")


def member(form: Any, name: str, kind: MemberKind) -> Any:
    """Return a member of an object; raises `ServiceError` if it is missing or of another kind."""
    if not isinstance(form, dict):
        raise wrong_answer(f"{reprlib.repr(form)} is not an object")
    if name not in form:
        raise wrong_answer(f"'{name}' is missing")
    value = form[name]
    if not kind.holds(value):
        raise wrong_answer(f"'{name}' cannot be {reprlib.repr(value)}; it should be {kind.words}")
    return value


def problem_of(form: Any) -> ProblemDetails:
    """Return the problem details in an answer; raises `ServiceError` for another form."""
    if not isinstance(form, dict):
        raise wrong_answer(f"'problem' cannot be {reprlib.repr(form)}; it should be an object")
    known = {name: member(form, name, kind) for name, kind in PROBLEM.items() if form.get(name) is not None}
    return ProblemDetails({name: shown(value) if isinstance(value, str) else value for name, value in known.items()})


def read_node(form: Any, draws: int | None = None) -> Form:
    """Return a node of a session.

    Args:
        form: The answer.
        draws: How many random numbers were sent with the step, if any were.

    Raises:
        ServiceError: The answer has another form, or says that more numbers were drawn than were sent.
    """
    for name, kind in NODE.items():
        member(form, name, kind)
    if draws is not None and not 0 <= member(form, "drawn", WHOLE) <= draws:
        raise wrong_answer(f"{reprlib.repr(form['drawn'])} of {draws} random numbers were drawn")
    return dict(form)
