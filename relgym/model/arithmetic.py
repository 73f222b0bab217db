"""Numeric expressions and comparisons in a state, exact as long as the numbers in it are.

>>> third = Arithmetic("/", (Number(1), Number(3)))
>>> evaluate(Arithmetic("*", (third, Number(2))), lambda fluent: None)
Fraction(2, 3)
>>> compare("=", third, FluentValue("unset"), lambda fluent: None)
False
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, exact

Lookup = Callable[[FluentValue], Value | None]
"""Gives the value of a numeric fluent, `None` if it is undefined."""


def quotient(left: Value, right: Value) -> Value:
    """The exact quotient of exact numbers; raises `ZeroDivisionError`."""
    if isinstance(left, float) or isinstance(right, float):
        return left / right
    return exact(Fraction(left) / Fraction(right))


_OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
}

COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _as_it_is(value: Value | None) -> Value | None:
    return value


def evaluate(
    expression: Expression, lookup: Lookup, checked: Callable[[Value | None], Value | None] = _as_it_is
) -> Value | None:
    """The value of an expression; `None` if a fluent in it is undefined or it divides by zero.

    `checked` gets each value on the way that is computed, and gives it back or raises an error.
    """
    match expression:
        case Number(value):
            return value
        case FluentValue():
            return lookup(expression)
        case Arithmetic(sign, operands):
            values = [evaluate(operand, lookup, checked) for operand in operands]
            if len(values) == 1:
                return combine(sign, 0, values[0])
            return reduce(lambda left, right: checked(combine(sign, left, right)), values)
        case _:
            assert_never(expression)


def combine(sign: str, left: Value | None, right: Value | None) -> Value | None:
    """One step of arithmetic; `None` if a side is undefined or the divisor is zero."""
    if left is None or right is None or (sign == "/" and right == 0):
        return None
    return exact(_OPERATORS[sign](left, right))


def compare(sign: str, left: Expression, right: Expression, lookup: Lookup) -> bool:
    """Return True if a comparison holds; it does not hold if a side is undefined."""
    return compare_values(sign, evaluate(left, lookup), evaluate(right, lookup))


def compare_values(sign: str, left: Value | None, right: Value | None) -> bool:
    """Return True if a comparison of two values holds; it does not hold if one is undefined."""
    return left is not None and right is not None and COMPARISONS[sign](left, right)
