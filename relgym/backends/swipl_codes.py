"""What goes into and out of Prolog: numbers, rows and commands as character codes.

>>> [ord(code) for code in text_of((0, 1))]
[2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from relgym.errors import UnsupportedFeature
from relgym.model.program import Row
from relgym.translate.prolog import code_of, number_of

END = "\x01"
"""Ends a number in a command, and parts the rows of two symbols in an answer."""

KEPT = 20_000
"""Rows that are remembered by their codes; more are forgotten all at once."""

_LAST = 0x10FFFF

# Packed columns get codes above the surrogates: from there to the last one it is a single range.
_PACKED = 0xE000
_PACKED_SPAN = _LAST - _PACKED + 1

LARGEST = number_of(_LAST)
"""The largest number that has a code."""


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
        self.base = code_of(objects)
        self.together = 1
        while self.base ** (self.together + 1) <= _PACKED_SPAN:
            self.together += 1

    def terms(self, columns: Sequence[str]) -> list[str]:
        """The codes of a row as terms of Prolog, arithmetic ones where columns are packed."""
        found = []
        for first in range(0, len(columns), self.together):
            group = columns[first : first + self.together]
            term = reduce(lambda packed, column: f"({packed}) * {self.base} + {column}", group)
            found.append(term if len(group) == 1 else f"{_PACKED} + {term}")
        return found

    def row(self, codes: Iterable[str], columns: int) -> Row:
        """The row of so many columns that has these codes."""
        row: list[int] = []
        for code in map(ord, codes):
            group = min(self.together, columns - len(row))
            if group == 1:
                row.append(number_of(code))
            else:
                packed = code - _PACKED
                digits = (packed // self.base**place % self.base for place in reversed(range(group)))
                row += map(number_of, digits)
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
