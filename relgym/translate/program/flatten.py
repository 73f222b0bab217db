"""Flat rules for engines that know no nested bodies (ASP, semi-naive evaluation).

Each nested body becomes an auxiliary symbol over the variables that it shares with its surroundings.

>>> from relgym.model.program import Some, Symbol
>>> from relgym.model.terms import Variable
>>> x, y = Variable("?x"), Variable("?y")
>>> p, q, h = Symbol(Role.FLUENT, "p", 1), Symbol(Role.FLUENT, "q", 2), Symbol(Role.DERIVED, "h", 1)
>>> nested = Rule(Literal(h, (x,)), (Literal(p, (x,)), Some((Literal(q, (x, y)), Literal(p, (y,))))))
>>> for rule in flatten([nested]):
...     print(rule.head.symbol, [str(goal.symbol) for goal in rule.body])
aux:derived:h/1#0/1 ['fluent:q/2', 'fluent:p/1']
derived:h/1 ['fluent:p/1', 'aux:derived:h/1#0/1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import assert_never

from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Role,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    all_variables,
    type_guard,
    variables_of,
)
from relgym.model.terms import Term, Variable


def flatten(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The same program with bodies of `Literal`, `Test` and `Without` of a single one of those.

    Rules of auxiliary symbols stand before the rule that needs them; they have `bound` equal to
    their arity, for a nested body is only ever asked with its shared variables bound.
    """
    counters: dict[str, Iterator[int]] = {}
    # Rules may have auxiliary symbols already, such as those of universal conditions within a recursion.
    taken = {rule.head.symbol.index for rule in rules if rule.head.symbol.role is Role.AUX}
    first = max(taken, default=-1) + 1
    flat: list[Rule] = []
    for rule in rules:
        numbers = counters.setdefault(str(rule.head.symbol), count(first))
        body = _flat_body(rule, rule.body, set(rule.head.terms[: rule.bound]), numbers, flat)
        flat.append(Rule(rule.head, body, rule.bound, rule.span))
    return tuple(flat)


def _flat_body(rule: Rule, body: Body, bound: set[Term], numbers: Iterator[int], flat: list[Rule]) -> Body:
    goals: list[Goal] = []
    bound = set(bound)
    for goal in body:
        match goal:
            case Literal():
                goals.append(goal)
                bound.update(variables_of(goal))
            case Test() | Without((Literal() | Test(),)):
                goals.append(goal)
            case Without(inner):
                goals.append(Without((_auxiliary(rule, (inner,), bound, numbers, flat),)))
            case Some(inner):
                goals.append(_auxiliary(rule, (inner,), bound, numbers, flat))
            case Either(bodies):
                goals.append(_auxiliary(rule, bodies, bound, numbers, flat))
            case _:
                assert_never(goal)
    return tuple(goals)


def _auxiliary(
    rule: Rule, bodies: tuple[Body, ...], bound: set[Term], numbers: Iterator[int], flat: list[Rule]
) -> Literal:
    inside = frozenset().union(*(all_variables(body) for body in bodies))
    shared = tuple(sorted((v for v in inside if v in bound), key=lambda variable: variable.name))
    head = Literal(Symbol(Role.AUX, str(rule.head.symbol), len(shared), next(numbers)), shared)
    for body in bodies:
        flat_body = _flat_body(rule, body, set(shared), numbers, flat)
        flat.append(Rule(head, flat_body, len(shared), rule.span))
    return head


def guarded(rule: Rule) -> Rule:
    """Make a flat rule safe without bound arguments: types bind the variables that the body leaves open.

    A goal that binds nothing comes after the literals that bind its variables; before, the caller bound them.
    """
    positive = all_variables(goal for goal in rule.body if isinstance(goal, Literal))
    guards = tuple(type_guard(term) for term in rule.head.terms if isinstance(term, Variable) and term not in positive)
    outer = positive | all_variables((rule.head,))
    body: list[Goal] = []
    waiting: list[Goal] = [*guards, *rule.body]
    bound: frozenset[Variable] = frozenset()
    while waiting:
        ready = (goal for goal in waiting if isinstance(goal, Literal) or variables_of(goal) & outer <= bound)
        goal = next(ready)
        waiting.remove(goal)
        body.append(goal)
        bound |= variables_of(goal) if isinstance(goal, Literal) else frozenset()
    return Rule(rule.head, tuple(body), 0, rule.span)
