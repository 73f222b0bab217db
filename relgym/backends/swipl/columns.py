"""Compression of answered rows: the possible objects of each column, and columns that static facts determine.

A row becomes a small number: an object that cannot occur in a column takes no room, and neither does a column that
follows from others by static facts.

>>> from relgym.model.program import Role
>>> x, y, z = (Variable(name) for name in ("?x", "?y", "?z"))
>>> at, road = Symbol(Role.FLUENT, "at", 1), Symbol(Role.STATIC, "road", 3)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "go", 3), (x, y, z)), (Literal(at, (x,)), Literal(road, (x, y, z))))
>>> facts = {road: frozenset({(4, 5, 6), (5, 4, 6), (5, 7, 8)})}
>>> told = ranged([rule], facts, range(9), bound=0, width=3)
>>> told.columns, told.ranges
((0, 1, 2), (range(4, 6), range(4, 8), range(6, 9)))
>>> least = without_following(told, rule, facts, bound=0)
>>> least.columns, least.row([5, 8])
((0, 2), (5, 7, 8))
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from relgym.model.program import Literal, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Term, Variable

Facts = Mapping[Symbol, Collection[Row]]
"""The rows of the symbols that never change."""


@dataclass(frozen=True, slots=True)
class Following:
    """A column whose object follows from those of other columns, by a table."""

    column: int
    keys: tuple[int, ...]
    table: Mapping[Row, int]


@dataclass(frozen=True, slots=True)
class Told:
    """The transmitted columns with their possible numbers, and the computation of the others, in this order."""

    columns: tuple[int, ...]
    ranges: tuple[range, ...]
    following: tuple[Following, ...] = ()

    def row(self, numbers: Sequence[int]) -> Row:
        """The whole row."""
        cells = dict(zip(self.columns, numbers, strict=True))
        for step in self.following:
            cells[step.column] = step.table[tuple([cells[key] for key in step.keys])]
        return tuple([cells[column] for column in range(len(cells))])


def ranged(rules: Sequence[Rule], facts: Facts, every: range, bound: int, width: int) -> Told:
    """All `width` columns that come after the `bound` ones of a symbol with these rules; `every` is all objects."""
    ranges = [every] * width
    if rules:
        heads = zip(*(rule.head.terms[bound:] for rule in rules), strict=True)
        ranges = [
            _covering([_range(term, rule, facts, every) for term, rule in zip(terms, rules, strict=True)])
            for terms in heads
        ]
    return Told(tuple(range(width)), tuple(ranges))


def without_following(form: Told, rule: Rule, facts: Facts, bound: int) -> Told:
    """The same without columns that follow from the others by the only rule of the symbol; the widest go first."""
    known = list(_followings(rule, facts, bound))
    kept = set(form.columns)
    ordered: list[Following] = []
    for column in sorted(form.columns, key=lambda column: -len(form.ranges[column])):
        fewer = kept - {column}
        closing = _closed(fewer, known)
        if len(fewer) + len(closing) == len(form.columns):
            kept, ordered = fewer, closing
    columns = tuple(sorted(kept))
    return replace(form, columns=columns, ranges=tuple(form.ranges[c] for c in columns), following=tuple(ordered))


def _closed(kept: Collection[int], known: Collection[Following]) -> list[Following]:
    """Return the columns that some columns determine, each once, in an order in which they can be computed."""
    have = set(kept)
    steps: list[Following] = []
    grown = True
    while grown:
        grown = False
        for step in known:
            if step.column not in have and have.issuperset(step.keys):
                have.add(step.column)
                steps.append(step)
                grown = True
    return steps


def _followings(rule: Rule, facts: Facts, bound: int) -> Iterator[Following]:
    """The columns that a fact of the rule's body gives when its others are known."""
    place = {term: column for column, term in enumerate(rule.head.terms[bound:])}
    for goal in rule.body:
        if isinstance(goal, Literal) and goal.symbol in facts and len(set(goal.terms)) == len(goal.terms):
            for position, term in enumerate(goal.terms):
                others = [(n, place[key]) for n, key in enumerate(goal.terms) if n != position and key in place]
                if term in place and len(others) == len(goal.terms) - 1:
                    table = _table(facts[goal.symbol], position, [n for n, _ in others])
                    if table is not None:
                        yield Following(place[term], tuple(column for _, column in others), table)


def _table(rows: Collection[Row], position: int, keys: Sequence[int]) -> dict[Row, int] | None:
    """Map the values of some columns to the value of another one; None if they do not determine it."""
    table: dict[Row, int] = {}
    for row in rows:
        if table.setdefault(tuple([row[key] for key in keys]), row[position]) != row[position]:
            return None
    return table


def _range(term: Term, rule: Rule, facts: Facts, every: range) -> range:
    """The numbers of the objects that a term of a rule's head may be, by its types and by the facts of the body."""
    assert isinstance(term, Variable)
    guard = type_symbol(term.types)
    numbers = {number for (number,) in facts[guard]} if guard in facts else set(every)
    for goal in rule.body:
        if isinstance(goal, Literal) and goal.symbol in facts and term in goal.terms:
            position = goal.terms.index(term)
            numbers &= {row[position] for row in facts[goal.symbol]}
    return range(min(numbers, default=0), max(numbers, default=0) + 1)


def _covering(ranges: Sequence[range]) -> range:
    return range(min(numbers.start for numbers in ranges), max(numbers.stop for numbers in ranges))
