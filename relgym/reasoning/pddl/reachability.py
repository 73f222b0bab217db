"""Relaxed reachability: the atoms and actions of a task that its delete relaxation reaches.

The relaxation keeps what was ever true and takes for true whatever depends on something being false, or on
numbers that change; every random outcome happens (Helmert, Concise finite-domain representations, 2009,
section 6). It is a logic program, so that an engine computes it. What it leaves out is out of reach for sure;
what it holds need not be within reach.

>>> import relgym
>>> domain, problem = roads("a b c d", "a b, d c", goal="b")
>>> found = reachable(relgym.load(domain, problem))
>>> [str(atom) for atom in found.atoms], [str(action) for action in found.actions]
(['(at a)', '(at b)'], ['(go a b)'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import assert_never

from relgym.backends import registry
from relgym.backends.base import Limits, Reached
from relgym.errors import BackendError
from relgym.model.numeric import functions_in
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Program,
    Role,
    Row,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    type_guard,
)
from relgym.model.terms import Term, Variable
from relgym.translate.program.dependencies import goals_in, is_numeric
from relgym.translate.program.flatten import flatten, guarded, variables_of
from relgym.translate.program.task import Schema, Translation, layered
from relgym.tuning.reasoning import REACHABILITY_SECONDS


@dataclass(frozen=True, slots=True)
class Reachable:
    """Atoms of predicates that change, derived atoms, and actions, each sorted by name and objects' numbers."""

    atoms: tuple[Atom, ...]
    derived: tuple[Atom, ...]
    actions: tuple[Action, ...]


def reachable(task: Task, limits: Limits | None = None) -> Reachable:
    """The atoms and actions of a task that its relaxation reaches from any of its starts.

    Raises `BackendError` if that takes longer than the limits allow.
    """
    translation = Translation(task)
    rows = reached(translation, limits)
    by_name = sorted(translation.schemas, key=lambda schema: schema.action.name)
    return Reachable(
        tuple(_atoms(task, translation.program.fluents, rows)),
        tuple(_atoms(task, translation.derived, rows)),
        tuple(action for schema in by_name for action in _actions(task, schema, rows[schema.symbol])),
    )


def reached(translation: Translation, limits: Limits | None = None) -> dict[Symbol, list[Row]]:
    """The rows within reach of predicates that change, of derived and auxiliary symbols, and of every applicable(a).

    They are sorted; those of applicable(a) bind all parameters, chosen or not. Raises as `reachable`.
    """
    return _Relaxation(translation).solve(limits or Limits(seconds=600))


def _atoms(task: Task, symbols: Iterable[Symbol], rows: Mapping[Symbol, list[Row]]) -> Iterator[Atom]:
    for symbol in sorted(symbols, key=lambda symbol: symbol.name):
        for row in rows[symbol]:
            yield Atom(symbol.name, tuple(task.objects[number] for number in row))


def _actions(task: Task, schema: Schema, rows: list[Row]) -> Iterator[Action]:
    for row in dict.fromkeys(row[: schema.free] for row in rows):
        yield Action(schema.action.name, tuple(task.objects[number] for number in row))


class _Relaxation:
    """The relaxed program of a task."""

    def __init__(self, translation: Translation) -> None:
        self._task = translation.task
        self._translation = translation
        program = self._translation.program
        self._reach = {s: Symbol(Role.AUX, f"reach {s.name}", s.arity) for s in program.fluents}
        self._by_name = {s.name: s for s in program.fluents}
        self._changing = {name for name, _ in program.functions}
        self._own = {rule.head.symbol for rule in program.rules}
        self._rigid = self._find_rigid(program.rules)
        self._names = count()
        self._starts: dict[Symbol, set[Row]] = {}
        for name, row in self._translation.start_atoms:
            self._starting(name).add(row)
        for _, part in translation.chance.parts():
            for literal in part.adds:
                self._starting(literal.symbol.name).add(tuple(self._task.number[str(term)] for term in literal.terms))
        self.program = self._program(program)

    def solve(self, limits: Limits) -> dict[Symbol, list[Row]]:
        engine = registry.create("builtin", limits)
        vocabulary = Vocabulary(self._task.objects)
        engine.load(self.program, vocabulary)
        engine.move_to(State(vocabulary, 0))
        translation = self._translation
        auxiliary = {rule.head.symbol for rule in translation.program.rules if rule.head.symbol.role is Role.AUX}
        named = [
            *self._reach,
            *translation.derived,
            *sorted(auxiliary, key=str),
            *(schema.symbol for schema in translation.schemas),
        ]
        found = engine.answers([*self._reach.values(), *named[len(self._reach) :]])
        engine.close()
        return {symbol: sorted(rows) for symbol, rows in zip(named, found, strict=True)}

    # -- the program -------------------------------------------------------------------------

    def _program(self, program: Program) -> Program:
        rules = [self._relaxed(rule) for rule in program.rules if rule.head.symbol.role in _KEPT]
        conditions = {rule.head.symbol: rule for rule in program.rules if rule.head.symbol.role is Role.CONDITION}
        for schema in self._translation.schemas:
            possible = Literal(schema.symbol, schema.variables)
            for _, part in schema.effect.parts():
                body: Body = (possible,)
                if part.condition is not None:
                    body += self._body(conditions[part.condition].body)
                rules.extend(self._add(literal, part.variables, body) for literal in part.adds)
        for symbol in self._reach:
            terms = tuple(Variable(f"?{column}") for column in range(symbol.arity))
            rules.append(Rule(Literal(self._reach[symbol], terms), (Literal(_start(symbol), terms),)))
        flat = [guarded(rule) for rule in flatten(rules)]
        facts = dict(program.facts)
        facts |= {_start(symbol): frozenset(self._starts.get(symbol, ())) for symbol in self._reach}
        for rule in flat:
            for goal in goals_in(rule.body):
                if isinstance(goal, Literal) and goal.symbol.role is Role.TYPE and goal.symbol not in facts:
                    members = self._task.ranged(tuple(goal.symbol.name.split(" ")))
                    facts[goal.symbol] = frozenset((number,) for number in members)
        layers = [*layered(flat)]
        return replace(
            program,
            fluents=(),
            functions=(),
            facts=facts,
            rules=tuple(rule for _, rules, _ in layers for rule in rules),
            strata=tuple(symbols for symbols, _, _ in layers),
            recursive=frozenset(symbol for symbols, _, recursive in layers if recursive for symbol in symbols),
        )

    def _starting(self, predicate: str) -> set[Row]:
        return self._starts.setdefault(self._by_name[predicate], set())

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
        symbol = self._reach[literal.symbol]
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
                return symbol in self._reach or symbol in loose
            case Test(_, left, right):
                return is_numeric(goal) and any(self._reads_changing(side) for side in (left, right))
            case _:
                assert_never(goal)

    def _reads_changing(self, side: object) -> bool:
        return not isinstance(side, Term) and bool(functions_in(side) & self._changing)  # type: ignore[arg-type]  # a Term is told apart

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
                return (Literal(self._reach.get(symbol, symbol), terms),)
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


_KEPT = (Role.DERIVED, Role.AUX, Role.APPLICABLE)
"""The roles of the symbols that are asked for, and of those that they rest on."""


def _start(symbol: Symbol) -> Symbol:
    return Symbol(Role.STATIC, f"start {symbol.name}", symbol.arity)


def reached_soon(translation: Translation) -> Reached | None:
    """Return the reachable rows; `None` if they take longer than `REACHABILITY_SECONDS` seconds."""
    try:
        return reached(translation, Limits(seconds=REACHABILITY_SECONDS))
    except BackendError:
        return None
