"""Literals of recursive rules that say nothing new: what every row of a symbol says, its literals need not repeat.

Where each rule of `reaches` demands that the first of two rooms is open, a rule that says `reaches` of it need not ask
again. So less has to be tried, and nothing is tried twice because an atom changes that is needed at each step of a way.

>>> from relgym.model.program import Role
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> open_, door = Symbol(Role.FLUENT, "open", 1), Symbol(Role.STATIC, "door", 2)
>>> reaches = Symbol(Role.DERIVED, "reaches", 2)
>>> near = Rule(Literal(reaches, (x, y)), (Literal(open_, (x,)), Literal(door, (x, y))))
>>> far = Rule(Literal(reaches, (x, z)), (Literal(open_, (x,)), Literal(reaches, (x, y)), Literal(door, (y, z))))
>>> [[goal.symbol.name for goal in rule.body] for rule in without_implied([near, far])]
[['open', 'door'], ['reaches', 'door']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from relgym.model.program import Literal, Rule, Symbol
from relgym.model.terms import Object, Variable

Pattern = tuple[Symbol, tuple[int | Object, ...]]
"""A literal over the columns of a row."""


def without_implied(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules of a stratum without subsumed literals; each has the same rows as before."""
    symbols = {rule.head.symbol for rule in rules}
    said: dict[Symbol, set[Pattern]] = {symbol: set() for symbol in symbols}
    for rule in rules:
        said[rule.head.symbol] |= _patterns(rule, rule.body)
    # What all rules of a symbol say, themselves or by literals of the stratum: all ways to a row end in rules without.
    changed = True
    while changed:
        changed = False
        for rule in rules:
            known = said[rule.head.symbol]
            kept = known & _patterns(rule, [*rule.body, *_implied(rule, said)])
            changed |= kept != known
            said[rule.head.symbol] = kept
    shorter = []
    for rule in rules:
        implied = {*_implied(rule, said)}
        shorter.append(replace(rule, body=tuple(goal for goal in rule.body if goal not in implied)))
    return shorter


def _patterns(rule: Rule, goals: Sequence[object]) -> set[Pattern]:
    """Return the goals that are literals over columns of the rule's head, as patterns."""
    columns = {term: column for column, term in enumerate(rule.head.terms) if isinstance(term, Variable)}
    patterns: set[Pattern] = set()
    for goal in goals:
        if isinstance(goal, Literal) and goal.variables and goal.variables <= columns.keys():
            terms = (columns[term] if isinstance(term, Variable) else term for term in goal.terms)
            patterns.add((goal.symbol, tuple(terms)))
    return patterns


def _implied(rule: Rule, said: Mapping[Symbol, set[Pattern]]) -> Iterator[Literal]:
    """Yield the literals of other strata that are entailed by a rule's literals of this stratum."""
    for goal in rule.body:
        if isinstance(goal, Literal):
            for symbol, terms in said.get(goal.symbol, ()):
                if symbol not in said:
                    yield Literal(symbol, tuple(goal.terms[t] if isinstance(t, int) else t for t in terms))
