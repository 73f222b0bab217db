"""The delete relaxation of a task as rules: what was ever true stays true.

The relaxation takes for true whatever depends on something being false, or on numbers that change; every random
outcome happens (Helmert, Concise finite-domain representations, 2009, section 6). What it leaves out is out of reach
for sure; what it holds need not be within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import assert_never

from relgym.model.numeric import functions_in
from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Role,
    Row,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    type_guard,
    variables_of,
)
from relgym.model.terms import Term, Variable
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.flatten import flatten, guarded
from relgym.translate.program.task import Schema, Translation


class Relaxation:
    """The relaxed rules of a task.

    Args:
        translation: The translation of the task.

    Attributes:
        reach: For each predicate that changes the symbol that holds the atoms within reach.
        start: For each predicate that changes the symbol that holds the atoms of the state to begin with.
    """

    def __init__(self, translation: Translation) -> None:
        self._translation = translation
        program = translation.program
        self.reach = {s: Symbol(Role.AUX, f"reach {s.name}", s.arity) for s in program.fluents}
        self.start = {s: Symbol(Role.STATIC, f"start {s.name}", s.arity) for s in program.fluents}
        self._changing = {name for name, _ in program.functions}
        self._own = {rule.head.symbol for rule in program.rules}
        self._rigid = self._find_rigid(program.rules)
        self._names = count()

    def rules(self, taken: Callable[[Schema], Symbol] | None = None) -> list[Rule]:
        """Return the rules of what is within reach, of derived predicates, actions and the goal, flat.

        Args:
            taken: Gives the symbol that holds the actions that are taken; by default all applicable ones are.
        """
        program = self._translation.program
        rules = [self._relaxed(rule) for rule in program.rules if rule.head.symbol.role in _KEPT]
        conditions = {rule.head.symbol: rule for rule in program.rules if rule.head.symbol.role is Role.CONDITION}
        for schema in self._translation.schemas:
            possible = Literal(schema.symbol if taken is None else taken(schema), schema.variables)
            for _, part in schema.effect.parts():
                body: Body = (possible,)
                if part.condition is not None:
                    body += self._body(conditions[part.condition].body)
                rules.extend(self._add(literal, part.variables, body) for literal in part.adds)
        for symbol, reach in self.reach.items():
            terms = tuple(Variable(f"?{column}") for column in range(symbol.arity))
            rules.append(Rule(Literal(reach, terms), (Literal(self.start[symbol], terms),)))
        return [guarded(rule) for rule in flatten(rules)]

    def types(self, rules: Iterable[Rule]) -> dict[Symbol, frozenset[Row]]:
        """Return the rows of the types that rules guard variables with."""
        task = self._translation.task
        symbols = {goal.symbol for rule in rules for goal in goals_in(rule.body) if isinstance(goal, Literal)}
        return {
            symbol: frozenset((number,) for number in task.ranged(tuple(symbol.name.split(" "))))
            for symbol in symbols
            if symbol.role is Role.TYPE
        }

    def _add(self, literal: Literal, variables: tuple[Variable, ...], body: Body) -> Rule:
        """An add effect as a rule; a head has distinct variables, so further ones are made for the rest."""
        heads: list[Term] = []
        tests: list[Goal] = []
        for term in literal.terms:
            if not isinstance(term, Variable) or term in heads:
                head = Variable(f"?head#{next(self._names)}")
                tests += [type_guard(head), Test("=", head, term)]
                term = head
            heads.append(term)
        # Variables that a condition does not mention range over their types.
        bound = frozenset().union(*(variables_of(goal) for goal in body if isinstance(goal, Literal)))
        free = [type_guard(term) for term in variables if term in heads and term not in bound]
        symbol = self.reach[literal.symbol]
        return Rule(Literal(symbol, tuple(heads)), (*body, *free, *tests))

    # -- relaxing ----------------------------------------------------------------------------

    def _find_rigid(self, rules: tuple[Rule, ...]) -> frozenset[Symbol]:
        """The symbols defined by rules that mean the same in every state."""
        loose: set[Symbol] = set()
        grown = True
        while grown:
            more = {
                rule.head.symbol
                for rule in rules
                if rule.head.symbol not in loose and any(self._varies(goal, loose) for goal in goals_in(rule.body))
            }
            grown = bool(more)
            loose |= more
        return frozenset(self._own - loose)

    def _varies(self, goal: Literal | Test, loose: set[Symbol]) -> bool:
        match goal:
            case Literal(symbol):
                return symbol in self.reach or symbol in loose
            case Test():
                return any(functions_in(side) & self._changing for side in goal.sides)
            case _:
                assert_never(goal)

    def _holds_rigidly(self, goal: Literal | Test) -> bool:
        return not self._varies(goal, self._own - self._rigid)

    def _relaxed(self, rule: Rule) -> Rule:
        return Rule(rule.head, self._body(rule.body), rule.bound, rule.span)

    def _body(self, body: Body) -> Body:
        return tuple(kept for goal in body for kept in self._goal(goal))

    def _goal(self, goal: Goal) -> Body:
        """Relax a goal; nothing is left where it is taken for true."""
        match goal:
            case Literal(symbol, terms):
                return (Literal(self.reach.get(symbol, symbol), terms),)
            case Test():
                return (goal,) if self._holds_rigidly(goal) else ()
            case Without(body):
                return (goal,) if all(map(self._holds_rigidly, goals_in(body))) else ()
            case Some(body):
                inner = self._body(body)
                return (Some(inner),) if inner else ()
            case Either(bodies):
                ways = tuple(self._body(body) for body in bodies)
                return (Either(ways),) if all(ways) else ()
            case _:
                assert_never(goal)


_KEPT = (Role.DERIVED, Role.AUX, Role.APPLICABLE, Role.GOAL)
"""The roles of the symbols that are asked for, and of those that they depend on."""
