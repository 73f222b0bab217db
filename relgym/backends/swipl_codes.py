"""What goes into and out of Prolog: rows of objects as character codes.

>>> [ord(code) for code in text_of((0, 1))]
[2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.errors import UnsupportedFeature
from relgym.model.program import Row
from relgym.translate.prolog_names import code_of, number_of

END = "\x01"
"""Ends a number in a command, and parts the rows of two symbols in an answer."""

KEPT = 100_000
"""Rows that are remembered by their codes; more are forgotten all at once."""

_LAST = 0x10FFFF
_PACKED = 0xE000

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


class Numbers(dict[str, int]):
    """The numbers of objects by their codes as characters; those that were met.

    >>> Numbers()["\x05"]
    3
    """

    def __missing__(self, code: str) -> int:
        number = self[code] = number_of(ord(code))
        return number


class Packing:
    """Rows as single codes, where there is room: a number whose digits are the columns, after the surrogates.

    A row of one column is its object's code.

    >>> few = Packing(20)
    >>> few.fits(4), few.fits(5), few.term(["A", "B", "C"])
    (True, False, '57344 + (A * 22 + B) * 22 + C')
    """

    def __init__(self, objects: int) -> None:
        self.base = code_of(objects)

    def fits(self, columns: int) -> bool:
        return columns <= 1 or self.base**columns <= _LAST - _PACKED + 1

    def term(self, columns: Sequence[str]) -> str:
        """The code of a row, in Prolog's arithmetic."""
        if len(columns) == 1:
            return columns[0]
        first, second, *others = columns
        term = f"{first} * {self.base} + {second}"
        for column in others:
            term = f"({term}) * {self.base} + {column}"
        return f"{_PACKED} + {term}"

    def row(self, code: str, columns: int) -> Row:
        """The row of so many columns that has this code."""
        packed = ord(code)
        if columns == 1:
            return (number_of(packed),)
        packed -= _PACKED
        row: Row = ()
        for _ in range(columns):
            packed, digit = divmod(packed, self.base)
            row = (number_of(digit), *row)
        return row


class Rows(dict[str, Row]):
    """Rows of so many columns by their codes, made when first met.

    >>> Rows(Packing(20), 2)[chr(57344 + 2 * 22 + 5)]
    (0, 3)
    """

    def __init__(self, packing: Packing, columns: int) -> None:
        super().__init__()
        self._packing = packing
        self._columns = columns

    def __missing__(self, code: str) -> Row:
        if len(self) >= KEPT:
            self.clear()
        row = self[code] = self._packing.row(code, self._columns)
        return row
