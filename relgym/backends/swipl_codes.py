"""What goes into and out of Prolog: numbers, rows and commands as character codes.

>>> [ord(code) for code in text_of((0, 1))]
[2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

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

_SPAN = _LAST + 1 - _SURROGATES_END

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


def refuse(objects: int) -> None:
    """Raises `UnsupportedFeature` if there are more objects than codes."""
    if objects > LARGEST + 1:
        raise UnsupportedFeature(
            f"swipl carries at most {LARGEST + 1} objects, and there are {objects}", hint="choose another engine"
        )


class Packing:
    """How the columns of a row become codes: as many together in one code as there is room for.

    A single column is its object's code; several are one number to the base of `objects`, in codes above
    those of single columns.

    >>> few = Packing(20)
    >>> few.terms(["A", "B", "C", "D", "E"])
    ['57344 + (((A) * 22 + B) * 22 + C) * 22 + D', 'E']
    """

    def __init__(self, objects: int) -> None:
        self.base = objects + _FIRST
        self.together = 1
        while self.base ** (self.together + 1) <= _SPAN:
            self.together += 1

    def terms(self, columns: Sequence[str]) -> list[str]:
        """The codes of a row as terms of Prolog, arithmetic ones where columns are packed."""
        found = []
        for first in range(0, len(columns), self.together):
            group = columns[first : first + self.together]
            term = reduce(lambda packed, column: f"({packed}) * {self.base} + {column}", group)
            found.append(term if len(group) == 1 else f"{_SURROGATES_END} + {term}")
        return found

    def row(self, codes: Iterable[str], columns: int) -> Row:
        """The row of so many columns that has these codes."""
        row: list[int] = []
        for code in map(ord, codes):
            group = min(self.together, columns - len(row))
            if group == 1:
                row.append(number_of(code))
            else:
                packed = code - _SURROGATES_END
                row += [packed // self.base**place % self.base - _FIRST for place in range(group - 1, -1, -1)]
        return tuple(row)


class Rows(dict[str | tuple[str, ...], Row]):
    """Rows of so many columns by their codes, made when first met.

    >>> Rows(Packing(20), 2)[chr(57344 + 2 * 22 + 5)]
    (0, 3)
    """

    def __init__(self, packing: Packing, columns: int) -> None:
        super().__init__()
        self._packing = packing
        self._columns = columns

    def __missing__(self, codes: str | tuple[str, ...]) -> Row:
        if len(self) >= KEPT:
            self.clear()
        row = self[codes] = self._packing.row(codes, self._columns)
        return row
