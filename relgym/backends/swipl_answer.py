"""How the rows of several symbols come back from Prolog as one text: two ways, for few objects and for many.

>>> few = answer_of([1, 2], objects=20)
>>> [rows] = [few.rows(chr(57344 + 5) + chr(57344 + 22 + 2 * 22 + 5))]
>>> rows
[[(3,)], [(0, 3)]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Protocol

from relgym.backends.swipl_codes import END, LAST, Numbers
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


def answer_of(widths: Sequence[int], objects: int) -> Answer:
    """The better way for rows of these widths."""
    base = code_of(objects)
    if sum(base**width for width in widths) <= LAST + 1 - _FIRST:
        return Packed(widths, base)
    return Spelled(widths)


class Packed:
    """Every possible row has one code of its own: the rows of the first symbol, then those of the second, and so on."""

    def __init__(self, widths: Sequence[int], base: int) -> None:
        self._widths = widths
        self._base = base
        self._starts = list(accumulate((base**width for width in widths), initial=_FIRST))
        self._places = _Places(self)

    def clauses(self, number: int, given: Sequence[str], goals: Sequence[str]) -> Iterator[str]:
        row = _atom(f"row_{number}", *given, ROW)
        for width, start, goal in zip(self._widths, self._starts, goals, strict=False):
            if goal == NEVER:
                # Nothing binds its columns, and Prolog does not compile arithmetic about what is not bound.
                yield f"{row} :- {NEVER}."
            elif width:
                yield f"{row} :- {goal}, {ROW} is {_code(columns(width), self._base, start)}."
            else:
                yield f"{row} :- ( {goal} -> {ROW} = {start} )."
        if not goals:
            yield f"{row} :- {NEVER}."

    def collect(self, number: int, given: Sequence[str]) -> str:
        return f"findall({ROW}, {_atom(f'row_{number}', *given, ROW)}, Codes)"

    def rows(self, text: str) -> list[list[Row]]:
        found: list[list[Row]] = [[] for _ in self._widths]
        places = self._places
        for code in text:
            place, row = places[code]
            found[place].append(row)
        return found

    def place(self, code: int) -> tuple[int, Row]:
        """Which symbol's row has this code, and the row."""
        place = max(place for place, start in enumerate(self._starts) if start <= code)
        rest = code - self._starts[place]
        row: Row = ()
        for _ in range(self._widths[place]):
            rest, digit = divmod(rest, self._base)
            row = (number_of(digit), *row)
        return place, row


def _code(digits: Sequence[str], base: int, start: int) -> str:
    """The code of a row, in Prolog's arithmetic."""
    first, *others = digits
    number = first
    for digit in others:
        number = f"({number}) * {base} + {digit}"
    return f"{start} + {number}"


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
