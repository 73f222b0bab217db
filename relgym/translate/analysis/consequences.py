"""Semi-naive evaluation of recursive rules, for engines that push new rows through rules.

When a row of a recursive symbol is found, every rule with the symbol in its body is tried with
that row at each occurrence, and the rest of the body with all rows found so far. So each derivation of
a row is tried once, when the last row that it needs is found (Bancilhon &
Ramakrishnan, An amateur's introduction to recursive query processing strategies, 1986).

>>> from relgym.model.program import Role
>>> from relgym.model.terms import Variable
>>> from relgym.translate.program.join_order import guessed_sizes
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> edge, path = Symbol(Role.FLUENT, "edge", 2), Symbol(Role.DERIVED, "path", 2)
>>> longer = Rule(Literal(path, (x, z)), (Literal(edge, (x, y)), Literal(path, (y, z))))
>>> [step] = steps(longer, {path}, guessed_sizes([longer], 10))
>>> step.found == Literal(path, (y, z)), step.rest == (Literal(edge, (x, y)),)
(True, True)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from relgym.model.program import Body, Literal, Rule, Symbol, variables_of
from relgym.translate.program.join_order import Sizes, ordered


@dataclass(frozen=True, slots=True)
class Consequence:
    """Whenever a row of `found` is found, `head` follows for every way in which `rest` holds."""

    found: Literal
    rest: Body
    head: Literal


def steps(rule: Rule, recursive: Collection[Symbol], sizes: Sizes) -> list[Consequence]:
    """One step for each literal of a recursive symbol in the body; none for a rule that needs no such row."""
    literals = [goal for goal in rule.body if isinstance(goal, Literal)]
    shared = frozenset(rule.head.terms).union(*(variables_of(literal) for literal in literals))
    consequences = []
    for place, goal in enumerate(rule.body):
        if isinstance(goal, Literal) and goal.symbol in recursive:
            rest = rule.body[:place] + rule.body[place + 1 :]
            needs = {number: variables_of(other) & shared for number, other in enumerate(rest)}
            consequences.append(Consequence(goal, ordered(rest, variables_of(goal), needs, sizes), rule.head))
    return consequences
