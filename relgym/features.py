"""Features that a model may need and an engine may have, in the words of error messages."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from relgym.model.numeric import Arithmetic, Expression, Number, functions_in, subexpressions
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or
from relgym.model.pddl.problem import Task
from relgym.model.pddl.traversal import subeffects, subformulas
from relgym.model.rddl.equations import Equations, Part
from relgym.model.rddl.expressions import REAL, Aggregate, Call, Draw, DrawVector, External, Matrix, Slot
from relgym.model.rddl.expressions import Value as RddlValue
from relgym.model.rddl.traversal import walk
from relgym.model.span import Span

_WHOLE = frozenset({"abs", "sgn", "min", "max", "div", "mod"})
"""Functions of RDDL that give whole numbers for whole ones."""


class Feature(Enum):
    """A language feature, as an engine declares it and a refusal names it."""

    NEGATION = "negation"
    EQUALITY = "equality"
    DISJUNCTION = "disjunction and implication"
    QUANTIFIERS = "quantifiers"
    CONDITIONAL_EFFECTS = "conditional and universal effects"
    DERIVED = "derived predicates"
    PROBABILISTIC = "probabilistic effects"
    NUMERIC = "numeric fluents"
    NUMERIC_TESTS = "numeric comparisons"
    FRACTIONS = "comparisons of numbers that are not integers"
    REALS = "real numbers"
    FUNCTIONS = "functions of numbers"
    MATRICES = "matrices"
    DISTRIBUTIONS = "distributions of numbers"
    VECTORS = "distributions of vectors"
    EXTERNALS = "functions of the caller"


def needed(task: Task) -> dict[Feature, Span | None]:
    """The features that a task uses, each with the first place where it does."""
    features: dict[Feature, Span | None] = {}
    for feature, span in _all(task):
        features.setdefault(feature, span)
    return features


def needed_by(program: Equations) -> dict[Feature, Span | None]:
    """The features that the equations of an instance use, each with the first place where it does."""
    features: dict[Feature, Span | None] = {}
    for equation in program.equations:
        # The reward is of no fluent, and adds to no other value.
        if equation.function.range == REAL and equation.function.part is not Part.REWARD:
            features.setdefault(Feature.REALS, equation.span)
        for part in walk(equation.value):
            feature = _feature_of(part)
            if feature is not None:
                features.setdefault(feature, part.span or equation.span)
    for given in (*program.states, *program.actions):
        if given.range == REAL:
            features.setdefault(Feature.REALS, None)
    return features


def _feature_of(value: RddlValue | Slot) -> Feature | None:
    match value:
        case Call(name) if name not in _WHOLE:
            return Feature.FUNCTIONS
        case Matrix() | Aggregate("det"):
            return Feature.MATRICES
        case Draw(name) if name != "Bernoulli":
            return Feature.DISTRIBUTIONS
        case DrawVector():
            return Feature.VECTORS
        case External():
            return Feature.EXTERNALS
        case _:
            return None


Use = tuple[Feature, Span | None]


def _all(task: Task) -> Iterator[Use]:
    compared: list[Expression] = []
    assigned: list[Assign] = []
    for action in task.domain.actions:
        yield from _in_formula(action.precondition, compared)
        yield from _in_effect(action.effect, compared, assigned)
    for axiom in task.domain.axioms:
        yield Feature.DERIVED, axiom.span
        yield from _in_formula(axiom.body, compared)
    yield from _in_formula(task.problem.goal, compared)
    for chance in task.problem.chances:
        yield from _in_effect(chance, compared, assigned)
    if task.problem.values:
        yield Feature.NUMERIC, task.problem.values[0][0].span
    yield from _fractions(task, compared, assigned)


def _in_formula(formula: Formula, compared: list[Expression]) -> Iterator[Use]:
    for part in subformulas(formula):
        match part:
            # Most parts; no feature names them.
            case Atom() | And():
                pass
            case Equal(_, _, span):
                yield Feature.EQUALITY, span
            case Compare(_, left, right, span):
                compared += [left, right]
                yield Feature.NUMERIC_TESTS, span
            case Not(_, span):
                yield Feature.NEGATION, span
            case Or(_, span) | Imply(_, _, span):
                yield Feature.DISJUNCTION, span
            case Forall(_, _, span) | Exists(_, _, span):
                yield Feature.QUANTIFIERS, span
            case _:
                pass


def _in_effect(effect: Effect, compared: list[Expression], assigned: list[Assign]) -> Iterator[Use]:
    for part in subeffects(effect):
        match part:
            case Add() | Delete() | All():
                pass
            case Assign(_, _, _, span):
                assigned.append(part)
                yield Feature.NUMERIC, span
            case When(condition, _, span):
                yield Feature.CONDITIONAL_EFFECTS, span
                yield from _in_formula(condition, compared)
            case ForallEffect(_, _, span):
                yield Feature.CONDITIONAL_EFFECTS, span
            case Probabilistic(_, span):
                yield Feature.PROBABILISTIC, span
            case _:
                pass


def _fractions(task: Task, compared: list[Expression], assigned: list[Assign]) -> Iterator[Use]:
    """Yield the uses of fractions that a comparison may read; costs that nothing tests do not count."""
    read = set[str]().union(*(functions_in(expression) for expression in compared))
    grown = True
    while grown:
        more = {f for change in assigned if change.fluent.function in read for f in functions_in(change.value)}
        grown = not more <= read
        read |= more
    for change in assigned:
        if change.fluent.function in read:
            if change.operator == "scale-down":
                yield Feature.FRACTIONS, change.span
            yield from _fractional(change.value)
    for expression in compared:
        yield from _fractional(expression)
    for fluent, value in task.problem.values:
        if fluent.function in read and not isinstance(value, int):
            yield Feature.FRACTIONS, fluent.span


def _fractional(expression: Expression) -> Iterator[Use]:
    for part in subexpressions(expression):
        match part:
            case Number(Fraction() | float(), span) | Arithmetic("/", _, span):
                yield Feature.FRACTIONS, span
            case _:
                pass
