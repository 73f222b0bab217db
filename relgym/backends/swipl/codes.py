"""Transport of rows to and from Prolog: objects as character codes.

>>> [ord(code) for code in text_of((0, 1))]
[2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.errors import UnsupportedFeature
from relgym.translate.prolog.names import code_of, number_of

END = "\x01"
"""Ends a number in a command, and parts the rows of two symbols in an answer."""

LAST = 0x10FFFF
"""The last character code."""

LARGEST_NUMBER = number_of(LAST)
"""The largest number that has a code."""


def text_of(row: Iterable[int]) -> str:
    return "".join(chr(code_of(number)) for number in row)


def refuse(objects: int) -> None:
    """Raises `UnsupportedFeature` if there are more objects than codes."""
    if objects > LARGEST_NUMBER + 1:
        raise UnsupportedFeature(
            f"swipl carries at most {LARGEST_NUMBER + 1} objects, and there are {objects}", hint="choose another engine"
        )


class ObjectNumbers(dict[str, int]):
    """The numbers of objects by their codes as characters; those that were met.

    >>> ObjectNumbers()["\x05"]
    3
    """

    def __missing__(self, code: str) -> int:
        number = self[code] = number_of(ord(code))
        return number
