"""A question to Prolog: the clauses that answer it in one call, and its answer read as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from relgym.backends.swipl_codes import END, Packing
from relgym.model.program import Row, Symbol

CODE = "Code"
"""The variable of an answered code."""

_YES = 2


GoalOf = Callable[[Symbol, Sequence[str]], str]
"""The goal that holds for a symbol's rows, given the variables that are its arguments."""


def clauses(goal_of: GoalOf, packing: Packing, symbols: Sequence[Symbol], bound: int, number: int) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives the codes of all rows."""
    given = [f"B{column}" for column in range(bound)]
    start = f"[{', '.join(given)}|Commands]" if given else "Commands"
    yield f"ask_{number}({start}, Codes) :- change(Commands), findall({CODE}, {_rows(number, given)}, Codes)."
    if not symbols:
        yield f"{_rows(number, given)} :- fail."
    for place, symbol in enumerate(symbols):
        if place:
            yield f"{_rows(number, given, str(ord(END)))}."
        free = [f"X{column}" for column in range(symbol.arity - bound)]
        goal = goal_of(symbol, given + free)
        codes = [f"{CODE} {'=' if term in free else 'is'} {term}" for term in packing.terms(free)]
        answer = f"{goal}, ( {' ; '.join(codes)} )" if free else f"( {goal} -> {CODE} = {_YES} )"
        yield f"{_rows(number, given)} :- {answer}."


def _rows(number: int, given: Sequence[str], code: str = CODE) -> str:
    return f"rows_{number}({', '.join([*given, code])})"


@dataclass(frozen=True, slots=True)
class Question:
    """Symbols asked for together.

    `strata` are those they rest on, as bits; `free` has for each symbol the number of codes that a row
    has, how they are read, and whether a row may come twice.
    """

    symbols: Sequence[Symbol]
    predicate: int
    strata: int
    free: tuple[tuple[int, Callable[[str | tuple[str, ...]], Row], bool], ...]

    def rows(self, answer: str, binding: Row) -> list[list[Row]]:
        """The rows of each symbol, each once."""
        found: list[list[Row]] = []
        for (width, row_of, repeats), codes in zip(self.free, answer.split(END), strict=False):
            if not codes:
                found.append([])
                continue
            if width == 1:
                rows = list(map(row_of, codes))
            elif width:
                rows = list(map(row_of, zip(*[iter(codes)] * width, strict=True)))
            else:
                rows = [()]
            found.append(list(dict.fromkeys(rows)) if repeats else rows)
        if binding:
            return [[binding + row for row in rows] for rows in found]
        return found
