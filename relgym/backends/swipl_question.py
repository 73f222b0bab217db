"""A question to Prolog: the clauses that answer it in one call, and its answer read as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from relgym.backends.swipl_codes import END
from relgym.model.program import Row, Symbol

ROW = "Row"
"""The variable of an answered row."""

_YES = 2

GoalOf = Callable[[Symbol, Sequence[str]], str]
"""The goal that holds for a symbol's rows, given the variables that are its arguments."""


def clauses(goal_of: GoalOf, symbols: Sequence[Symbol], bound: int, number: int) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives the codes of all rows."""
    given = [f"B{column}" for column in range(bound)]
    start = f"[{', '.join(given)}|Commands]" if given else "Commands"
    found = f"findall({ROW}, {_rows(number, given)}, Rows)"
    yield f"ask_{number}({start}, Codes) :- change(Commands), {found}, codes(Rows, Codes)."
    if not symbols:
        yield f"{_rows(number, given)} :- fail."
    for place, symbol in enumerate(symbols):
        if place:
            yield f"{_rows(number, given, f'row({ord(END)})')}."
        free = [f"X{column}" for column in range(symbol.arity - bound)]
        goal = goal_of(symbol, given + free)
        if free:
            yield f"{_rows(number, given, _row(free))} :- {goal}."
        else:
            yield f"{_rows(number, given)} :- ( {goal} -> {ROW} = row({_YES}) )."


def _rows(number: int, given: Sequence[str], row: str = ROW) -> str:
    return f"rows_{number}({', '.join([*given, row])})"


def _row(columns: Sequence[str]) -> str:
    return f"row({', '.join(columns)})"


def reading(width: int) -> str:
    """The clause of `codes/3` for rows of so many columns; it is chosen by its first argument alone."""
    columns = [f"X{column}" for column in range(width)]
    return f"codes({_row(columns)}, Rows, [{', '.join(columns)}|Codes]) :- codes(Rows, Codes)."


CODES = ("codes([], []).", "codes([Row|Rows], Codes) :- codes(Row, Rows, Codes).")
"""The clauses that make one list of codes of a list of rows."""


@dataclass(frozen=True, slots=True)
class Question:
    """Symbols asked for together.

    `strata` are those they rest on, as bits; `columns` has for each symbol how many are answered, and
    whether a row may come twice; `number_of` reads the code of an object.
    """

    symbols: Sequence[Symbol]
    predicate: int
    strata: int
    columns: tuple[tuple[int, bool], ...]
    number_of: Callable[[str], int]

    def rows(self, answer: str, binding: Row) -> list[list[Row]]:
        """The rows of each symbol, each once."""
        found: list[list[Row]] = []
        for (width, repeats), codes in zip(self.columns, answer.split(END), strict=False):
            if not codes:
                found.append([])
            elif width == 0:
                found.append([()])
            else:
                numbers = map(self.number_of, codes)
                rows = zip(*[numbers] * width, strict=True)
                found.append(list(dict.fromkeys(rows) if repeats else rows))
        if binding:
            return [[binding + row for row in rows] for rows in found]
        return found
