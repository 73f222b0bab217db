"""Incremental join views of rules: the rows that each added or deleted atom adds or deletes.

A rule can be maintained if its head holds all variables of its literals, so that each row has a single derivation, and
if nothing but its guards depends on derived symbols or on numbers. An added atom adds the rows for which the rest of
the body holds, if the rule needs the atom, and deletes them, if the rule needs its absence; a deleted atom does the
reverse. So a change costs only the rows that it touches (TREAT: Miranker, A better match algorithm for AI production
systems, AAAI 1987).

Goals that share no variables with others are guards (nullary preconditions). They are not part of the views, because a
guard would add or delete all rows at once: they are tested when rows are listed.

>>> from relgym.model.program import Symbol
>>> from relgym.model.terms import Variable
>>> x, at = Variable("?x"), Symbol(Role.FLUENT, "at", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "leave", 1), (x,)), (Literal(at, (x,)),))
>>> view_events(guarded(rule), {}).events[0].needed
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from relgym.model.program import Body, Either, Goal, Literal, Role, Rule, Test, Without, variables_of
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.join_order import Sizes, matches, ordered, rows_on_the_way
from relgym.tuning.translation import (
    FLUENT_PASS_SHARE,
    MAINTAINED_LITERALS_LIMIT,
    MAINTAINED_ROWS_LIMIT,
    ROW_ACCESSES,
    SEARCH_ACCESSES,
    STATIC_PASS_SHARE,
    TEST_ACCESSES,
)


@dataclass(frozen=True, slots=True)
class Event:
    """An atom like `literal` is added or deleted, in a rule that needs it (`needed`) or its absence.

    Attributes:
        literal: The literal.
        needed: True if the rule needs the atom, False if it needs its absence.
        rest: The rest of the body, ordered for this literal.
        cost: The estimated cost of finding the rows, relative to that of adding and deleting one row.
    """

    literal: Literal
    needed: bool
    rest: Body
    cost: float


@dataclass(frozen=True, slots=True)
class GuardedRule:
    """A rule without its guards, and the guards."""

    rule: Rule
    guards: Body


@dataclass(frozen=True)
class ViewEvents:
    """The events that add or delete rows of a rule without its guards."""

    events: tuple[Event, ...]

    @cached_property
    def is_grouped(self) -> bool:
        """True if the rows for each atom of the only fluent literal are always the same, because the rest is fixed."""
        match self.events:
            case (Event(literal, True, rest, _),):
                return bool(variables_of(rest) - variables_of(literal)) and not any(map(_is_fluent, goals_in(rest)))
            case _:
                return False


def guarded(rule: Rule) -> GuardedRule:
    """A rule and its guards, in their order."""
    read = [variables_of(goal) for goal in rule.body]
    shared = variables_of(rule.head)
    met = set(shared)
    for variables in read:
        shared |= met & variables
        met |= variables
    # A condition that never holds stays: nothing need bind variables beside it.
    guards = tuple(
        goal
        for goal, variables in zip(rule.body, read, strict=True)
        if not (isinstance(goal, Literal) and variables) and not variables & shared and goal != Either(())
    )
    return GuardedRule(replace(rule, body=tuple(goal for goal in rule.body if goal not in guards)), guards)


def view_events(guarded: GuardedRule, sizes: Sizes) -> ViewEvents | None:
    """Return the events that maintain the rows of a rule; None if they cannot be maintained or it is slow."""
    goals = guarded.rule.body
    head = frozenset(guarded.rule.head.terms)
    if (
        len(goals) > MAINTAINED_LITERALS_LIMIT
        or (head and not goals)
        or not all(_can_be_kept(goal) and variables_of(goal) <= head for goal in goals)
    ):
        return None
    events = []
    for place, goal in enumerate(goals):
        literal, needed = (goal.body[0], False) if isinstance(goal, Without) else (goal, True)
        if isinstance(literal, Literal) and _is_fluent(literal):
            others = goals[:place] + goals[place + 1 :]
            outer = {number: variables_of(other) for number, other in enumerate(others)}
            rest = ordered(others, variables_of(literal), outer, sizes)
            if sum(rows_on_the_way(rest, variables_of(literal), sizes)) > MAINTAINED_ROWS_LIMIT:
                return None
            events.append(Event(literal, needed, rest, _cost(literal, rest, sizes)))
    return ViewEvents(tuple(events))


def _cost(literal: Literal, rest: Body, sizes: Sizes) -> float:
    """Estimate the cost of finding the rows of a rule for an atom, in dict accesses."""
    rows, cost = 1.0, SEARCH_ACCESSES
    for goal, count in zip(rest, matches(rest, variables_of(literal), sizes), strict=True):
        if count is None:
            cost += TEST_ACCESSES * rows
            rows *= FLUENT_PASS_SHARE if any(_is_fluent(part) for part in goals_in((goal,))) else STATIC_PASS_SHARE
        else:
            cost += ROW_ACCESSES * rows
            rows *= count
    return cost


def _is_fluent(part: Goal) -> bool:
    return isinstance(part, Literal) and part.symbol.role is Role.FLUENT


def _can_be_kept(goal: Goal) -> bool:
    match goal:
        case Literal() | Test():
            return _is_plain(goal)
        case Without((Literal() as literal,)):
            return _is_plain(literal)
        case _:
            return False


def _is_plain(part: Literal | Test) -> bool:
    """Return True if a literal or test depends on nothing but the atoms of a state."""
    if isinstance(part, Test):
        return not part.sides
    return part.symbol.role in (Role.FLUENT, Role.STATIC, Role.TYPE)
