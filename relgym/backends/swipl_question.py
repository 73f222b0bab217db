"""A question to Prolog: the clauses that answer it in one call, and its answer read as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from relgym.backends.swipl_codes import END, Numbers, Packing, Rows
from relgym.model.program import Row, Symbol

ROW = "Row"
"""The variable of an answered row."""

_YES = 2

GoalOf = Callable[[Symbol, Sequence[str]], str]
"""The goal that holds for a symbol's rows, given the variables that are its arguments."""


def clauses(goal_of: GoalOf, packing: Packing, symbols: Sequence[Symbol], bound: int, number: int) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives the codes of all rows.

    Where every row fits into one code, the codes are what is collected; otherwise terms, made codes in the end.
    """
    given = [f"B{column}" for column in range(bound)]
    start = f"[{', '.join(given)}|Commands]" if given else "Commands"
    rows = f"rows_{number}({', '.join([*given, ROW])})"
    fit = fits(packing, symbols, bound)
    if fit:
        yield f"ask_{number}({start}, Codes) :- change(Commands), findall({ROW}, {rows}, Codes)."
    else:
        found = f"findall({ROW}, {rows}, Rows), codes(Rows, Codes)"
        yield f"ask_{number}({start}, Codes) :- change(Commands), {found}."
    if not symbols:
        yield f"{rows} :- fail."
    for place, symbol in enumerate(symbols):
        if place:
            yield f"{rows} :- {ROW} = {ord(END) if fit else f'row({ord(END)})'}."
        free = [f"X{column}" for column in range(symbol.arity - bound)]
        goal = goal_of(symbol, given + free)
        if not free:
            yield f"{rows} :- ( {goal} -> {ROW} = {_YES if fit else f'row({_YES})'} )."
        elif fit:
            yield f"{rows} :- {goal}, {ROW} {'is' if len(free) > 1 else '='} {packing.term(free)}."
        else:
            yield f"{rows} :- {goal}, {ROW} = {_row(free)}."


def fits(packing: Packing, symbols: Sequence[Symbol], bound: int) -> bool:
    """Whether every row of an answer is a single code."""
    return all(packing.fits(symbol.arity - bound) for symbol in symbols)


def _row(columns: Sequence[str]) -> str:
    return f"row({', '.join(columns)})"


def reading(width: int) -> str:
    """The clause of `codes/3` for rows of so many columns; it is chosen by its first argument alone."""
    columns = [f"X{column}" for column in range(width)]
    return f"codes({_row(columns)}, Rows, [{', '.join(columns)}|Codes]) :- codes(Rows, Codes)."


CODES = ("codes([], []).", "codes([Row|Rows], Codes) :- codes(Row, Rows, Codes).")
"""The clauses that make one list of codes of a list of rows."""


Reader = Callable[[str], Iterable[Row]]
"""Reads the rows of a symbol from their codes."""


def reader(width: int, rows: Rows | None, numbers: Numbers) -> Reader:
    """How rows of so many columns are read: from `rows` if they are single codes, else object by object."""
    if width == 0:
        return lambda codes: ((),)
    if rows is not None:
        return partial(map, rows.__getitem__)
    number_of = numbers.__getitem__
    return lambda codes: zip(*[map(number_of, codes)] * width, strict=True)


@dataclass(frozen=True, slots=True)
class Question:
    """Symbols asked for together.

    `strata` are those they rest on, as bits; `readers` read the rows of each symbol, without the columns
    that were given; `repeats` are the places of symbols whose rows may come twice.
    """

    symbols: Sequence[Symbol]
    predicate: int
    strata: int
    readers: tuple[Reader, ...]
    repeats: tuple[int, ...]

    def rows(self, answer: str, binding: Row) -> list[list[Row]]:
        """The rows of each symbol, each once."""
        parts = answer.split(END)
        found = [list(read(codes)) if codes else [] for read, codes in zip(self.readers, parts, strict=False)]
        for place in self.repeats:
            found[place] = list(dict.fromkeys(found[place]))
        if binding:
            return [[binding + row for row in rows] for rows in found]
        return found
