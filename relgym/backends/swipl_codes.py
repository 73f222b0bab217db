"""What goes into and out of Prolog: numbers, rows and commands as character codes.

>>> [ord(code) for code in text_of((0, 1))], row_of(text_of((0, 1)))
([2, 3], (0, 1))
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.errors import UnsupportedFeature
from relgym.model.program import Row

END = "\x01"
"""Ends a number in a command, and parts the rows of two symbols in an answer."""

KEPT = 20_000
"""Rows that are remembered by their codes; more are forgotten all at once."""

_FIRST = 2
_SURROGATES = 0xD800
_SURROGATES_END = 0xE000
_LAST = 0x10FFFF

LARGEST = _LAST - _FIRST - (_SURROGATES_END - _SURROGATES)
"""The largest number that has a code."""


def code_of(number: int) -> int:
    """The code of a number: neither 0, nor `END`, nor half of a surrogate pair.

    >>> code_of(0), code_of(0xD7FD), code_of(0xD7FE), code_of(LARGEST) == 0x10FFFF
    (2, 55295, 57344, True)
    """
    code = number + _FIRST
    return code if code < _SURROGATES else code + _SURROGATES_END - _SURROGATES


def number_of(code: int) -> int:
    """The number whose code it is."""
    return code - _FIRST if code < _SURROGATES else code - _FIRST - (_SURROGATES_END - _SURROGATES)


def text_of(row: Iterable[int]) -> str:
    return "".join(chr(code_of(number)) for number in row)


def row_of(codes: Iterable[str]) -> Row:
    return tuple(number_of(ord(code)) for code in codes)


def refuse(objects: int) -> None:
    """Raises `UnsupportedFeature` if there are more objects than codes."""
    if objects > LARGEST + 1:
        raise UnsupportedFeature(
            f"swipl carries at most {LARGEST + 1} objects, and there are {objects}", hint="choose another engine"
        )


class Rows(dict[str | tuple[str, ...], Row]):
    """Rows by their codes, made when first met.

    >>> Rows()[text_of((0,)), text_of((2,))]
    (0, 2)
    """

    def __missing__(self, codes: str | tuple[str, ...]) -> Row:
        if len(self) >= KEPT:
            self.clear()
        row = self[codes] = row_of(codes)
        return row
