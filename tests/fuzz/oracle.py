"""What a task means, worked out from its model by trying everything: slow, short, and independent.

Nothing but `relgym.model` is used. Facts are tuples of names, `("on", "a", "b")`. Derived predicates are
the well-founded model by alternating fixpoints (Van Gelder, The alternating fixpoint of logic programs
with negation, 1989), which for stratified axioms is the perfect model; no strata are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.problem import Task
from relgym.model.terms import OBJECT, Object, Term, Variable

Fact = tuple[str, ...]
Binding = Mapping[str, str]


class Conflict(Exception):
    """The numeric effects of one action contradict each other."""


@dataclass(frozen=True)
class World:
    """The true facts that are not derived, and the defined numeric values."""

    facts: frozenset[Fact]
    values: frozenset[tuple[Fact, Fraction]] = frozenset()


@dataclass(frozen=True)
class Change:
    """What happens together: facts to delete and to add, and numeric effects with their evaluated right-hand sides."""

    deletes: frozenset[Fact] = frozenset()
    adds: frozenset[Fact] = frozenset()
    updates: tuple[tuple[Fact, str, Fraction], ...] = ()

    def __add__(self, other: Change) -> Change:
        updates = tuple(sorted(self.updates + other.updates))
        return Change(self.deletes | other.deletes, self.adds | other.adds, updates)


Spread = dict[Change, Fraction]


def negated(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def every(truths: Sequence[bool | None]) -> bool | None:
    return False if False in truths else None if None in truths else True


def some(truths: Sequence[bool | None]) -> bool | None:
    return True if True in truths else None if None in truths else False


class Oracle:
    """The objects and the start of a task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.types: dict[str, set[str]] = {}
        for item in (*task.domain.constants, *task.problem.objects):
            self.types.setdefault(item.object.name, set()).update(item.types)
        self.derived = {axiom.predicate for axiom in task.domain.axioms}
        # Both are asked for again and again, and by each engine that walks beside this oracle.
        self._ranges: dict[tuple[str, ...], list[str]] = {}
        self._readings: dict[World, Reading] = {}

    @property
    def certain(self) -> World:
        """What all starts have in common."""
        problem = self.task.problem
        values = {name_of(fluent.function, fluent.terms, {}): Fraction(value) for fluent, value in problem.values}
        return World(frozenset(name_of(a.predicate, a.terms, {}) for a in problem.init), frozenset(values.items()))

    def starts(self) -> dict[World, Fraction]:
        """All starts, with their probabilities."""
        return self.at(self.certain).follow(All(self.task.problem.chances), {})

    def elsewhere(self, atoms: Iterable[Atom]) -> World:
        """What is certain at the start, with other facts of the predicates that an action or a draw changes."""
        effects = [*(schema.effect for schema in self.task.domain.actions), *self.task.problem.chances]
        changing = {atom.predicate for effect in effects for atom in changed(effect)}
        facts = {name_of(atom.predicate, atom.terms, {}) for atom in atoms if atom.predicate in changing}
        lasting = {fact for fact in self.certain.facts if fact[0] not in changing}
        return World(frozenset(facts | lasting), self.certain.values)

    def range(self, variable: Variable) -> list[str]:
        found = self._ranges.get(variable.types)
        if found is None:
            found = self._ranges[variable.types] = [
                name for name, types in self.types.items() if any(self._below(t, variable.types) for t in types)
            ]
        return found

    def _below(self, name: str, uppers: tuple[str, ...]) -> bool:
        parents = {item.name: item.parents for item in self.task.domain.types}
        return name in uppers or OBJECT in uppers or any(self._below(upper, uppers) for upper in parents[name])

    def bindings(self, variables: Iterable[Variable], binding: Binding) -> Iterator[Binding]:
        variables = tuple(variables)
        for row in product(*map(self.range, variables)):
            yield {**binding, **{v.name: name for v, name in zip(variables, row, strict=True)}}

    def at(self, world: World) -> Reading:
        found = self._readings.get(world)
        if found is None:
            found = self._readings[world] = Reading(self, world)
        return found


