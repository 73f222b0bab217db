"""Rules that can be computed from below, as a grounder does: flat, and every variable bound by a positive literal.

A rule whose head comes bound gets a literal that holds what is asked for; the engine gives its rows as
facts. An auxiliary rule is called from one place only: the literals that stand before the call say in it
with what it is called, so that only this is computed. What is open still is bound by its type.

>>> from relgym.model.program import Program, Symbol
>>> x, y = Variable("?x"), Variable("?y")
>>> on, moved = Symbol(Role.FLUENT, "on", 2), Symbol(Role.CONDITION, "move", 2, 0)
>>> program = Program((), (on,), {}, (), {}, (), (), frozenset())
>>> [rule] = SafeRules(program).safe([Rule(Literal(moved, (x, y)), (Without((Literal(on, (x, y)),)),), 2)])
>>> [str(goal.symbol) for goal in rule.body if isinstance(goal, Literal)]
['aux:asked condition:move#0/2#0/2']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeGuard

from relgym.model.program import Body, Goal, Literal, Program, Role, Rule, Symbol, Test, Without, type_guard
from relgym.model.terms import Variable
from relgym.translate.dependencies import is_numeric
from relgym.translate.flatten import flatten, variables_of

EVERYTHING = Symbol(Role.AUX, "object", 1)
"""Holds for every object."""

_ASKED = "asked "


def asked(symbol: Symbol, bound: int) -> Symbol:
    """The symbol that holds the leading arguments with which `symbol` is asked."""
    return Symbol(Role.AUX, f"{_ASKED}{symbol}", bound)


def is_asked(symbol: Symbol) -> bool:
    """Whether a symbol holds what is asked, so that its rows come from outside."""
    return symbol.role is Role.AUX and symbol.name.startswith(_ASKED)


class SafeRules:
    """Makes the rules of one program safe; rules may be given in several parts, lower strata first."""

    def __init__(self, program: Program) -> None:
        self._facts = program.facts
        self._recursive = set(program.recursive)
        self._called: set[Symbol] = set()
        self._negated = count()
        self.heads: set[Symbol] = set()
        self.asked: dict[Symbol, dict[int, Symbol]] = {}

    def safe(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """The rules and their auxiliary ones, flat and safe."""
        flat = [part for rule in flatten(rules) for part in self._positive(rule)]
        heads = {rule.head.symbol for rule in rules}
        self.heads |= heads
        calls = {literal.symbol: rule for rule in flat for literal in _calls(rule.body)}
        self._called |= calls.keys()
        self._recursive |= heads & calls.keys()
        done: dict[int, Rule] = {}
        # Auxiliary rules stand before the rule that calls them, which must be safe first.
        for rule in reversed(flat):
            caller = calls.get(rule.head.symbol) if rule.head.symbol.role is Role.AUX else None
            before: Body = ()
            if caller is not None and id(caller) in done:
                before = _before(done[id(caller)].body, rule.head.symbol)
            done[id(rule)] = self._safe(rule, before)
        return tuple(done[id(rule)] for rule in flat)

    def calls_asked(self, rules: Sequence[Rule]) -> bool:
        """Whether the rules call a symbol that so far has only been asked, and so has only what was asked."""
        return any(literal.symbol in self.asked for rule in flatten(rules) for literal in _calls(rule.body))

    def _positive(self, rule: Rule) -> Iterator[Rule]:
        """The rule, with a symbol of its own for each goal that clingo cannot negate.

        Those are literals with variables of their own, and comparisons of numbers, which may be undefined.
        """
        body: list[Goal] = []
        bound = set(rule.head.terms[: rule.bound])
        for goal in rule.body:
            if isinstance(goal, Literal):
                bound |= variables_of(goal)
            elif isinstance(goal, Without):
                variables = sorted(variables_of(goal), key=lambda variable: variable.name)
                shared = tuple(variable for variable in variables if variable in bound)
                if len(shared) < len(variables) or _compares_numbers(goal.body):
                    name = f"negated in {rule.head.symbol}"
                    head = Literal(Symbol(Role.AUX, name, len(shared), next(self._negated)), shared)
                    yield Rule(head, goal.body, len(shared), rule.span)
                    goal = Without((head,))
            body.append(goal)
        yield Rule(rule.head, tuple(body), rule.bound, rule.span)

    def _safe(self, rule: Rule, before: Body) -> Rule:
        guards: list[Literal] = []
        symbol = rule.head.symbol
        if rule.bound and symbol not in self._called:
            given = self.asked.setdefault(symbol, {}).setdefault(rule.bound, asked(symbol, rule.bound))
            guards.append(Literal(given, rule.head.terms[: rule.bound]))
        wanted = variables_of(rule.head)
        guards.extend(goal for goal in before if self._demands(goal) and wanted & variables_of(goal))
        guards.extend(self._guard(variable) for variable in sorted(self._open(rule, guards), key=lambda v: v.name))
        return Rule(rule.head, (*guards, *rule.body), rule.bound, rule.span)

    def _demands(self, goal: Goal) -> TypeGuard[Literal]:
        """Whether a goal before a call may stand in the rule that is called, to say with what it is called."""
        if not isinstance(goal, Literal) or goal.symbol in self._recursive:
            return False
        # Auxiliary literals bind nothing that others do not, but would make strata depend on each other.
        return goal.symbol.role is not Role.AUX or is_asked(goal.symbol) or goal.symbol == EVERYTHING

    def _open(self, rule: Rule, guards: Iterable[Literal]) -> frozenset[Variable]:
        """The variables that no positive literal binds."""
        bound = _variables(goal for goal in (*guards, *rule.body) if isinstance(goal, Literal))
        return (_variables((rule.head,)) | frozenset().union(*map(variables_of, rule.body))) - bound

    def _guard(self, variable: Variable) -> Literal:
        guard = type_guard(variable)
        return guard if guard.symbol in self._facts else Literal(EVERYTHING, (variable,))


def _compares_numbers(body: Body) -> bool:
    return any(isinstance(goal, Test) and is_numeric(goal) for goal in body)


def _variables(literals: Iterable[Literal]) -> frozenset[Variable]:
    return frozenset().union(*map(variables_of, literals))


def _calls(body: Body) -> Iterator[Literal]:
    """The literals of a flat body, negated ones too."""
    for goal in body:
        if isinstance(goal, Literal):
            yield goal
        elif isinstance(goal, Without) and isinstance(goal.body[0], Literal):
            yield goal.body[0]


def _before(body: Body, symbol: Symbol) -> Body:
    """The part of a flat body before a symbol is called."""
    place = next(n for n, goal in enumerate(body) if any(call.symbol == symbol for call in _calls((goal,))))
    return body[:place]
