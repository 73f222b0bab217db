"""Which real values may come out as infinite, or as no number, where they are computed with IEEE doubles.

Python and NumPy raise nothing where a sum or a product of doubles overflows, so engines that compute with them test
what is handed on to a comparison or to a function. Prolog raises the error itself.

>>> from relgym.model.equations import Equations, Function, Part
>>> x = Fluent("x", ())
>>> program = Equations({}, {("x", False): Function(Part.STATE, "x", (), "real")}, {}, (), (), (), 0)
>>> may_be_infinite(Operation("*", (x, x)), program), may_be_infinite(Operation("*", (x, Constant(0.5))), program)
(True, False)
"""

from __future__ import annotations

from math import inf
from typing import assert_never

from relgym.model.equations import Equations
from relgym.model.rddl_expressions import (
    BOOL,
    REAL,
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Item,
    Matrix,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.terms import Object, Variable
from relgym.translate.equations.intervals import Interval, intervals_of
from relgym.translate.equations.ranges import range_of

_SLIGHT = 1e290
"""What may be added to any double without overflow: less than half a unit in the last place of the largest one."""

_ROUNDED = 1e-9
"""More than what the bounds of a computed number are rounded by."""

_RAISING = frozenset({"round", "floor", "ceil", "hypot"})
"""Functions that raise an error for a number that is not finite."""

_HANDING_ON = frozenset({"abs", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "asin", "acos", "ln", "gamma", "lngamma"})
"""Functions that raise an error for a number that is not finite, or give none that is finite."""


def may_be_infinite(value: Value, program: Equations) -> bool:
    """Whether a value may come out as infinite or as no number, and nothing has raised an error before.

    Fluents are tested where they are computed, and so is what is drawn. An infinite constant of a file is a value like
    any other; what is computed from it counts.
    """
    if range_of(value, program.functions) != REAL:
        return False
    match value:
        case Operation("+" | "-", (part,)):
            return may_be_infinite(part, program)
        case Operation(operator, (left, right)):
            return _operation_may(operator, left, right, program)
        case Aggregate("min" | "max", _, _):
            # The numbers that are compared are tested themselves.
            return False
        case Aggregate("avg", _, body):
            # Python divides whole numbers exactly, or raises an error.
            return range_of(body, program.functions) == REAL
        case If(_, then, otherwise):
            return may_be_infinite(then, program) or may_be_infinite(otherwise, program)
        case Switch(_, cases, default):
            branches = [branch for _, branch in cases] + ([] if default is None else [default])
            return any(may_be_infinite(branch, program) for branch in branches)
        case Call():
            return hands_on(value) and any(may_be_infinite(part, program) for part in value.arguments)
        case Aggregate() | Matrix() | External():
            return True
        case Operation() | Draw() | DrawItem() | DrawAny() | DrawVector() | Fluent() | Constant():
            return False
        case Variable() | Item() | Object():
            return False
        case _:
            assert_never(value)


def hands_on(call: Call) -> bool:
    """Whether a function gives no finite number for an argument that is none, so that its result can be tested."""
    match call:
        case Call(name) if name in _HANDING_ON:
            return True
        case Call("pow", (_, Constant(exponent))):
            return exponent > 0
        case _:
            return False


def takes_tested(call: Call) -> bool:
    """Whether the arguments of a function have to be tested before it is called."""
    return call.function not in _RAISING and not hands_on(call)


def finite_parts(value: Value | Slot) -> tuple[Value, ...]:
    """The parts of a value that are compared, divided by, or handed to a function: they are to be finite numbers."""
    match value:
        case Operation("==" | "~=" | "<" | "<=" | ">" | ">=", operands):
            return operands
        case Operation("/", (_, divisor)):
            return (divisor,)
        case Call(_, arguments):
            return arguments if takes_tested(value) else ()
        case Aggregate("min" | "max" | "argmin" | "argmax", _, body):
            return (body,)
        case _:
            return ()


def may_overflow(value: Value | Slot, program: Equations) -> bool:
    """Whether a value itself may be an error since a part of it is no finite number."""
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
                    # It chooses between the other factor and 0.
                    return may_be_infinite(other, program)
                if _is_at_most_one(factor, program):
                    return _part_may(other, program) or may_be_infinite(factor, program)
            if _largest(left, program) < _SLIGHT and _largest(right, program) < _SLIGHT:
                return may_be_infinite(left, program) or may_be_infinite(right, program)
    return True


def _ends(value: Value, program: Equations) -> Interval:
    return intervals_of(program).interval(value)


def _largest(value: Value, program: Equations) -> float:
    """The largest absolute value of a number where bounds are known, infinite where they are not."""
    if isinstance(value, Constant):
        return abs(value.value) if abs(value.value) < _SLIGHT else inf
    return max(map(abs, _ends(value, program)))


def _is_at_most_one(value: Value, program: Equations) -> bool:
    """Whether the absolute value of a number is surely at most 1; bounds of what is computed may be rounded."""
    return _largest(value, program) <= (1 if isinstance(value, Constant | Call) else 1 - _ROUNDED)


def _is_above_one(value: Value, program: Equations) -> bool:
    """Whether the absolute value of a number is surely at least 1."""
    low, high = _ends(value, program)
    least = 1 if isinstance(value, Constant) else 1 + _ROUNDED
    return low >= least or high <= -least


def is_infinite(value: Value, program: Equations) -> bool:
    """Whether a value is a constant of the file, or one of its constants, that is infinite."""
    low, high = _constants(value, program)
    return low == -inf or high == inf


def _part_may(value: Value, program: Equations) -> bool:
    """Whether a part of an operation may be infinite: there an infinite constant is, too."""
    return may_be_infinite(value, program) or is_infinite(value, program)


def _constants(value: Value, program: Equations) -> tuple[float, float]:
    """The least and the largest number of a constant; (0, 0) for all that is none."""
    match value:
        case Constant(number):
            return number, number
        case Fluent(name, _, primed) if range_of(value, program.functions) == REAL:
            known = program.constants.get(program.functions[name, primed], 0)
            every = known if isinstance(known, list) else [known]
            return (min(every), max(every)) if every else (0, 0)
        case _:
            return 0, 0