@dataclass
class Reading:
    """A task in one state: everything that can be asked about it."""

    oracle: Oracle
    world: World
    values: dict[Fact, Fraction] = field(init=False)
    derived: frozenset[Fact] = field(init=False)

    def __post_init__(self) -> None:
        self.values = dict(self.world.values)
        self.derived = self._well_founded()

    # Formulas

    def _well_founded(self) -> frozenset[Fact]:
        lower: frozenset[Fact] = frozenset()
        while True:
            upper = self._least(lower)
            higher = self._least(upper)
            if higher == lower:
                assert upper == lower, "the axioms are not stratified"
                return lower
            lower = higher

    def _least(self, negated: frozenset[Fact]) -> frozenset[Fact]:
        """What follows from the axioms if negated derived atoms are looked up in `negated`."""
        found: frozenset[Fact] = frozenset()
        while True:
            new = {
                name_of(axiom.predicate, axiom.parameters, binding)
                for axiom in self.oracle.task.domain.axioms
                for binding in self.oracle.bindings(axiom.parameters, {})
                if self._holds(axiom.body, binding, found, negated)
            }
            if new <= found:
                return found
            found |= new

    def holds(self, formula: Formula, binding: Binding) -> bool:
        return self._holds(formula, binding, self.derived, self.derived)

    def _holds(self, formula: Formula, binding: Binding, same: frozenset[Fact], other: frozenset[Fact]) -> bool:
        return self._truth(formula, binding, same, other) is True

    def _truth(self, formula: Formula, binding: Binding, same: frozenset[Fact], other: frozenset[Fact]) -> bool | None:
        """The truth of a formula in Kleene's strong logic, with derived atoms looked up in `same`.

        Under a negation they are looked up in `other`. `None` stands for a comparison over an undefined number.
        """
        match formula:
            case Atom(predicate, terms):
                found = same if predicate in self.oracle.derived else self.world.facts
                return (predicate, *(name(term, binding) for term in terms)) in found
            case Equal(left, right):
                return name(left, binding) == name(right, binding)
            case Compare(operator, left, right):
                first, second = self.value(left, binding), self.value(right, binding)
                if first is None or second is None:
                    return None
                return {
                    "=": first == second,
                    "<": first < second,
                    "<=": first <= second,
                    ">": first > second,
                    ">=": first >= second,
                }[operator]
            case Truth(value):
                return value
            case Not(part):
                return negated(self._truth(part, binding, other, same))
            case And(parts):
                return every([self._truth(part, binding, same, other) for part in parts])
            case Or(parts):
                return some([self._truth(part, binding, same, other) for part in parts])
            case Imply(premise, conclusion):
                first_part = negated(self._truth(premise, binding, other, same))
                return some([first_part, self._truth(conclusion, binding, same, other)])
            case Forall(variables, body):
                return every([self._truth(body, b, same, other) for b in self.oracle.bindings(variables, binding)])
            case Exists(variables, body):
                return some([self._truth(body, b, same, other) for b in self.oracle.bindings(variables, binding)])
            case _:
                assert_never(formula)

    def value(self, expression: Expression, binding: Binding) -> Fraction | None:
        """The value of an expression, `None` where it is undefined."""
        match expression:
            case Number(value):
                return Fraction(value)
            case FluentValue(function, terms):
                return self.values.get(name_of(function, terms, binding))
            case Arithmetic(operator, operands):
                values = [self.value(operand, binding) for operand in operands]
                known = [value for value in values if value is not None]
                if len(known) < len(values) or (operator == "/" and 0 in known[1:]):
                    return None
                if len(known) == 1:
                    return -known[0]
                steps: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
                    "+": lambda a, b: a + b,
                    "-": lambda a, b: a - b,
                    "*": lambda a, b: a * b,
                    "/": lambda a, b: a / b,
                }
                return reduce(steps[operator], known)
            case _:
                assert_never(expression)

    # Actions

    def single(self) -> list[Fact]:
        """The valid actions: those that leave one binding of the parameters that are not chosen."""
        return [chosen for chosen, found in self.valid().items() if len(found) == 1]

    def valid(self) -> dict[Fact, list[Binding]]:
        """Actions by name and chosen objects, each with every binding that its precondition allows."""
        found: dict[Fact, list[Binding]] = {}
        for schema in self.oracle.task.domain.actions:
            for binding in self.oracle.bindings(schema.parameters, {}):
                if self.holds(schema.precondition, binding) and self._carried_out(schema.effect, binding):
                    chosen = (schema.name, *(binding[parameter] for parameter in schema.free))
                    found.setdefault(chosen, []).append(binding)
        return found

    def _carried_out(self, effect: Effect, binding: Binding) -> bool:
        """Whether all numeric effects can be carried out, in every outcome."""
        if not self._defined(effect, binding):
            return False
        try:
            self.follow(effect, binding)
        except Conflict:
            return False
        return True

    def _defined(self, effect: Effect, binding: Binding) -> bool:
        """Whether no effect that fires, in any outcome, reads an undefined value or divides by zero."""
        match effect:
            case Add() | Delete():
                return True
            case Assign(operator, fluent, value):
                old, new = self.value(fluent, binding), self.value(value, binding)
                if new is None or (operator != "assign" and old is None):
                    return False
                return operator != "scale-down" or new != 0
            case When(condition, inner):
                return not self.holds(condition, binding) or self._defined(inner, binding)
            case ForallEffect(variables, inner):
                return all(self._defined(inner, b) for b in self.oracle.bindings(variables, binding))
            case Probabilistic(outcomes):
                return all(self._defined(inner, binding) for _, inner in outcomes)
            case All(parts):
                return all(self._defined(part, binding) for part in parts)
            case _:
                assert_never(effect)

    def outcomes(self, schema: ActionSchema, binding: Binding) -> dict[World, Fraction]:
        """The states that may follow a valid action."""
        return self.follow(schema.effect, binding)

    def follow(self, effect: Effect, binding: Binding) -> dict[World, Fraction]:
        found: dict[World, Fraction] = {}
        for change, share in self._spread(effect, binding).items():
            world = self._after(change)
            found[world] = found.get(world, Fraction(0)) + share
        return found

    def _spread(self, effect: Effect, binding: Binding) -> Spread:
        match effect:
            case Add(atom):
                return {Change(adds=frozenset((name_of(atom.predicate, atom.terms, binding),))): Fraction(1)}
            case Delete(atom):
                return {Change(deletes=frozenset((name_of(atom.predicate, atom.terms, binding),))): Fraction(1)}
            case Assign(operator, fluent, value):
                new = self.value(value, binding)
                assert new is not None
                return {
                    Change(updates=((name_of(fluent.function, fluent.terms, binding), operator, new),)): Fraction(1)
                }
            case When(condition, inner):
                return self._spread(inner, binding) if self.holds(condition, binding) else {Change(): Fraction(1)}
            case ForallEffect(variables, inner):
                return together(self._spread(inner, b) for b in self.oracle.bindings(variables, binding))
            case Probabilistic(outcomes):
                found = {Change(): 1 - sum((share for share, _ in outcomes), Fraction(0))}
                for share, inner in outcomes:
                    for change, part in self._spread(inner, binding).items():
                        found[change] = found.get(change, Fraction(0)) + share * part
                return {change: share for change, share in found.items() if share}
            case All(parts):
                return together(self._spread(part, binding) for part in parts)
            case _:
                assert_never(effect)

    def _after(self, change: Change) -> World:
        kinds = {"increase": "sum", "decrease": "sum", "scale-up": "product", "scale-down": "product"}
        values = dict(self.values)
        for fluent in {fluent for fluent, _, _ in change.updates}:
            here = [(operator, value) for other, operator, value in change.updates if other == fluent]
            if len({kinds.get(operator, "assign") for operator, _ in here}) > 1:
                raise Conflict
            if here[0][0] == "assign":
                if len(set(here)) > 1:
                    raise Conflict
                values[fluent] = here[0][1]
            for operator, value in here:
                if operator in ("increase", "decrease"):
                    values[fluent] += value if operator == "increase" else -value
                elif operator in ("scale-up", "scale-down"):
                    values[fluent] *= value if operator == "scale-up" else 1 / value
        return World((self.world.facts - change.deletes) | change.adds, frozenset(values.items()))


def changed(effect: Effect) -> Iterator[Atom]:
    """Every atom that an effect may add or delete."""
    match effect:
        case Add(atom) | Delete(atom):
            yield atom
        case Assign():
            return
        case When(_, inner) | ForallEffect(_, inner):
            yield from changed(inner)
        case Probabilistic(outcomes):
            for _, inner in outcomes:
                yield from changed(inner)
        case All(parts):
            for part in parts:
                yield from changed(part)
        case _:
            assert_never(effect)


def together(spreads: Iterable[Spread]) -> Spread:
    """Independent draws, all of them made."""
    found: Spread = {Change(): Fraction(1)}
    for spread in spreads:
        joint: Spread = {}
        for (one, share), (other, part) in product(found.items(), spread.items()):
            joint[one + other] = joint.get(one + other, Fraction(0)) + share * part
        found = joint
    return found


def name(term: Term, binding: Binding) -> str:
    return term.name if isinstance(term, Object) else binding[term.name]


def name_of(head: str, terms: Iterable[Term], binding: Binding) -> Fact:
    return (head, *(name(term, binding) for term in terms))
