"""A question to Prolog: the clauses that answer it in one call, and its answer read as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from relgym.backends.swipl_codes import END, Rows
from relgym.model.program import Row, Symbol
from relgym.translate.prolog import PrologWriter

Reader = Callable[[str], list[Row]]
"""Reads the rows of one symbol out of their codes, the bound columns left out."""


def clauses(writer: PrologWriter, symbols: Sequence[Symbol], bound: int, number: int) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives the codes of all rows."""
    given = [f"B{column}" for column in range(bound)]
    start = f"[{', '.join(given)}|Commands]" if given else "Commands"
    yield f"ask_{number}({start}, Codes) :- change(Commands), findall(C, {_rows(number, given)}, Codes)."
    if not symbols:
        yield f"{_rows(number, given)} :- fail."
    for place, symbol in enumerate(symbols):
        if place:
            yield f"{_rows(number, given, str(ord(END)))}."
        free = [f"X{column}" for column in range(symbol.arity - bound)]
        goal = writer.atom(symbol, given + free)
        head = _rows(number, given)
        match free:
            case []:
                yield f"{head} :- ( {goal} -> C = {ord(_YES)} )."
            case [only]:
                yield f"{head} :- {goal}, C = {only}."
            case _:
                yield f"{head} :- {goal}, ( {' ; '.join(f'C = {column}' for column in free)} )."


def _rows(number: int, given: Sequence[str], code: str = "C") -> str:
    return f"rows_{number}({', '.join([*given, code])})"


_YES = "\x02"


@dataclass(frozen=True, slots=True)
class Question:
    """Symbols asked for together; `strata` are those they rest on, as bits."""

    symbols: Sequence[Symbol]
    predicate: int
    strata: int
    readers: tuple[Reader, ...]

    def rows(self, answer: str, binding: Row) -> list[list[Row]]:
        """The rows of each symbol."""
        readers = self.readers
        if len(readers) == 1:
            found = [readers[0](answer)]
        else:
            found = [read(codes) for read, codes in zip(readers, answer.split(END), strict=False)]
        if binding:
            return [[binding + row for row in rows] for rows in found]
        return found


def reader(width: int, unique: bool, known: Rows) -> Reader:
    """How rows of `width` columns are read; what is not `unique` may be answered several times.

    >>> reader(1, True, Rows())("\x02\x03"), reader(2, False, Rows())("\x02\x03\x02\x03"), reader(0, True, Rows())("")
    ([(0,), (1,)], [(0, 1)], [])
    """
    row_of = known.__getitem__
    if width == 0:
        return lambda codes: [()] if codes else []

    def every(codes: str) -> list[Row]:
        return list(map(row_of, codes if width == 1 else zip(*[iter(codes)] * width, strict=True)))

    if unique:
        return every
    return lambda codes: list(dict.fromkeys(every(codes)))
