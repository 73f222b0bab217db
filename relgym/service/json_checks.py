"""Checks of JSON that clients send: no NaN, no null characters, no half characters, bounded depth."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from relgym.service.problems import Refused

_SUSPECT = re.compile(rb"[0-9]{200}|(?:^|[:,\[\s])-?[0-9.]+[eE]\+?[0-9]{3}|\\u0000|\\u[dD][89a-fA-F]|NaN|Infinity")
"""Signs of values that a JSON reader takes, and that a database or an engine would refuse later.

Large exponents are looked for behind what stands before a number, since ids have such characters, too.
"""

_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")

_PARTS = (b"e000", b"e+000", b"0" * 200)

_WORDS = (b"\\u", b"NaN", b"Infinity")

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

_NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})

JSON_DEPTH_LIMIT = 100
"""Deepest JSON that a client may send: requests are less than ten deep, and the writer of JSON stops at 254."""

HINT = "/v1/openapi.json describes each request"


def check(body: bytes) -> None:
    """Refuse what a JSON reader would take and what cannot be kept afterwards.

    Text that is no JSON at all is left to the reader, unless it is so by its characters.

    Raises:
        Refused: It is nested too deeply, or has a number or character that cannot be kept.
    """
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise Refused(400, f"the request is not UTF-8: byte {error.start:,} is wrong", hint="send UTF-8") from None
    if b"\x00" in body:
        # The JSON reader of Python would take it for UTF-16.
        raise _null()
    if not is_deep(body) and not _is_suspect(body):
        return
    try:
        value = json.loads(body, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            return
        raise Refused(400, f"a number has too many digits: {error}", hint="send less") from None
    _check_value(value)


def _is_suspect(body: bytes) -> bool:
    """Tell whether JSON may have a value that a reader takes, and that cannot be kept."""
    # Most bodies have no part of such a value, and to look for parts is many times as fast as the expression.
    plain = body.translate(_ALIKE)
    has_part = any(part in plain for part in _PARTS) or any(word in body for word in _WORDS)
    return has_part and _SUSPECT.search(body) is not None


def is_deep(body: bytes) -> bool:
    """Tell whether JSON is nested too deeply; a text that is no JSON may pass for deep.

    >>> is_deep(b'{"calls":[' + b",".join([b'{"verb":"engines"}'] * 500) + b"]}"), is_deep(b"[" * 101 + b"]" * 101)
    (False, True)
    """
    if body.count(b"[") + body.count(b"{") <= JSON_DEPTH_LIMIT:
        return False
    # What is left are brackets, and each round takes the innermost pairs away: no loop over characters.
    outside = _STRING.sub(b"", body) if b"\\" in body else b"".join(body.split(b'"')[::2])
    left = outside.translate(None, _NO_BRACKETS)
    for _ in range(JSON_DEPTH_LIMIT):
        left = left.replace(b"{}", b"").replace(b"[]", b"")
    return bool(left)


def _check_value(value: Any) -> None:
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > JSON_DEPTH_LIMIT:
            raise _too_deep()
        following: list[Any] = []
        for one in level:
            match one:
                case str():
                    _check_text(one)
                case list():
                    following += one
                case dict():
                    following += one.keys()
                    following += one.values()
                case _:
                    pass
        level = following


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise _null()
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Refused(400, "a text has half a surrogate pair, which is no character", hint="send whole characters")


def _refuse_constant(name: str) -> NoReturn:
    raise Refused(400, f"{name} is no JSON number", hint="send a finite number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise Refused(400, f"the number {text[:30]} is too large for a float", hint="send a finite number")
    return value


def _too_deep() -> Refused:
    return Refused(400, f"the JSON is nested more than {JSON_DEPTH_LIMIT} deep", hint=HINT)


def _null() -> Refused:
    return Refused(400, "a text has a null character", hint="leave it out")
