"""A question to Prolog: several symbols asked for in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import c_void_p
from dataclasses import dataclass

from relgym.backends.swipl.answer import CODES, Answer, Sought
from relgym.model.program import Row, Symbol


def given(bound: int) -> list[str]:
    """The variables of the objects that a question comes with."""
    return [f"B{column}" for column in range(bound)]


def clauses(answer: Answer, number: int, bound: int, asked: Sequence[Sought]) -> Iterator[str]:
    """The clauses of `ask_NUMBER`: it takes `bound` objects and then commands, and gives all rows that are sought."""
    objects = given(bound)
    start = f"[{', '.join(objects)}|Commands]" if objects else "Commands"
    rows = f"rows_{number}({', '.join([*objects, CODES])})"
    # As findall/3 does it, with catch/3 for setup_call_cleanup/3, which takes as long as finding a few rows.
    yield (
        f"ask_{number}({start}, {CODES}) :- change(Commands), "
        f"'$new_findall_bag', catch({rows}, Error, relgym:give_up(Error)), '$destroy_findall_bag'."
    )
    yield from answer.clauses(number, objects, asked)


@dataclass(frozen=True, slots=True)
class PrologQuestion:
    """Symbols asked for together, and how their rows come back.

    `strata` are those they depend on, as bits; `repeats` are the places of symbols whose rows may come twice.
    """

    symbols: Sequence[Symbol]
    predicate: c_void_p
    strata: int
    answer: Answer
    repeats: tuple[int, ...]

    def told(self, answers: list[list[Row]], binding: Row) -> list[list[Row]]:
        """The rows of each symbol, whole and each once, of those that were found."""
        for place in self.repeats:
            answers[place] = list(dict.fromkeys(answers[place]))
        if binding:
            return [[binding + row for row in rows] for rows in answers]
        return answers
