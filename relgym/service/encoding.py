"""JSON as bytes: by orjson where it is installed, by the standard library elsewhere and for numbers beyond 64 bits.

>>> dumps({"fluents": {"(fuel)": 2**70}})
b'{"fluents":{"(fuel)":1180591620717411303424}}'
>>> loads(b"1180591620717411303424") == 2**70
True
"""

from __future__ import annotations

import json
from typing import Any

from relgym.service.json_checks import HINT, check, is_deep
from relgym.service.problems import Refused

try:
    import orjson
except ImportError:  # In a browser, and where the extra `serve` is not installed.
    orjson = None  # type: ignore[assignment]

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = 19 * b"0"
"""Digits of a whole number that may have more than 64 bits: orjson would read it as a float."""


def dumps(value: Any) -> bytes:
    """Return a value as JSON without blanks."""
    if orjson is not None:
        try:
            return orjson.dumps(value)
        except TypeError:
            pass
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def loads(text: bytes | str) -> Any:
    """Read JSON; raises `ValueError` for a text of another form."""
    found = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if orjson is not None and not _has_long_number(found):
        return orjson.loads(found)
    return json.loads(found, parse_constant=_refuse)


def received(text: bytes | str) -> Any:
    """Read JSON that a client has sent.

    Args:
        text: The JSON, in UTF-8.

    Returns:
        Its value; whole numbers are exact, however large they are.

    Raises:
        Refused: It is no JSON, nested too deeply, or has a number or character that cannot be kept.
    """
    body = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    # JSON of this form that orjson takes needs no further check; a check would take longer than reading.
    if orjson is not None and b"\\" not in body and not is_deep(body) and not _has_long_number(body):
        try:
            return orjson.loads(body)
        except ValueError:
            pass
    check(body)
    try:
        return loads(body)
    except ValueError as error:
        raise Refused(400, f"this is no JSON: {error}", hint=HINT) from None


def _has_long_number(text: bytes) -> bool:
    # A search by a regular expression takes ten times as long.
    return _LONG_NUMBER in text.translate(_ZEROS)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")
