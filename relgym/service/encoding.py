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


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
