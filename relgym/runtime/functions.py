"""RDDL's functions on plain numbers; a truth value counts as 0 or 1.

>>> CALLS["round"](2.5), CALLS["div"](-7, 2), CALLS["mod"](-7, 2), CALLS["fmod"](-1.0, 3.0)
(2, -4, 1, 2.0)

Given finite numbers, each gives a finite number, or raises `ValueError` (sqrt of -1, ln of 0, asin of 2) or
`ArithmeticError` (a division by zero, a number too large for a float).

RDDL's `+ - * /` are Python's own operators: whole numbers stay exact, `/` gives a real and raises for a divisor of 0,
but reals overflow to inf without an error, and inf - inf is nan. Functions of inf or nan are wrong, too: `max(1, nan)`
is 1. Therefore an evaluator must check (`math.isfinite`) that no result of an operation, and no fluent, that goes into
a function or a comparison is inf or nan.

`div` and `mod` are for whole numbers. For reals they would give a real, which is not in their range.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping


def sgn(number: float) -> int:
    """-1, 0 or 1; raises `ValueError` for nan, which is neither below, above nor at 0."""
    if number > 0:
        return 1
    if number < 0:
        return -1
    if number == 0:
        return 0
    raise ValueError(f"{number} has no sign")


def hypot(left: float, right: float) -> float:
    """The root of the sum of the squares; raises `OverflowError` where Python's own gives inf."""
    length = math.hypot(left, right)
    if math.isfinite(length):
        return length
    raise OverflowError(f"the hypotenuse of {left} and {right} is too large")


CALLS: Mapping[str, Callable[..., int | float]] = {
    "abs": operator.abs,
    "sgn": sgn,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log,
    "pow": math.pow,
    "min": min,
    "max": max,
    "div": operator.floordiv,
    "mod": operator.mod,
    # Both take the sign of the divisor, so that fmod[angle, 2 * PI] is an angle from 0 on.
    "fmod": operator.mod,
    "hypot": hypot,
    "gamma": math.gamma,
    "lngamma": math.lgamma,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
}
"""By name: `round` goes to the even one of two as near, `pow` is real, `lngamma` is ln of the absolute value of gamma.

`min` and `max` of two truth values give a truth value, and `fmod` of two whole numbers a whole one.
"""
