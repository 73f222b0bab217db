"""How the rows of several symbols come back from Prolog as one text: packed, or spelled out if there may be too many.

>>> packed = Packed([Told((0,), (range(20),)), Told((0, 1), (range(3), range(20)))])
>>> packed.rows(chr(57344 + 3) + chr(57344 + 20 + 2 * 20 + 3))
[[(3,)], [(2, 3)]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import prod
from typing import Protocol

from relgym.backends.swipl_codes import END, LAST, Numbers
from relgym.backends.swipl_columns import Told
from relgym.model.program import Row
from relgym.translate.prolog_names import code_of, number_of

ROW = "Row"
"""The variable of an answered row."""

NEVER = "fail"
"""The goal that holds for no row."""

KEPT = 100_000
"""Rows that are remembered by their codes; more are forgotten all at once."""

# The first code after the halves of surrogate pairs, which no text may hold.
_FIRST = 0xE000

_YES = 2


class Answer(Protocol):
    """A way for rows of so many columns each to come back; `number` tells questions apart in what is called."""

    def clauses(self, number: int, given: Sequence[str], goals: Sequence[str]) -> Iterator[str]:
        """The clauses that `collect` calls: the rows of each symbol are those for which its goal holds."""

    def collect(self, number: int, given: Sequence[str]) -> str:
        """The goal that gives `Codes`, all rows."""

    def rows(self, text: str) -> list[list[Row]]:
        """The rows of each goal; some may come twice."""


def columns(width: int) -> list[str]:
    """The variables that the goal of a row of so many columns binds."""
    return [f"X{column}" for column in range(width)]


class Packed:
    """Every possible row has one code of its own: the rows of the first symbol, then those of the second, and so on."""

    def __init__(self, told: Sequence[Told]) -> None:
        self._told = told
        self._codes = [_codes(each) for each in told]
        self._starts = list(accumulate(map(_size, told), initial=_FIRST))
        self._place_and_row = _Places(self).__getitem__

    @staticmethod
    def fits(told: Sequence[Told]) -> bool:
        """Whether there are codes enough."""
        return sum(map(_size, told)) <= LAST + 1 - _FIRST

    def clauses(self, number: int, given: Sequence[str], goals: Sequence[str]) -> Iterator[str]:
        row = _atom(f"row_{number}", *given, ROW)
        for told, codes, start, goal in zip(self._told, self._codes, self._starts, goals, strict=False):
            if goal == NEVER:
                # Nothing binds its columns, and Prolog does not compile arithmetic about what is not bound.
                yield f"{row} :- {NEVER}."
            elif codes:
                yield f"{row} :- {goal}, {ROW} is {_code([f'X{column}' for column in told.columns], codes, start)}."
            else:
                yield f"{row} :- ( {goal} -> {ROW} = {start} )."
        if not goals:
            yield f"{row} :- {NEVER}."

    def collect(self, number: int, given: Sequence[str]) -> str:
        return f"findall({ROW}, {_atom(f'row_{number}', *given, ROW)}, Codes)"

    def rows(self, text: str) -> list[list[Row]]:
        found: list[list[Row]] = [[] for _ in self._told]
        for place, row in map(self._place_and_row, text):
            found[place].append(row)
        return found

    def place(self, code: int) -> tuple[int, Row]:
        """Which symbol's row has this code, and the row."""
        place = max(place for place, start in enumerate(self._starts) if start <= code)
        rest = code - self._starts[place]
        numbers: list[int] = []
        for codes in reversed(self._codes[place]):
            rest, digit = divmod(rest, len(codes))
            numbers.append(number_of(codes[digit]))
        return place, self._told[place].row(numbers[::-1])


def _codes(told: Told) -> list[range]:
    """The codes that may stand in each column that is told."""
    return [range(code_of(numbers.start), code_of(numbers.stop - 1) + 1) for numbers in told.ranges]


def _size(told: Told) -> int:
    return prod(map(len, _codes(told)))


def _code(names: Sequence[str], codes: Sequence[range], start: int) -> str:
    """The code of a row, in Prolog's arithmetic; what is the same for all rows is added up here."""
    number, before = names[0], codes[0].start
    for name, column in zip(names[1:], codes[1:], strict=True):
        number = f"({number}) * {len(column)} + {name}"
        before = before * len(column) + column.start
    return f"{number} + ({start - before})"


class _Places(dict[str, tuple[int, Row]]):
    """What codes stand for; worked out when first met."""

    def __init__(self, packed: Packed) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, code: str) -> tuple[int, Row]:
        if len(self) >= KEPT:
            self.clear()
        found = self[code] = self._packed.place(ord(code))
        return found


class Spelled:
    """Rows are spelled out, a code for each column; an end parts the rows of two symbols."""

    def __init__(self, widths: Sequence[int]) -> None:
        self._widths = widths
        self._number_of = Numbers().__getitem__

    def clauses(self, number: int, given: Sequence[str], goals: Sequence[str]) -> Iterator[str]:
        row, codes = f"row_{number}", f"codes_{number}"
        for place, (width, goal) in enumerate(zip(self._widths, goals, strict=True)):
            if place:
                yield f"{_atom(row, *given, f'row({ord(END)})')}."
            if width:
                yield f"{_atom(row, *given, _row(width))} :- {goal}."
            else:
                yield f"{_atom(row, *given, ROW)} :- ( {goal} -> {ROW} = row({_YES}) )."
        yield f"{codes}([], [])."
        yield f"{codes}([Row|Rows], Codes) :- {codes}(Row, Rows, Codes)."
        for width in {1, *self._widths} - {0}:
            yield f"{codes}({_row(width)}, Rows, [{', '.join(columns(width))}|Codes]) :- {codes}(Rows, Codes)."

    def collect(self, number: int, given: Sequence[str]) -> str:
        return f"findall({ROW}, {_atom(f'row_{number}', *given, ROW)}, Rows), codes_{number}(Rows, Codes)"

    def rows(self, text: str) -> list[list[Row]]:
        found: list[list[Row]] = []
        for width, codes in zip(self._widths, text.split(END), strict=False):
            if not codes:
                found.append([])
            elif width == 0:
                found.append([()])
            else:
                found.append(list(zip(*[map(self._number_of, codes)] * width, strict=True)))
        return found


def _row(width: int) -> str:
    return _atom("row", *columns(width))


def _atom(name: str, *arguments: str) -> str:
    return f"{name}({', '.join(arguments)})"
