"""Find real values that may be infinite or NaN when they are computed with IEEE doubles.

Python and NumPy raise no error where a sum or a product of doubles overflows, so engines that compute with them test
values before a comparison or a function call. Prolog raises the error itself.

>>> from relgym.model.rddl.equations import Equations, Function, Part
>>> x = rddl.Fluent("x", ())
>>> program = Equations({}, {("x", False): Function(Part.STATE, "x", (), "real")}, {}, (), (), (), 0)
>>> square, half = rddl.Operation("*", (x, x)), rddl.Operation("*", (x, rddl.Constant(0.5)))
>>> may_be_infinite(square, program), may_be_infinite(half, program)
(True, False)
"""

from __future__ import annotations

from math import inf
from typing import assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equations, as_list
from relgym.model.rddl.expressions import BOOL, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.translate.equations.intervals import Interval, intervals_of
from relgym.translate.equations.ranges import range_of

_SLIGHT = 1e290
"""A number that can be added to any double without overflow: less than half a unit in the last place of the largest."""

_ROUNDED = 1e-9
"""An upper bound of the rounding error in the bounds of a computed number."""

_RAISING = frozenset({"round", "floor", "ceil", "hypot"})
"""Functions that raise an error for a number that is not finite."""

_HANDING_ON = frozenset({"abs", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "asin", "acos", "ln", "gamma", "lngamma"})
"""Functions that raise an error for a number that is not finite, or return one that is not finite either."""


def may_be_infinite(value: Value, program: Equations) -> bool:
    """Tell whether a value may be infinite or NaN without an earlier error.

    Fluents and draws are tested where they are computed. An infinite constant of a file is a valid value, but values
    computed from it may be infinite or NaN.
    """
    if range_of(value, program.functions) != REAL:
        return False
    match value:
        case rddl.Operation("+" | "-", (part,)):
            return may_be_infinite(part, program)
        case rddl.Operation(operator, (left, right)):
            return _operation_may(operator, left, right, program)
        case rddl.Aggregate("min" | "max", _, _):
            # The compared numbers are tested themselves.
            return False
        case rddl.Aggregate("avg", _, body):
            # Python divides whole numbers exactly, or raises an error.
            return range_of(body, program.functions) == REAL
        case rddl.If(_, then, otherwise):
            return may_be_infinite(then, program) or may_be_infinite(otherwise, program)
        case rddl.Switch():
            return any(may_be_infinite(branch, program) for branch in value.branches)
        case rddl.Call():
            return hands_on(value) and any(may_be_infinite(part, program) for part in value.arguments)
        case rddl.Aggregate() | rddl.Matrix() | rddl.External():
            return True
        case (
            rddl.Operation()
            | rddl.Draw()
            | rddl.DrawItem()
            | rddl.DrawAny()
            | rddl.DrawVector()
            | rddl.Fluent()
            | rddl.Constant()
        ):
            return False
        case Variable() | rddl.Item() | Object():
            return False
        case _:
            assert_never(value)


def hands_on(call: rddl.Call) -> bool:
    """Tell whether a function has no finite result for an argument that is not finite, so that its result is tested."""
    match call:
        case rddl.Call(name) if name in _HANDING_ON:
            return True
        case rddl.Call("pow", (_, rddl.Constant(exponent))):
            return exponent > 0
        case _:
            return False


def takes_tested(call: rddl.Call) -> bool:
    """Tell whether the arguments of a function must be tested before the call."""
    return call.function not in _RAISING and not hands_on(call)


def finite_parts(value: Value | rddl.Slot) -> tuple[Value, ...]:
    """Return the parts of a value that must be finite: operands of comparisons, divisors, and arguments."""
    match value:
        case rddl.Operation("==" | "~=" | "<" | "<=" | ">" | ">=", operands):
            return operands
        case rddl.Operation("/", (_, divisor)):
            return (divisor,)
        case rddl.Call(_, arguments):
            return arguments if takes_tested(value) else ()
        case rddl.Aggregate("min" | "max" | "argmin" | "argmax", _, body):
            return (body,)
        case _:
            return ()


def may_overflow(value: Value | rddl.Slot, program: Equations) -> bool:
    """Tell whether a value itself may raise an error because a part of it is not finite."""
    return any(may_be_infinite(part, program) for part in finite_parts(value))


def _operation_may(operator: str, left: Value, right: Value, program: Equations) -> bool:
    functions = program.functions
    pairs = ((left, right), (right, left))
    match operator:
        case "/" if REAL not in (range_of(left, functions), range_of(right, functions)):
            # Python divides whole numbers exactly, or raises an error.
            return False
        case "/" if _is_above_one(right, program):
            return _part_may(left, program)
        case "+" | "-":
            for slight, other in pairs:
                if _largest(slight, program) < _SLIGHT:
                    return _part_may(other, program) or may_be_infinite(slight, program)
        case "*":
            for factor, other in pairs:
                if range_of(factor, functions) == BOOL:
                    # A truth value selects the other factor or 0.
                    return may_be_infinite(other, program)
                if _is_at_most_one(factor, program):
                    return _part_may(other, program) or may_be_infinite(factor, program)
            if _largest(left, program) < _SLIGHT and _largest(right, program) < _SLIGHT:
                return may_be_infinite(left, program) or may_be_infinite(right, program)
    return True


def _ends(value: Value, program: Equations) -> Interval:
    return intervals_of(program).interval(value)


def _largest(value: Value, program: Equations) -> float:
    """Return the largest absolute value of a number, infinite where no bounds are known."""
    if isinstance(value, rddl.Constant):
        return abs(value.value) if abs(value.value) < _SLIGHT else inf
    return max(map(abs, _ends(value, program)))


def _is_at_most_one(value: Value, program: Equations) -> bool:
    """Tell whether the absolute value of a number is certainly at most 1, in spite of rounded bounds."""
    return _largest(value, program) <= (1 if isinstance(value, rddl.Constant | rddl.Call) else 1 - _ROUNDED)


def _is_above_one(value: Value, program: Equations) -> bool:
    """Tell whether the absolute value of a number is certainly at least 1."""
    low, high = _ends(value, program)
    least = 1 if isinstance(value, rddl.Constant) else 1 + _ROUNDED
    return low >= least or high <= -least


def is_infinite(value: Value | rddl.Slot, program: Equations) -> bool:
    """Tell whether a value is an infinite number of the file, or a non-fluent with an infinite value."""
    low, high = _constants(value, program)
    return low == -inf or high == inf


def _part_may(value: Value, program: Equations) -> bool:
    """Tell whether a part of an operation may be infinite, infinite constants included."""
    return may_be_infinite(value, program) or is_infinite(value, program)


def _constants(value: Value | rddl.Slot, program: Equations) -> tuple[float, float]:
    """Return the least and the largest number of a constant; (0, 0) for any other value."""
    match value:
        case rddl.Constant(number):
            return number, number
        case rddl.Fluent(name, _, primed) if range_of(value, program.functions) == REAL:
            known = program.constants.get(program.functions[name, primed], 0)
            every = as_list(known)
            return (min(every), max(every)) if every else (0, 0)
        case _:
            return 0, 0
