"""Join indexes with static relations: a fluent's rows are stored together with the static rows that they match.

Of all slots of an area that accept a product, few may be occupied. With an index of occupied slots by area and product,
the others need not be tried. The rows of a static symbol for which the fluent's atom is true become a symbol of their
own, which is maintained together with the fluent.

>>> from relgym.model.program import Role
>>> from relgym.model.terms import Variable
>>> from relgym.translate.program.join_order import Size
>>> s, a, at, full = Variable("?s"), Variable("?a"), Symbol(Role.STATIC, "at", 2), Symbol(Role.FLUENT, "full", 1)
>>> near = Symbol(Role.FLUENT, "near", 1)
>>> body = (Literal(near, (a,)), Literal(at, (s, a)), Literal(full, (s,)))
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "empty", 2), (s, a)), body)
>>> facts = {at: frozenset((slot, slot % 2) for slot in range(100))}
>>> sizes = {near: Size(2, (2,)), at: Size(100, (100, 2)), full: Size(5, (5,))}
>>> shorter, [wide] = widened(rule, facts, sizes)
>>> [str(goal.symbol) for goal in shorter.body], wide.key
(['fluent:near/1', 'aux:full at 0_0_0#0/2'], (0,))
>>> wide.rows(facts[at])[7]
(7, 1)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import prod
from operator import itemgetter

from relgym.model.program import Goal, Literal, Role, Row, Rule, Symbol
from relgym.model.terms import Term
from relgym.translate.program.join_order import Size, Sizes, is_key, matching
from relgym.tuning.translation import INDEX_SAVED_ROWS, SAVED_TEST_ROWS, SHARED_INDEX_SAVED_ROWS


@dataclass(frozen=True, slots=True)
class Wide:
    """A join index: the rows of `fixed` whose columns `key`, in this order, are a row of `fluent`, at most one each."""

    fluent: Symbol
    fixed: Symbol
    key: tuple[int, ...]

    @property
    def symbol(self) -> Symbol:
        """The symbol of these rows."""
        name = f"{self.fluent.name} {self.fixed.name}"
        columns = "_".join(map(str, (self.fluent.index, self.fixed.index, *self.key)))
        return Symbol(Role.AUX, f"{name} {columns}", self.fixed.arity)

    def rows(self, fixed: Collection[Row]) -> dict[int | Row, Row]:
        """The row that goes with each of the fluent's, in the form in which sets hold it, if one does."""
        return {itemgetter(*self.key)(row): row for row in fixed}


def widened(
    rule: Rule, facts: Mapping[Symbol, Collection[Row]], sizes: Sizes, kept: Collection[Symbol] = ()
) -> tuple[Rule, list[Wide]]:
    """A rule with such symbols where they spare much, and what these are; some are kept for others."""
    known: set[Term] = set()
    before = 1.0
    body, left, wides = list[Goal](), list(rule.body), list[Wide]()
    while left:
        goal = left.pop(0)
        if isinstance(goal, Literal) and not goal.variables <= known:
            tried = before * matching(goal, known, sizes)
            for other in left if goal.symbol in facts else ():
                share = _share(other, goal, known, facts, sizes)
                saved = tried * (1 - share + SAVED_TEST_ROWS * share)
                wide = _wide(other, goal, facts) if share < 1 and saved >= SHARED_INDEX_SAVED_ROWS else None
                if wide is not None and saved >= (SHARED_INDEX_SAVED_ROWS if wide.symbol in kept else INDEX_SAVED_ROWS):
                    left.remove(other)
                    wides.append(wide)
                    goal = Literal(wide.symbol, goal.terms)
                    # As in `size_of_wide`.
                    before = max(before, tried * share)
                    break
            else:
                before = tried
            known |= goal.variables
        body.append(goal)
    return replace(rule, body=tuple(body)), wides


def size_of_wide(wide: Wide, sizes: Sizes) -> Size:
    """About how many rows such a symbol has: where one is looked for there is one, or it would not be looked for."""
    fluent, fixed = sizes[wide.fluent], sizes[wide.fixed]
    rows = min(fluent.rows, fixed.rows)
    others = [distinct for column, distinct in enumerate(fixed.distinct) if column not in wide.key]
    few = min(1.0, max(1.0, rows) / prod(others)) ** (1 / len(others))
    distinct = (min(max(1.0, rows), each) if c in wide.key else each * few for c, each in enumerate(fixed.distinct))
    return Size(rows, tuple(distinct))


def _share(
    other: Goal, fixed: Literal, known: AbstractSet[Term], facts: Mapping[Symbol, Collection[Row]], sizes: Sizes
) -> float:
    """Of about which share of the rows of a fixed literal another goal holds, if it is a fluent's that they bind."""
    if (
        isinstance(other, Literal)
        and other.symbol.role is Role.FLUENT
        and other.variables <= fixed.variables
        and not other.variables <= known
    ):
        return min(1.0, sizes[other.symbol].rows / max(1, len(facts[fixed.symbol])))
    return 1.0


def _wide(fluent: Goal, fixed: Literal, facts: Mapping[Symbol, Collection[Row]]) -> Wide | None:
    """Return the join of a fluent literal with a fixed one, if each row of the fluent matches at most one fixed row."""
    assert isinstance(fluent, Literal)
    if not all(len(each.variables) == len(each.terms) for each in (fluent, fixed)):
        # It contains a variable twice, or an object.
        return None
    columns = tuple([fixed.terms.index(term) for term in fluent.terms])
    if len(columns) == len(fixed.terms) or not is_key(itemgetter(*columns), facts[fixed.symbol]):
        return None
    return Wide(fluent.symbol, fixed.symbol, columns)
