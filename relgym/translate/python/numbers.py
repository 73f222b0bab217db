"""Rows of productions as numbers, and the texts of such numbers in generated Python.

>>> from relgym.model.program import Role, Rule, Symbol
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 2)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (Literal(on, (x, y)),))
>>> numbering = Numbering([Production(rule, None)], 10)
>>> numbering.text(0, ["A", "B"]), numbering.text(0, ["A", "3"])
('A * 10 + B', 'A * 10 + 3')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import itemgetter

from relgym.model.program import Literal, Production, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Term, Variable


class Numbering:
    """The numbers of all rows over some objects: production after production, rows in their order.

    `bases` are the first numbers of the productions, `heads` the terms of their rows. An argument counts from the first
    object of its type to the last one, and one that earlier ones determine does not count, so that numbers stay small:
    Python reckons with small ones much faster.
    """

    def __init__(
        self, productions: Sequence[Production], objects: int, facts: Mapping[Symbol, frozenset[Row]] | None = None
    ) -> None:
        """`facts` are the rows of what never changes, of types and of what rules rest on."""
        facts = facts or {}
        self.objects = objects
        self.heads = [production.rule.head.terms for production in productions]
        self.bases: list[int] = []
        # For each production and column, how earlier arguments determine it, or None.
        self._determined = [_determined(production.rule, facts) for production in productions]
        # By production and column, the first object that an argument may be, and how many there are up to the last.
        self._spans = [
            [(0, 1) if found else _span(term, objects, facts) for term, found in zip(head, determined, strict=True)]
            for head, determined in zip(self.heads, self._determined, strict=True)
        ]
        # By production and column, what an argument is multiplied by.
        self._factors = [
            [0 if found else prod(size for _, size in spans[n + 1 :]) for n, found in enumerate(determined)]
            for spans, determined in zip(self._spans, self._determined, strict=True)
        ]
        # By production, all of that for each column, for `row`.
        self._columns = [
            [
                (low, factor, own.key if own else len, own.values if own else {})
                for (low, _), factor, own in zip(spans, factors, determined, strict=True)
            ]
            for spans, factors, determined in zip(self._spans, self._factors, self._determined, strict=True)
        ]
        # By production, the number of the row of zeros, if there were such objects in each column.
        self._zeros: list[int] = []
        base = 0
        for spans, factors in zip(self._spans, self._factors, strict=True):
            self.bases.append(base)
            self._zeros.append(base - sum(low * factor for (low, _), factor in zip(spans, factors, strict=True)))
            base += prod(size for _, size in spans)
        # How many numbers there are, used or not.
        self.count = base

    def counted(self, place: int) -> frozenset[Term]:
        """The arguments that count in the numbers of a production."""
        return frozenset(term for term, factor in zip(self.heads[place], self._factors[place], strict=True) if factor)

    def number(self, place: int, row: Row) -> int:
        """The number of a row of a production, whose arguments are of the right types and go together."""
        columns = zip(row, self._factors[place], strict=True)
        return self._zeros[place] + sum(argument * factor for argument, factor in columns)

    def place(self, number: int) -> int:
        """The production of a number."""
        return bisect_right(self.bases, number) - 1

    def row(self, number: int) -> tuple[int, Row]:
        """The production and the row of a number."""
        place = self.place(number)
        rest, row = number - self.bases[place], list[int]()
        for low, factor, key, values in self._columns[place]:
            if factor:
                row.append(rest // factor + low)
                rest %= factor
            else:
                row.append(values[key(row)])
        return place, tuple(row)

    def numbers_of(self, place: int, row: Row) -> tuple[int, int]:
        """The first number of the rows of a production that begin with a row, and the first number after them.

        There are none between them if what determines an argument says that it cannot be.
        """
        missing = self._spans[place][len(row) :]
        first = self.number(place, row + tuple(low for low, _ in missing))
        for argument, determined in zip(row, self._determined[place], strict=False):
            if determined is not None and determined.values.get(determined.key(row)) != argument:
                return self.bases[place], self.bases[place]
        return first, first + prod(size for _, size in missing)

    def text(self, place: int, row: Sequence[str | None]) -> str:
        """Return the text of a row's number, without its unknown summands."""
        fixed, text = self._zeros[place], ""
        for argument, factor in zip(row, self._factors[place], strict=True):
            if argument is not None and argument.isdigit():
                fixed += int(argument) * factor
            elif argument is not None and factor:
                text += f" + {_times(argument, factor)}"
        if fixed or not text:
            text += f" - {-fixed}" if fixed < 0 else f" + {fixed}"
        return text.removeprefix(" + ").removeprefix(" ")

    def shares(self, place: int, row: Sequence[str | None]) -> list[str]:
        """Return the summands of a row's number that come from some arguments."""
        columns = zip(row, self._factors[place], strict=True)
        return [_times(argument, factor) for argument, factor in columns if argument is not None and factor]


def _span(term: Term, objects: int, facts: Mapping[Symbol, frozenset[Row]]) -> tuple[int, int]:
    """The first object that a term may be, and how many there are from there to the last."""
    members = [row[0] for row in facts.get(type_symbol(term.types), ())] if isinstance(term, Variable) else []
    return (min(members), max(members) - min(members) + 1) if members else (0, max(1, objects))


@dataclass(frozen=True, slots=True)
class Determined:
    """An argument that earlier ones determine: the getter of their part of a row, and the value for each such part."""

    key: Callable[[Sequence[int]], object]
    values: Mapping[object, int]


def _determined(rule: Rule, facts: Mapping[Symbol, frozenset[Row]]) -> list[Determined | None]:
    """Return for each argument of a rule's head how earlier arguments determine it by static rows, or None."""
    head = rule.head.terms
    places = {term: column for column, term in enumerate(head)}
    found: list[Determined | None] = [None] * len(head)
    for goal in rule.body:
        if isinstance(goal, Literal) and len(goal.terms) > 1 and goal.symbol in facts:
            # The column of each term in the head; for other terms, a number beyond the last column.
            own = [places.get(term, len(head)) for term in goal.terms]
            for column in {*own}.difference([len(head)]):
                before = [place for place, its in enumerate(own) if its < column]
                if before and found[column] is None:
                    values = _values(facts[goal.symbol], before, own.index(column))
                    if values is not None:
                        found[column] = Determined(itemgetter(*(own[place] for place in before)), values)
    return found


def _values(rows: Iterable[Row], columns: Sequence[int], column: int) -> dict[object, int] | None:
    """Map the values of some columns to the value of another one; None if they do not determine it."""
    key, values = itemgetter(*columns), dict[object, int]()
    for row in rows:
        if values.setdefault(key(row), row[column]) != row[column]:
            return None
    return values


def _times(argument: str, factor: int) -> str:
    return argument if factor == 1 else f"{argument} * {factor}"
