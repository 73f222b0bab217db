"""JSON as bytes: by orjson where it is installed, by the standard library elsewhere and for numbers beyond 64 bits.

>>> dumps({"fluents": {"(fuel)": 2**70}})
b'{"fluents":{"(fuel)":1180591620717411303424}}'
>>> loads(b"1180591620717411303424") == 2**70
True
"""

from __future__ import annotations

import json
import re
from typing import Any

from relgym.service.middleware.json_checks import HINT, check
from relgym.service.problems import Refused

try:
    import orjson
except ImportError:  # In a browser, and where the extra `serve` is not installed.
    orjson = None  # type: ignore[assignment]

_LONG = re.compile(rb"[0-9]{19}")
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
    if orjson is not None and not _LONG.search(found):
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
    check(body)
    try:
        return loads(body)
    except ValueError as error:
        raise Refused(400, f"this is no JSON: {error}", hint=HINT) from None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
