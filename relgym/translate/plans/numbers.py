"""Rows of productions as numbers, and such numbers as sums in plans.

>>> from relgym.model.program import Role
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 2)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (Literal(on, (x, y)),))
>>> numbering = Numbering([Production(rule, None)], 10)
>>> numbering.number(0, (2, 5)), numbering.row(25)
(25, (0, (2, 5)))
>>> number = RowNumber(numbering, 0)
>>> number.add_up({x: "A0"})
(Bind(name='first_0', value=Sum(constant=0, summands=(), products=(('A0', 10),))),)
>>> number.sum({x: "A0", y: 3})
Sum(constant=3, summands=('first_0',), products=())
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import prod
from operator import itemgetter

from relgym.model.plan import Bind, Block, Sum
from relgym.model.program import Literal, Production, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.plans.indexes import Known


class Numbering:
    """The numbers of all rows over some objects: production after production, rows in their order.

    `bases` are the first numbers of the productions, `heads` the terms of their rows. An argument counts from the first
    object of its type to the last one, and one that earlier ones determine does not count, so that numbers stay small:
    Python reckons with small ones much faster.
    """

    def __init__(
        self, productions: Sequence[Production], objects: int, facts: Mapping[Symbol, frozenset[Row]] | None = None
    ) -> None:
        """`facts` are the rows of what never changes, of types and of what rules depend on."""
        facts = facts or {}
        self.objects = objects
        self.heads = [production.rule.head.terms for production in productions]
        self.bases: list[int] = []
        # For each production and column, how earlier arguments determine it, or None.
        self._determined = [_determined(production.rule, facts) for production in productions]
        # By production and column, the first object that an argument may be, and how many there are up to the last.
        self._spans = [
            [(0, 1) if source else _span(term, objects, facts) for term, source in zip(head, determined, strict=True)]
            for head, determined in zip(self.heads, self._determined, strict=True)
        ]
        # By production and column, what an argument is multiplied by.
        self._factors = [
            [0 if source else prod(size for _, size in spans[n + 1 :]) for n, source in enumerate(determined)]
            for spans, determined in zip(self._spans, self._determined, strict=True)
        ]
        # By production, all of that for each column, for `row`.
        self._columns = [
            [
                (low, factor, source.key if source else len, source.values if source else {})
                for (low, _), factor, source in zip(spans, factors, determined, strict=True)
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

    def factors(self, place: int) -> dict[Term, int]:
        """Return the factors of the arguments that count in the numbers of a production."""
        factor_of: dict[Term, int] = {}
        for term, factor in zip(self.heads[place], self._factors[place], strict=True):
            if factor:
                factor_of[term] = factor_of.get(term, 0) + factor
        return factor_of

    def zero(self, place: int) -> int:
        """Return the number of the row of zeros, if there were such objects in each column."""
        return self._zeros[place]


class RowNumber:
    """The number of a row while its arguments are found one after the other.

    Attributes:
        begun: The sum so far.
        terms: The arguments that are still to be added.
    """

    __slots__ = ("_factors", "_names", "begun", "terms")

    def __init__(self, numbering: Numbering, place: int) -> None:
        self._factors = numbering.factors(place)
        self._names = count()
        self.begun = Sum(numbering.zero(place))
        self.terms: tuple[Term, ...] = tuple(self._factors)

    def sum(self, known: Known, number: Callable[[str], int] = lambda name: 0) -> Sum:
        """Return the number as far as the arguments are known; `number` gives an object's number by its name."""
        constant, products = self.begun.constant, list(self.begun.products)
        for term in self.terms:
            operand = number(term.name) if isinstance(term, Object) else known.get(term)
            if isinstance(operand, int):
                constant += operand * self._factors[term]
            elif operand is not None:
                products.append((operand, self._factors[term]))
        return Sum(constant, self.begun.summands, tuple(products))

    def add_up(self, known: Known, number: Callable[[str], int] = lambda name: 0) -> Block:
        """Add the known arguments; return the assignment of the sum to a variable, if that saves operations."""
        new = self.sum(known, number)
        left = tuple([term for term in self.terms if isinstance(term, Variable) and term not in known])
        if left == self.terms:
            return ()
        self.terms = left
        summands = new.summands + tuple([name for name, factor in new.products if factor == 1])
        parts = len(new.products) + len(new.summands) + bool(new.constant)
        if parts < 2 and len(summands) == parts - bool(new.constant):
            self.begun = Sum(new.constant, summands)
            return ()
        name = f"first_{next(self._names)}"
        self.begun = Sum(0, (name,))
        return (Bind(name, new),)


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
    sources: list[Determined | None] = [None] * len(head)
    for goal in rule.body:
        if isinstance(goal, Literal) and len(goal.terms) > 1 and goal.symbol in facts:
            # The column of each term in the head; for other terms, a number beyond the last column.
            columns = [places.get(term, len(head)) for term in goal.terms]
            for column in {*columns}.difference([len(head)]):
                before = [place for place, its in enumerate(columns) if its < column]
                if before and sources[column] is None:
                    values = _values(facts[goal.symbol], before, columns.index(column))
                    if values is not None:
                        sources[column] = Determined(itemgetter(*(columns[place] for place in before)), values)
    return sources


def _values(rows: Iterable[Row], columns: Sequence[int], column: int) -> dict[object, int] | None:
    """Map the values of some columns to the value of another one; None if they do not determine it."""
    key, values = itemgetter(*columns), dict[object, int]()
    for row in rows:
        if values.setdefault(key(row), row[column]) != row[column]:
            return None
    return values
