"""Delta rules for delete and rederive: rows that may be lost, and rows that hold, when rows of other symbols change.

For each literal in a rule, however deep, there are two rules with that literal first, which is matched with the changed
rows only: a loose rule for the rows that may be lost, and the whole rule for rows that hold now. The loose rule keeps
only goals that cannot have become false, so it over-estimates; its rows must be checked again (delete and
rederive: Gupta, Mumick & Subrahmanian, Maintaining views incrementally, SIGMOD 1993).

>>> from relgym.model.program import Role, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.program.join_order import guessed_sizes
>>> x, y = Variable("?x"), Variable("?y")
>>> lit, dark = Symbol(Role.FLUENT, "lit", 1), Symbol(Role.DERIVED, "dark", 1)
>>> near = Symbol(Role.STATIC, "near", 2)
>>> rule = Rule(Literal(dark, (x,)), (Literal(near, (x, y)), Without((Literal(lit, (y,)),))))
>>> [trigger] = triggers(rule, guessed_sizes([rule], 10))
>>> trigger.symbol == lit, trigger.lost_if_true, trigger.lost_if_false
(True, True, False)
>>> [goal.symbol.name for goal in trigger.loose.body]
['lit', 'near']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from relgym.model.program import (
    STATIC_ROLES,
    Body,
    Either,
    Goal,
    Literal,
    Row,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    variables_of,
)
from relgym.model.terms import Object, Variable
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.join_order import Sizes, ordered


@dataclass(frozen=True, slots=True)
class Trigger:
    """The consequences of changed rows of `symbol` for a rule: `loose` finds the rows lost, `whole` the rows won.

    Rows of the rule may be lost where a row has become true if `lost_if_true`, and false if `lost_if_false`; won, in
    the other case. Both may be where the literal lies deeper.
    """

    symbol: Symbol
    lost_if_true: bool
    lost_if_false: bool
    loose: Rule
    whole: Rule


def triggers(rule: Rule, sizes: Sizes) -> list[Trigger]:
    """One for each literal of a rule's body that is not fixed."""
    return [_trigger(rule, place, literal, sizes) for place, literal in _changing(rule.body)]


def settled(rule: Rule, facts: Mapping[Symbol, frozenset[Row]], number: Callable[[str], int]) -> Rule | None:
    """A rule with objects for the variables that are said to be these, in its head, too; nothing if it never holds.

    Fixed conditions without variables are left out.
    """
    body: list[Goal] = list(rule.body)
    head: Goal = rule.head
    while named := next((pair for pair in map(_named, body) if pair), None):
        head, body = _with(head, *named), [_with(goal, *named) for goal in body]
        body = [goal for goal in body if goal != Test("=", named[1], named[1])]
    rest = []
    for goal in body:
        match goal:
            case Test("=" | "!=" as operator, Object() as left, Object() as right):
                if (left == right) is not (operator == "="):
                    return None
            case Literal(symbol, terms) if symbol.role in STATIC_ROLES and terms and not goal.variables:
                if tuple(number(term.name) for term in terms) not in facts.get(symbol, ()):
                    return None
            case _:
                rest.append(goal)
    assert isinstance(head, Literal)
    return replace(rule, head=head, body=tuple(rest))


def _named(goal: Goal) -> tuple[Variable, Object] | None:
    """The variable and the object that a goal says are the same."""
    match goal:
        case Test("=", Variable() as variable, Object() as item) | Test("=", Object() as item, Variable() as variable):
            return variable, item
        case _:
            return None


def _with(goal: Goal, variable: Variable, item: Object) -> Goal:
    """A goal with an object for a variable; it compares no numbers."""
    match goal:
        case Literal(symbol, terms):
            return Literal(symbol, tuple(item if term == variable else term for term in terms))
        case Test(operator, left, right):
            return Test(operator, item if left == variable else left, item if right == variable else right)
        case Without(body):
            return Without(tuple(_with(part, variable, item) for part in body))
        case Some(body):
            return Some(tuple(_with(part, variable, item) for part in body))
        case Either(bodies):
            return Either(tuple(tuple(_with(part, variable, item) for part in body) for body in bodies))
        case _:
            assert_never(goal)


def bound(rule: Rule, sizes: Sizes) -> Body:
    """The body of a rule as it is best tried where all variables of the head are known."""
    return _after(rule.body, variables_of(rule.head), rule, sizes)


def _changing(body: Body) -> Iterator[tuple[int, Literal]]:
    """The literals that may change, each with the place of the goal that it is in."""
    for place, goal in enumerate(body):
        for literal in dict.fromkeys(goals_in((goal,))):
            if isinstance(literal, Literal) and literal.symbol.role not in STATIC_ROLES:
                yield place, literal


def _trigger(rule: Rule, place: int, literal: Literal, sizes: Sizes) -> Trigger:
    goal = rule.body[place]
    needed, unwanted = goal == literal, goal == Without((literal,))
    others = rule.body[:place] + rule.body[place + 1 :]
    loose = tuple(other for other in others if _only_more(other))
    # The rest of the nested body around a literal must hold, too, for some row.
    whole = others if needed else rule.body
    return Trigger(
        literal.symbol,
        not needed,
        not unwanted,
        _first(literal, loose, rule, sizes),
        _first(literal, whole, rule, sizes),
    )


def _first(literal: Literal, rest: Body, rule: Rule, sizes: Sizes) -> Rule:
    """The rule with a literal of its body first, whose local variables are none of the rest's."""
    shared = _shared(rule)
    terms = (
        Variable(f"{term.name}!", term.types) if isinstance(term, Variable) and term not in shared else term
        for term in literal.terms
    )
    pinned = Literal(literal.symbol, tuple(terms))
    return Rule(rule.head, (pinned, *_after(rest, variables_of(pinned) & shared, rule, sizes)))


def _after(rest: Body, known: frozenset[Variable], rule: Rule, sizes: Sizes) -> Body:
    shared = _shared(rule)
    needs = {number: variables_of(goal) & shared for number, goal in enumerate(rest)}
    return ordered(rest, known, needs, sizes)


def _shared(rule: Rule) -> frozenset[Variable]:
    """The variables that are not local to nested goals."""
    plain = (variables_of(goal) for goal in rule.body if isinstance(goal, Literal))
    return variables_of(rule.head).union(*plain)


def _only_more(goal: Goal) -> bool:
    """Return True if a goal can start to hold only because of rows that are new, so if it is no negation."""
    match goal:
        case Literal() | Test():
            return True
        case _:
            return all(isinstance(part, Test) or part.symbol.role in STATIC_ROLES for part in goals_in((goal,)))
