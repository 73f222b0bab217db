"""Numeric expressions over numeric fluents, exact where the file's numbers are.

>>> from relgym.model.terms import Object
>>> str(Arithmetic("*", (Number(Fraction(3, 2)), FluentValue("fuel", (Object("t1"),)))))
'(* 3/2 (fuel t1))'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from relgym.model.span import Span
from relgym.model.terms import Term, Variable

Value = int | Fraction | float
"""A numeric value: whole numbers are `int`, other exact ones `Fraction`."""

EXACT_FLOAT, EXACT_DOUBLE = 2**24, 2**53
"""The absolute values up to which floats of 32 and of 64 bits hold each whole number exactly (IEEE 754)."""


def exact(value: Value) -> Value:
    """The value with whole fractions as `int`, so that equal values look equal.

    >>> exact(Fraction(4, 2)), exact(Fraction(3, 2))
    (2, Fraction(3, 2))
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


@dataclass(frozen=True, slots=True)
class Number:
    """A constant, in the form that `exact` gives."""

    value: Value
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class FluentValue:
    """The present value of a numeric function of objects; undefined where nothing has set it."""

    function: str
    terms: tuple[Term, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "(" + " ".join([self.function, *map(str, self.terms)]) + ")"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+`, `-`, `*`, `/` over one (only `-`) or more operands, from the left; undefined on division by 0."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "(" + " ".join([self.operator, *map(str, self.operands)]) + ")"


Expression = Number | FluentValue | Arithmetic


def subexpressions(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all expressions within it, outer ones first."""
    yield expression
    if isinstance(expression, Arithmetic):
        for operand in expression.operands:
            yield from subexpressions(operand)


def fluents_in(expression: Expression) -> Iterator[FluentValue]:
    """Yield the numeric fluents that an expression reads."""
    return (part for part in subexpressions(expression) if isinstance(part, FluentValue))


def functions_in(expression: Expression) -> frozenset[str]:
    """Return the names of the functions that an expression reads."""
    return frozenset([fluent.function for fluent in fluents_in(expression)])


def expression_variables(expression: Expression) -> tuple[Variable, ...]:
    """Return the variables of an expression, in the order of their first occurrence."""
    terms = (term for fluent in fluents_in(expression) for term in fluent.terms)
    return tuple(dict.fromkeys(term for term in terms if isinstance(term, Variable)))


def with_terms(expression: Expression, changed: Callable[[Term], Term]) -> Expression:
    """Return an expression with each term given to a function that says what stands in its place."""
    match expression:
        case Number():
            return expression
        case FluentValue(function, terms, span):
            return FluentValue(function, tuple(map(changed, terms)), span)
        case Arithmetic(operator, operands, span):
            return Arithmetic(operator, tuple(with_terms(operand, changed) for operand in operands), span)
        case _:
            assert_never(expression)


ZERO_AT_START = frozenset({"total-cost", "reward"})
"""Functions that are 0 where :init says nothing of them."""


def is_additive(metric: Expression) -> bool:
    """Return True if a metric is a sum of values with constant factors: what an action adds does not depend on it.

    >>> cost, fuel = FluentValue("cost"), FluentValue("fuel")
    >>> is_additive(Arithmetic("+", (cost, Arithmetic("*", (Number(2), fuel)))))
    True
    >>> is_additive(Arithmetic("*", (cost, fuel)))
    False
    """
    match metric:
        case Number() | FluentValue():
            return True
        case Arithmetic("+" | "-", operands):
            return all(map(is_additive, operands))
        case Arithmetic("*", operands):
            others = [operand for operand in operands if not isinstance(operand, Number)]
            return len(others) <= 1 and all(map(is_additive, others))
        case _:
            return False
