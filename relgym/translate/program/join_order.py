"""Join ordering: the order in which a body is tried: bound first, most selective first, tests as soon as they can be.

The cardinality estimate of a literal is the number of rows that match it: the facts of its symbol, divided by the
distinct values of each column that is bound by then. It is worth a factor of ten in every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import itemgetter, mul
from typing import assert_never

from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Program,
    Row,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    variables_of,
)
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.dependencies import goals_in


@dataclass(frozen=True, slots=True)
class Size:
    """The number of rows of a symbol, and the number of distinct values of each column."""

    rows: float
    distinct: tuple[float, ...]


def size_of(rows: Collection[Row], arity: int) -> Size:
    """Return the size of known rows; an empty symbol still counts as a few rows, because facts change.

    >>> size_of([(1, 2), (1, 3)], 2)
    Size(rows=2.0, distinct=(1.0, 2.0))
    """
    return size_with(len(rows), columns_of(rows, arity))


def columns_of(rows: Collection[Row], arity: int) -> list[set[int]]:
    """The distinct values of each column.

    >>> columns_of([(1, 2), (1, 3)], 2)
    [{1}, {2, 3}]
    """
    return [set(map(itemgetter(column), rows)) for column in range(arity)]


def size_with(rows: int, columns: Sequence[Collection[int]]) -> Size:
    """Return the size of `rows` rows with these numbers of distinct values."""
    return Size(max(0.5, float(rows)), tuple(max(1.0, float(len(column))) for column in columns))


def is_key(part: Callable[[Row], object], rows: Iterable[Row]) -> bool:
    """Return True if each row has a different value of `part`.

    >>> is_key(itemgetter(0), [(1, 2), (1, 3)]), is_key(itemgetter(1), [(1, 2), (1, 3)])
    (False, True)
    """
    seen = set[object]()
    for row in rows:
        key = part(row)
        if key in seen:
            return False
        seen.add(key)
    return True


def guessed_size(ranges: tuple[int, ...]) -> Size:
    """Estimate the size of a derived symbol from the ranges of its columns alone."""
    product = 1.0
    for objects in ranges:
        product *= max(1, objects)
    return Size(max(0.5, product**0.5), tuple(max(1.0, float(objects)) for objects in ranges))


Sizes = Mapping[Symbol, Size]


def guessed_sizes(rules: Iterable[Rule], objects: int) -> dict[Symbol, Size]:
    """Estimate the sizes of all symbols in rules from the number of objects alone."""
    symbols = {goal.symbol for rule in rules for goal in goals_in((rule.head, *rule.body)) if isinstance(goal, Literal)}
    return {symbol: guessed_size((objects,) * symbol.arity) for symbol in symbols}


def sizes_of(program: Program) -> Mapping[Symbol, Size]:
    """Sizes of a program's symbols: those of facts are known, the others guessed."""
    known = {symbol: size_of(rows, symbol.arity) for symbol, rows in program.facts.items()}
    return guessed_sizes(program.rules, len(program.objects)) | known


def matching(literal: Literal, bound: Collection[Term], sizes: Sizes) -> float:
    """The estimated number of rows that match a literal when the variables in `bound` have values."""
    size = sizes[literal.symbol]
    rows = size.rows
    if len(literal.variables) == len(literal.terms):
        # To hash terms takes longer than all else that is done here.
        if not literal.variables.isdisjoint(bound):
            for term, distinct in zip(literal.terms, size.distinct, strict=True):
                if term in bound:
                    rows /= distinct
        return rows
    seen: set[Term] = set()
    for term, distinct in zip(literal.terms, size.distinct, strict=True):
        if isinstance(term, Object) or term in bound or term in seen:
            rows /= distinct
        seen.add(term)
    return rows


def matches(body: Iterable[Goal], bound: Iterable[Term], sizes: Sizes) -> list[float | None]:
    """About how many rows match each goal of a body for each row before it; nothing where a goal binds nothing.

    >>> from relgym.model.program import Role
    >>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 2)
    >>> body, sizes = (Literal(on, (x, y)), Test("!=", x, y)), {on: Size(12.0, (4.0, 6.0))}
    >>> matches(body, {x}, sizes), rows_on_the_way(body, {x}, sizes)
    ([3.0, None], [1.0, 3.0, 3.0])
    """
    known = {*bound}
    counts: list[float | None] = []
    for goal in body:
        if isinstance(goal, Literal) and not variables_of(goal) <= known:
            counts.append(matching(goal, known, sizes))
            known |= variables_of(goal)
        else:
            counts.append(None)
    return counts


def rows_on_the_way(body: Iterable[Goal], bound: Iterable[Term], sizes: Sizes) -> list[float]:
    """About how many rows there are before each goal of a body, and after the last."""
    factors = (1.0 if count is None else count for count in matches(body, bound, sizes))
    return list(accumulate(factors, mul, initial=1.0))


def _test_rank(goal: Goal) -> int:
    """Rank goals that bind no further variable by the cost of a test, cheapest first."""
    match goal:
        case Test():
            return 0
        case Literal():
            return 1
        case Without((Literal(),)) | Without((Test(),)):
            return 2
        case Some() | Without() | Either():
            return 3
        case _:
            assert_never(goal)


def ordered(
    goals: Collection[Goal], bound: Collection[Variable], outer: Mapping[int, frozenset[Variable]], sizes: Sizes
) -> Body:
    """The goals as a body. `outer` gives, by position, the variables a nested goal or test needs bound."""
    each = [*goals]
    # What goals wait for, and the literals among them.
    waiting = {number: outer[number] for number in range(len(each))}
    literals = {number: goal for number, goal in enumerate(each) if isinstance(goal, Literal)}
    have: set[Term] = set(bound)
    # The estimates for literals, and those of them that do not hold any more, for some of their variables got bound.
    rows: dict[int, float] = {}
    stale = [*literals]
    body: list[Goal] = []
    while True:
        ready = [number for number, needs in waiting.items() if needs <= have]
        if len(ready) > 1:
            # Where they cost the same, they stay in the order in which they were given.
            ready.sort(key=lambda number: _test_rank(each[number]))
        for number in ready:
            del waiting[number]
            literals.pop(number, None)
            rows.pop(number, None)
            body.append(each[number])
        if not waiting:
            return tuple(body)
        for number in stale:
            if number in literals:
                rows[number] = matching(literals[number], have, sizes)
        _, chosen = min(zip(rows.values(), rows, strict=True))
        del rows[chosen], waiting[chosen]
        body.append(each[chosen])
        new = literals.pop(chosen).variables - have
        have |= new
        stale = [number for number, literal in literals.items() if not new.isdisjoint(literal.variables)]


def reordered(rule: Rule, goals: Collection[Goal], sizes: Sizes) -> Rule:
    """A rule with these goals, in the best order."""
    shared = variables_of(rule.head).union(*(variables_of(goal) for goal in goals if isinstance(goal, Literal)))
    needs = {number: variables_of(goal) & shared for number, goal in enumerate(goals)}
    known = frozenset(term for term in rule.head.terms[: rule.bound] if isinstance(term, Variable))
    return replace(rule, body=ordered(goals, known, needs, sizes))
