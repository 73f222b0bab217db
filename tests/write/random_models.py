"""Random well-formed domains and problems, for hypothesis: everything that the model can say in PDDL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from alphabets import ASCII
from hypothesis import strategies as st

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, exact
from relgym.model.pddl.domain import ActionSchema, Axiom, Domain, NumericFunction, Predicate, Type, Typed
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import FALSE, TRUE, And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or
from relgym.model.pddl.problem import Metric, Problem, Task
from relgym.model.terms import OBJECT, Object, Term, Variable

Draw = Callable[[st.SearchStrategy], object]
Item = TypeVar("Item")

HOSTILE = ["a-b", "a_b", "1st", "is", "_", "größe", "x.y", "mod", "domain", "problem", "init", "a'b", "\\", "{", "true"]
REQUIREMENTS = [
    ":strips",
    ":typing",
    ":adl",
    ":derived-predicates",
    ":fluents",
    ":probabilistic-effects",
    ":action-costs",
]

words = st.one_of(
    st.sampled_from(HOSTILE), st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True, alphabet=ASCII)
).filter(
    lambda word: (
        word not in {"and", "or", "not", "when", "imply", "exists", "forall", "oneof", "assign", "either", "object"}
    )
)
numbers = st.one_of(st.integers(-10, 10**6), st.fractions(max_denominator=50)).map(exact)


@dataclass
class Source:
    """Draws the parts of one domain; `task` knows its types, `derived` its derived predicates."""

    draw: Draw
    task: Task
    derived: frozenset[str]

    def one(self, items: Sequence[Item]) -> Item:
        return self.draw(st.sampled_from(items))

    def types(self) -> tuple[str, ...]:
        """One type, or several as `either`."""
        names = [item.name for item in self.task.domain.types]
        proper = names[1:]
        if len(proper) > 1 and self.draw(st.integers(0, 5)) == 0:
            return tuple(self.draw(st.lists(st.sampled_from(proper), min_size=2, max_size=3, unique=True)))
        return (self.one(names),)

    def variables(self, most: int = 2, prefix: str = "") -> tuple[Variable, ...]:
        names = self.draw(st.lists(words, max_size=most, min_size=1 if prefix else 0, unique=True))
        return tuple(Variable(f"?{prefix}{word}", self.types()) for word in names)

    def term(self, scope: Sequence[Variable], types: tuple[str, ...]) -> Term | None:
        """A term whose every type is one of `types` or below, if there is any."""

        def below(own: tuple[str, ...]) -> bool:
            return all(self.task.supertypes(name) & set(types) for name in own)

        terms: list[Term] = [variable for variable in scope if below(variable.types)]
        terms += [item.object for item in self.task.typed if below(item.types)]
        return self.one(terms) if terms else None

    def call(self, scope: Sequence[Variable], parameters: tuple[Variable, ...]) -> tuple[Term, ...] | None:
        terms = tuple(self.term(scope, parameter.types) for parameter in parameters)
        return None if None in terms else terms

    def atom(self, scope: Sequence[Variable], among: Sequence[Predicate]) -> Atom | None:
        if not among:
            return None
        predicate = self.one(among)
        terms = self.call(scope, predicate.parameters)
        return None if terms is None else Atom(predicate.name, terms)

    def fluent(self, scope: Sequence[Variable]) -> FluentValue | None:
        if not self.task.domain.functions:
            return None
        function = self.one(self.task.domain.functions)
        terms = self.call(scope, function.parameters)
        return None if terms is None else FluentValue(function.name, terms)

    def expression(self, scope: Sequence[Variable], depth: int = 2) -> Expression:
        match self.draw(st.integers(0, 3)) if depth else self.draw(st.integers(0, 1)):
            case 0:
                return self.fluent(scope) or Number(1)
            case 1:
                return Number(self.draw(numbers))
            case 2:
                return Arithmetic("-", (self.fluent(scope) or Arithmetic("+", (Number(1), Number(2))),))
            case _:
                operator = self.one("+-*/")
                most = 2 if operator in "-/" else 3
                count = self.draw(st.integers(2, most))
                return Arithmetic(operator, tuple(self.expression(scope, depth - 1) for _ in range(count)))

    def formula(self, scope: tuple[Variable, ...], among: Sequence[Predicate], depth: int = 3) -> Formula:
        def inner(wider: tuple[Variable, ...] = scope) -> Formula:
            return self.formula(wider, among, depth - 1)

        def several() -> tuple[Formula, ...]:
            return tuple(inner() for _ in range(self.draw(st.integers(1, 3))))

        match self.draw(st.integers(0, 9)) if depth else self.draw(st.integers(0, 3)):
            case 0 | 1:
                return self.atom(scope, among) or TRUE
            case 2:
                left, right = (self.term(scope, (OBJECT,)) for _ in range(2))
                return FALSE if left is None or right is None else Equal(left, right)
            case 3:
                fluent = self.fluent(scope)
                operator = self.one(["=", "<", "<=", ">", ">="])
                return TRUE if fluent is None else Compare(operator, fluent, self.expression(scope, 1))
            case 4:
                return Not(inner())
            case 5:
                return And(several())
            case 6:
                return Or(several())
            case 7:
                return Imply(inner(), inner())
            case 8:
                bound = self.variables(prefix=f"a{depth}")
                return Forall(bound, inner(scope + bound))
            case _:
                bound = self.variables(prefix=f"e{depth}")
                return Exists(bound, inner(scope + bound))

    def effect(self, scope: tuple[Variable, ...], depth: int = 3) -> Effect:
        changed = [item for item in self.task.domain.predicates if item.name not in self.derived]
        match self.draw(st.integers(0, 6)) if depth else self.draw(st.integers(0, 2)):
            case 0 | 1:
                atom = self.atom(scope, changed)
                return NO_CHANGE if atom is None else self.one((Add, Delete))(atom)
            case 2:
                fluent = self.fluent(scope)
                operator = self.one(["assign", "increase", "decrease", "scale-up", "scale-down"])
                return NO_CHANGE if fluent is None else Assign(operator, fluent, self.expression(scope, 1))
            case 3:
                return When(self.formula(scope, self.task.domain.predicates, 1), self.effect(scope, depth - 1))
            case 4:
                bound = self.variables(prefix=f"f{depth}")
                return ForallEffect(bound, self.effect(scope + bound, depth - 1))
            case 5:
                return Probabilistic(self.outcomes(lambda: self.effect(scope, depth - 1)))
            case _:
                return All(tuple(self.effect(scope, depth - 1) for _ in range(self.draw(st.integers(0, 3)))))

    def outcomes(self, effect: Callable[[], Effect]) -> tuple[tuple[Fraction, Effect], ...]:
        weights = self.draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
        whole = sum(weights) + self.draw(st.integers(0, 2))
        return tuple((Fraction(weight, whole), effect()) for weight in weights)

    def start(self) -> Effect:
        """What a draw of :init may bring: atoms and values."""

        def fact() -> Effect:
            changed = [item for item in self.task.domain.predicates if item.name not in self.derived]
            fluent = self.fluent(())
            if fluent is not None and self.draw(st.booleans()):
                return Assign("assign", fluent, Number(self.draw(numbers)))
            atom = self.atom((), changed)
            return NO_CHANGE if atom is None else Add(atom)

        count = self.draw(st.integers(1, 3))
        return fact() if count == 1 else All(tuple(fact() for _ in range(count)))


@st.composite
def type_hierarchies(draw: Draw) -> tuple[Type, ...]:
    names = draw(st.lists(words, max_size=4, unique=True))
    found = [Type(OBJECT, ())]
    for number, name in enumerate(names):
        upper = draw(st.lists(st.sampled_from(names[:number]), max_size=2, unique=True)) if number else []
        found.append(Type(name, tuple(upper) or (OBJECT,)))
    return tuple(found)


def typed(source: Source, names: list[str]) -> tuple[Typed, ...]:
    return tuple(Typed(Object(name), source.types()) for name in names)


def nothing(domain: str) -> Problem:
    return Problem("none", domain, (), (), (), (), TRUE)


@st.composite
def tasks(draw: Draw) -> Task:
    """A domain with constants, axioms and actions of every kind, and a problem of it."""
    types = draw(type_hierarchies())
    title = draw(words)

    def source(**parts: object) -> Source:
        every = {"constants": (), "predicates": (), "functions": (), "axioms": (), "actions": ()} | parts
        domain = Domain(title, requirements, types, **every)
        return Source(draw, Task(domain, nothing(title)), frozenset(axiom.predicate for axiom in domain.axioms))

    requirements = tuple(draw(st.lists(st.sampled_from(REQUIREMENTS), unique=True, max_size=3)))
    every_name = draw(st.lists(words, max_size=5, unique=True))
    split = draw(st.integers(0, len(every_name)))
    constants = typed(source(), every_name[:split])

    known = source(constants=constants)
    named = [(name, known.variables()) for name in draw(st.lists(words, min_size=1, max_size=7, unique=True))]
    cut = draw(st.integers(1, len(named)))
    if ":action-costs" in requirements and "total-cost" not in dict(named[cut:]):
        named.append(("total-cost", ()))
    symbols = {
        "predicates": tuple(Predicate(name, parameters) for name, parameters in named[:cut]),
        "functions": tuple(NumericFunction(name, parameters) for name, parameters in named[cut:]),
    }

    # Later predicates may be derived from earlier ones and, without negation, from themselves.
    known = source(constants=constants, **symbols)
    base = draw(st.integers(1, cut))
    axioms = []
    for number in range(base, cut):
        predicate = symbols["predicates"][number]
        for _ in range(draw(st.integers(0, 2))):
            body = known.formula(predicate.parameters, symbols["predicates"][:number], 2)
            again = Atom(predicate.name, predicate.parameters)
            body = draw(st.sampled_from([body, Or((again, body)), And((body,))]))
            axioms.append(Axiom(predicate.name, predicate.parameters, body))

    known = source(constants=constants, **symbols, axioms=tuple(axioms))
    actions = tuple(action(known, name) for name in draw(st.lists(words, max_size=3, unique=True)))
    whole = source(constants=constants, **symbols, axioms=tuple(axioms), actions=actions)
    return Task(whole.task.domain, problem(whole, every_name[split:]))


def action(source: Source, name: str) -> ActionSchema:
    parameters = source.variables(most=3)
    names = [parameter.name for parameter in parameters]
    free = names
    if names and source.draw(st.booleans()):
        free = source.draw(st.lists(st.sampled_from(names), unique=True))
    predicates = source.task.domain.predicates
    precondition = source.formula(parameters, predicates)
    return ActionSchema(name, parameters, tuple(free), precondition, source.effect(parameters))


def problem(known: Source, names: list[str]) -> Problem:
    draw, domain = known.draw, known.task.domain
    objects = typed(known, names)
    bare = Problem(draw(words), domain.name, objects, (), (), (), TRUE)
    source = Source(draw, Task(domain, bare), known.derived)
    facts = [item for item in domain.predicates if item.name not in known.derived]
    atoms = [source.atom((), facts) for _ in range(draw(st.integers(0, 4)))]
    fluents = dict.fromkeys(source.fluent(()) for _ in range(draw(st.integers(0, 3))))
    values: list[tuple[FluentValue, Value]] = [(fluent, draw(numbers)) for fluent in fluents if fluent is not None]
    chances = tuple(Probabilistic(source.outcomes(source.start)) for _ in range(draw(st.integers(0, 2))))
    metric = None
    if domain.functions and draw(st.booleans()):
        metric = Metric(draw(st.sampled_from(["minimize", "maximize"])), source.expression(()))
    return Problem(
        name=bare.name,
        domain=domain.name,
        objects=objects,
        init=tuple(dict.fromkeys(atom for atom in atoms if atom is not None)),
        values=tuple(values),
        chances=chances,
        goal=source.formula((), domain.predicates),
        metric=metric,
        goal_reward=Number(draw(numbers)) if draw(st.booleans()) else None,
    )
