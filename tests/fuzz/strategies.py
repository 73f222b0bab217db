"""Random small domains and problems that mean something: well-typed, stratified, and few objects.

Every name is one that an engine's own language has a use for. What is drawn is a model; tests write
it as PDDL and read it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.domain import ActionSchema, Axiom, Domain, NumericFunction, Predicate, Type, Typed
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import FALSE, TRUE, And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or
from relgym.model.pddl.problem import Problem, Task
from relgym.model.terms import OBJECT, Object, Term, Variable

Item = TypeVar("Item")

TYPES = ("a-b", "a_b", "1st", "is")
OBJECTS = ("a-b", "a_b", "_", "not", "0", "über", "is", "x'", "1st", "x", "true", "{}")
PREDICATES = ("a-b", "a_b", "is", "1st", "_", "mod", "größe", "true", "x.y", "\\+", "count", "fact", "fail", "0")
FUNCTIONS = ("a-b-c", "a_b-c", "cost", "#sum")
ACTIONS = ("a-b", "a_b", "is", "goal", "mod")
VARIABLES = ("?x", "?1-x", "?a_b", "?a-b", "?_")
REQUIREMENTS = (":adl", ":typing", ":derived-predicates", ":numeric-fluents", ":probabilistic-effects")

CHANCES = tuple(Fraction(n, 4) for n in (1, 2, 3))
SHARES = tuple(tuple(Fraction(n, 4) for n in row) for row in ((2,), (1, 3), (1, 1, 1)))


@dataclass(frozen=True)
class Kinds:
    """What else a task may have, besides all of ADL and axioms."""

    numbers: bool = False
    fractions: bool = False
    chances: bool = False
    bound: bool = False
    """Parameters that the agent does not choose."""


@dataclass(frozen=True)
class Case:
    """A task, questions about it, and numbers that decide where a walk goes."""

    task: Task
    queries: tuple[Formula, ...]
    turns: tuple[int, ...]
    elsewhere: tuple[tuple[Atom, ...], ...]
    """The atoms of states that are not reached by walking."""

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        # The task stands in the notes of a failing test, as PDDL.
        elsewhere = [" ".join(map(str, atoms)) for atoms in self.elsewhere]
        queries = [str(query) for query in self.queries]
        printer.text(f"Case({queries=}, turns={self.turns}, {elsewhere=})")


@dataclass
class Source:
    """Draws the parts of one task."""

    draw: st.DrawFn
    kinds: Kinds
    types: tuple[Type, ...] = ()
    objects: tuple[Typed, ...] = ()
    predicates: list[Predicate] = field(default_factory=list)
    level: dict[str, int] = field(default_factory=dict)
    """The stratum of each derived predicate."""
    functions: tuple[NumericFunction, ...] = ()

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    def chance(self, out_of: int) -> bool:
        """True once in so many times; false is what a case is simplified to."""
        return self.number(0, out_of - 1) == out_of - 1

    # Types

    def range_(self) -> tuple[str, ...]:
        """The type of a variable, now and then `either`."""
        names = [item.name for item in self.types]
        if len(names) > 2 and self.chance(6):
            first = self.number(1, len(names) - 2)
            return (names[first], names[first + 1])
        return (self.one(names),)

    def above(self, name: str) -> set[str]:
        parents = {item.name: item.parents for item in self.types}
        found, todo = {OBJECT}, [name]
        while todo:
            upper = todo.pop()
            found.add(upper)
            todo.extend(parents[upper])
        return found

    def may_be(self, term: Term, types: tuple[str, ...]) -> bool:
        """Whether a term may stand where these types are declared, as the reader says."""
        if isinstance(term, Object):
            own = next(item.types for item in self.objects if item.object == term)
            return any(self.above(name) & set(types) for name in own)
        names = [item.name for item in self.types]
        return any(self.above(n) & set(term.types) and self.above(n) & set(types) for n in names)

    def variables(self, least: int, most: int) -> tuple[Variable, ...]:
        count = self.number(least, most)
        first = self.number(0, len(VARIABLES) - 1)
        names = [VARIABLES[(first + n) % len(VARIABLES)] for n in range(count)]
        return tuple(Variable(name, self.range_()) for name in names)

    # Formulas

    def terms(self, scope: Sequence[Variable], parameters: Sequence[Variable]) -> tuple[Term, ...] | None:
        found: list[Term] = []
        for parameter in parameters:
            fitting: list[Term] = [v for v in scope if self.may_be(v, parameter.types)]
            fitting += [item.object for item in self.objects if self.may_be(item.object, parameter.types)]
            if not fitting:
                return None
            found.append(self.one(fitting))
        return tuple(found)

    def atom(self, scope: Sequence[Variable], among: Sequence[Predicate]) -> Atom | None:
        if not among:
            return None
        predicate = self.one(among)
        terms = self.terms(scope, predicate.parameters)
        return None if terms is None else Atom(predicate.name, terms)

    def formula(self, scope: Sequence[Variable], depth: int, same: int = 99, other: int = 99) -> Formula:
        """A formula whose derived atoms are of strata up to `same`, or `other` under a negation."""
        last = 12 if depth else 3
        match self.number(0, last):
            case 0 | 1:
                among = [p for p in self.predicates if self.level.get(p.name, 0) <= same]
                return self.atom(scope, among) or TRUE
            case 2:
                return self.equality(scope)
            case 3:
                return self.comparison(scope) or self.one((TRUE, FALSE))
            case 4 | 5:
                return Not(self.formula(scope, depth - 1, other, same))
            case 6 | 7:
                return And(self.parts(scope, depth, same, other))
            case 8 | 9:
                return Or(self.parts(scope, depth, same, other))
            case 10:
                premise = self.formula(scope, depth - 1, other, same)
                return Imply(premise, self.formula(scope, depth - 1, same, other))
            case kind:
                bound = self.variables(1, 2)
                body = self.formula(self.inside(scope, bound), depth - 1, same, other)
                return Forall(bound, body) if kind == 11 else Exists(bound, body)

    def parts(self, scope: Sequence[Variable], depth: int, same: int, other: int) -> tuple[Formula, ...]:
        return tuple(self.formula(scope, depth - 1, same, other) for _ in range(self.number(1, 3)))

    def inside(self, scope: Sequence[Variable], bound: Sequence[Variable]) -> list[Variable]:
        """What is visible inside a quantifier: its variables hide those of the same name."""
        hidden = {variable.name for variable in bound}
        return [*(variable for variable in scope if variable.name not in hidden), *bound]

    def equality(self, scope: Sequence[Variable]) -> Formula:
        terms: list[Term] = [*scope, *(item.object for item in self.objects)]
        return Equal(self.one(terms), self.one(terms)) if terms else TRUE

    def comparison(self, scope: Sequence[Variable]) -> Formula | None:
        if not self.functions:
            return None
        left = self.expression(scope, 1)
        # Two bare numbers would read as such, but two objects may be called `0`.
        if isinstance(left, Number):
            left = Arithmetic("+", (left, left))
        return Compare(self.one(("<", "<=", "=", ">=", ">")), left, self.expression(scope, 1))

    def expression(self, scope: Sequence[Variable], depth: int) -> Expression:
        match self.number(0, 4 if depth else 2):
            case 0:
                if self.kinds.fractions and self.chance(3):
                    return Number(self.one((Fraction(1, 2), Fraction(-1, 3))))
                return Number(self.number(-2, 3))
            case 1 | 2:
                function = self.one(self.functions)
                terms = self.terms(scope, function.parameters)
                return Number(0) if terms is None else FluentValue(function.name, terms)
            case 3:
                return Arithmetic("-", (self.expression(scope, depth - 1),))
            case _:
                operators = ("+", "-", "*", "/") if self.kinds.fractions else ("+", "-", "*")
                operands = (self.expression(scope, depth - 1), self.expression(scope, depth - 1))
                return Arithmetic(self.one(operators), operands)

    # Effects

    def effect(self, scope: Sequence[Variable], depth: int, draws: int) -> Effect:
        """An effect with at most so many draws inside each other; under a quantifier there is at most one."""
        basic = [p for p in self.predicates if p.name not in self.level]
        match self.number(0, (11 if self.kinds.chances and draws else 8) if depth else 3):
            case 0 | 1:
                atom = self.atom(scope, basic)
                return NO_CHANGE if atom is None else Add(atom)
            case 2:
                atom = self.atom(scope, basic)
                return NO_CHANGE if atom is None else Delete(atom)
            case 3:
                return self.assignment(scope)
            case 4:
                return All(tuple(self.effect(scope, depth - 1, draws) for _ in range(self.number(1, 3))))
            case 5 | 6:
                return When(self.formula(scope, 2), self.effect(scope, depth - 1, draws))
            case 7:
                bound = self.variables(1, 1 if draws else 2)
                return ForallEffect(bound, self.effect(self.inside(scope, bound), depth - 1, min(draws, 1)))
            case 8:
                return When(self.formula(scope, 1), self.effect(scope, depth - 1, draws))
            case _:
                first = self.one(CHANCES)
                outcomes = [(first, self.effect(scope, depth - 1, draws - 1))]
                if self.chance(2):
                    rest = self.one((1 - first, (1 - first) / 2))
                    outcomes.append((rest, self.effect(scope, depth - 1, draws - 1)))
                return Probabilistic(tuple(outcomes))

    def assignment(self, scope: Sequence[Variable]) -> Effect:
        if not self.functions:
            return NO_CHANGE
        function = self.one(self.functions)
        terms = self.terms(scope, function.parameters)
        if terms is None:
            return NO_CHANGE
        operators = ["assign", "increase", "decrease", "scale-up"]
        if self.kinds.fractions:
            operators.append("scale-down")
        operator = self.one(operators)
        # Small factors keep six steps far from 32 bits.
        value = Number(self.number(-2, 2)) if operator == "scale-up" else self.expression(scope, 1)
        if operator == "assign" and isinstance(value, Arithmetic) and value.operator == "*":
            value = Number(1)
        return Assign(operator, FluentValue(function.name, terms), value)

    # The whole

    def task(self) -> Task:
        self.types = self._types()
        typed = self._objects()
        constants, own = typed[: self.number(0, 1)], typed
        own = own[len(constants) :]
        self.objects = constants
        predicates = [Predicate(PREDICATES[n], self.variables(0, 2)) for n in range(self.number(1, 4))]
        self.predicates = list(predicates)
        if self.kinds.numbers:
            self.functions = tuple(
                NumericFunction(FUNCTIONS[n], self.variables(0, 1)) for n in range(self.number(1, 2))
            )
        axioms = self._axioms()
        actions = tuple(self._action(n) for n in range(self.number(1, 3)))
        domain = Domain(
            "fuzz", REQUIREMENTS, self.types, constants, tuple(self.predicates), self.functions, axioms, actions
        )
        self.objects = typed
        problem = Problem(
            name="fuzz",
            domain="fuzz",
            objects=own,
            init=self.facts(predicates),
            values=self._values(),
            chances=self._chances(predicates),
            goal=self.formula((), 2),
        )
        return Task(domain, problem)

    def _types(self) -> tuple[Type, ...]:
        names = TYPES[: self.number(0, 3)]
        found = [Type(OBJECT, ())]
        for n, name in enumerate(names):
            found.append(Type(name, (self.one((OBJECT, *names[:n])),)))
        return tuple(found)

    def _objects(self) -> tuple[Typed, ...]:
        first = self.number(0, len(OBJECTS) - 1)
        names = [OBJECTS[(first + n) % len(OBJECTS)] for n in range(self.one((1, 2, 3, 4, 2, 3, 4, 3, 4, 0)))]
        return tuple(Typed(Object(name), self.range_()[:1]) for name in names)

    def _axioms(self) -> tuple[Axiom, ...]:
        heads = [Predicate(PREDICATES[-1 - n], self.variables(0, 2)) for n in range(self.number(0, 3))]
        level = 0
        for head in heads:
            level += 1 if level == 0 or self.chance(2) else 0
            self.level[head.name] = level
        self.predicates += heads
        found = []
        for head in heads:
            stratum = self.level[head.name]
            for _ in range(self.number(1, 3)):
                make = self.recursion if self.chance(2) else self.definition
                found.append(Axiom(head.name, head.parameters, make(head.parameters, stratum)))
        return tuple(found)

    def definition(self, scope: Sequence[Variable], stratum: int) -> Formula:
        return self.formula(scope, 3, stratum, stratum - 1)

    def recursion(self, scope: Sequence[Variable], stratum: int) -> Formula:
        """One step, and then again."""
        bound = self.variables(1, 1)
        inside = self.inside(scope, bound)
        step = self.formula(inside, 1, stratum - 1, stratum - 1)
        again = self.atom(inside, [p for p in self.predicates if self.level.get(p.name) == stratum]) or TRUE
        match self.number(0, 2):
            case 0:
                return Exists(bound, And((step, again)))
            case 1:
                return Forall(bound, Imply(step, again))
            case _:
                return Forall(bound, Or((step, again)))

    def _action(self, number: int) -> ActionSchema:
        parameters = self.variables(0, 3 if self.chance(4) else 2)
        free = tuple(variable.name for variable in parameters)
        if self.kinds.bound and parameters and self.chance(2):
            free = free[:-1] if self.chance(2) else free[1:]
        effects = tuple(self.effect(parameters, 3, 2) for _ in range(self.number(1, 3)))
        precondition = self.formula(parameters, 3) if self.chance(2) else self.formula(parameters, 1)
        return ActionSchema(ACTIONS[number], parameters, free, precondition, All(effects))

    def facts(self, predicates: Sequence[Predicate]) -> tuple[Atom, ...]:
        """Some ground atoms of predicates that are not derived."""
        drawn = [self.atom((), predicates) for _ in range(self.one((1, 2, 3, 4, 6, 8, 0)))]
        return tuple(dict.fromkeys(atom for atom in drawn if atom is not None))

    def _chances(self, predicates: Sequence[Predicate]) -> tuple[Probabilistic, ...]:
        """Draws of further facts of the start."""
        found = []
        for _ in range(self.number(0, 2) if self.kinds.chances else 0):
            outcomes = [(chance, All(tuple(map(Add, self.facts(predicates))))) for chance in self.one(SHARES)]
            found.append(Probabilistic(tuple(outcomes)))
        return tuple(found)

    def _values(self) -> tuple[tuple[FluentValue, int], ...]:
        found: dict[FluentValue, int] = {}
        for _ in range(self.number(0, 5) if self.functions else 0):
            function = self.one(self.functions)
            terms = self.terms((), function.parameters)
            if terms is not None:
                found.setdefault(FluentValue(function.name, terms), self.number(-2, 4))
        return tuple(found.items())


QUESTIONED = (Variable("?q"), Variable("?x"))
"""The free variables of questions, which range over everything."""


@st.composite
def cases(draw: st.DrawFn, kinds: Kinds) -> Case:
    """A task, up to two questions, and a walk of at most six steps."""
    source = Source(draw, kinds)
    task = source.task()
    basic = [predicate for predicate in source.predicates if predicate.name not in source.level]
    elsewhere = tuple(source.facts(basic) for _ in range(2))
    queries = tuple(source.formula(QUESTIONED[: source.number(0, 2)], 3) for _ in range(source.number(0, 2)))
    turns = tuple(source.number(0, 999) for _ in range(source.one((1, 2, 3, 4, 5, 6, 5, 6, 0))))
    return Case(task, queries, turns, elsewhere)
