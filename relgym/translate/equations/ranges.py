"""The ranges of the plain values in equations; nothing is checked here, since the reader has checked them.

>>> from relgym.model.rddl.expressions import Constant, Operation
>>> range_of(Operation("/", (Constant(1), Constant(2))), {})
'real'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Function
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import DRAWN, FUNCTIONS, SAME

Functions = Mapping[tuple[str, bool], Function]


def range_of(value: Value, functions: Functions) -> str:
    """Return `bool`, `int`, `real`, or the type of the item that the value is."""
    match value:
        case rddl.Constant(constant):
            return BOOL if isinstance(constant, bool) else INT if isinstance(constant, int) else REAL
        case Variable(_, types):
            return types[0]
        case rddl.Item(_, of) | rddl.DrawItem(of):
            return of
        case rddl.Fluent(name, _, primed):
            return functions[name, primed].range
        case rddl.Operation("/", _):
            return REAL
        case rddl.Operation("+" | "-" | "*", operands):
            return _widest(operands, functions)
        case rddl.Operation():
            return BOOL
        case rddl.Aggregate("forall" | "exists"):
            return BOOL
        case rddl.Aggregate("sum" | "prod" | "min" | "max", _, body):
            return _widest((body,), functions)
        case rddl.Aggregate("argmin" | "argmax", (variable,), _) | rddl.DrawAny(variable):
            return variable.types[0]
        case rddl.Aggregate() | rddl.Matrix() | rddl.External():
            return REAL
        case rddl.If(_, then, otherwise):
            return _joined((then, otherwise), functions)
        case rddl.Switch():
            return _joined(value.branches, functions)
        case rddl.Call(name, arguments):
            of = FUNCTIONS[name].range
            return _widest(arguments, functions) if of == SAME else of
        case rddl.Draw(name):
            return DRAWN.get(name, REAL)
        case rddl.DrawVector(name):
            return INT if name == "Multinomial" else REAL
        case Object():
            raise AssertionError(f"not plain: {value}")
        case _:
            assert_never(value)


def is_exact(value: Value, functions: Functions) -> bool:
    """Tell whether the computed Python value always has the type of its range, not that of a narrower range.

    For example, `if (c) then 1 else 2.5` is a real, but may be computed as a whole number.
    """
    of = range_of(value, functions)
    match value:
        case rddl.Operation("+" | "-" | "*", parts) | rddl.Call("fmod", parts):
            # One real operand makes the result real.
            return of == INT or any(range_of(part, functions) == REAL and is_exact(part, functions) for part in parts)
        case rddl.Call("abs", (part,)):
            return of == INT or is_exact(part, functions)
        case rddl.Call("min" | "max", parts):
            return all(range_of(part, functions) == of and is_exact(part, functions) for part in parts)
        case rddl.Aggregate("min" | "max", _, body):
            return range_of(body, functions) == of and is_exact(body, functions)
        case rddl.Aggregate("sum" | "prod"):
            # Over no rows it is a whole number.
            return of == INT
        case rddl.If() | rddl.Switch() | rddl.External():
            return False
        case _:
            return True


def _widest(values: Iterable[Value], functions: Functions) -> str:
    """Return the widest of some ranges of numbers, at least `int`."""
    return max((INT, *(range_of(value, functions) for value in values)), key=NUMBERS.index)


def _joined(values: Iterable[Value], functions: Functions) -> str:
    """Return the range that contains all values."""
    ranges = {range_of(value, functions) for value in values}
    return max(ranges, key=NUMBERS.index) if ranges <= {*NUMBERS} else ranges.pop()
