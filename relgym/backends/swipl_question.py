"""A question to Prolog: several symbols asked for in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import c_void_p
from dataclasses import dataclass

from relgym.backends.swipl_answer import Answer
from relgym.model.program import Row, Symbol


def given(bound: int) -> list[str]:
    """The variables of the objects that a question comes with."""
    return [f"B{column}" for column in range(bound)]


def clauses(answer: Answer, number: int, bound: int, goals: Sequence[str]) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives all rows of the goals."""
    objects = given(bound)
    start = f"[{', '.join(objects)}|Commands]" if objects else "Commands"
    yield f"ask_{number}({start}, Codes) :- change(Commands), {answer.collect(number, objects)}."
    yield from answer.clauses(number, objects, goals)


@dataclass(frozen=True, slots=True)
class Question:
    """Symbols asked for together, and how their rows come back.

    `strata` are those they rest on, as bits; `repeats` are the places of symbols whose rows may come twice.
    """

    symbols: Sequence[Symbol]
    predicate: c_void_p
    strata: int
    answer: Answer
    repeats: tuple[int, ...]

    def rows(self, text: str, binding: Row) -> list[list[Row]]:
        """The rows of each symbol, each once, read from the answer."""
        found = self.answer.rows(text)
        for place in self.repeats:
            found[place] = list(dict.fromkeys(found[place]))
        if binding:
            return [[binding + row for row in rows] for rows in found]
        return found
