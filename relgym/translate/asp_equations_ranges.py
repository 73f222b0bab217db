"""Between which numbers a value of RDDL lies: what clingo can compute itself, and what cannot fail.

clingo has whole numbers of 32 bits, of which it never says that they ran over. So it adds and compares by itself only
what surely is one; all else is Python's. The bounds are those of interval arithmetic (Moore, Interval Analysis, 1966,
chapter 3), over what never changes; of a number in a state nothing is known.

>>> from relgym.model.rddl_expressions import Item
>>> ranges = ValueRanges(Equations({}, {}, {}, (), (), (), 0))
>>> ranges.interval(Operation("+", (Constant(True), Constant(2))))
(3, 3)
>>> ranges.may_fail(Operation("/", (Constant(1), Constant(0))))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isnan, prod

from relgym.model.equations import Equation, Equations, Function
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
    Matrix,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.rddl_walk import parts_of
from relgym.translate.asp_numbers import LIMIT
from relgym.translate.ranges import range_of

Interval = tuple[float, float]

_FAR = 2**62

_EVERY: Interval = (-inf, inf)

_SAFE = frozenset({"abs", "sgn", "min", "max"})
"""Functions that have a value for all numbers."""


class ValueRanges:
    """The intervals of one program's values."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._functions: dict[Function, Interval] = {}
        for function, values in program.constants.items():
            every = values if isinstance(values, list) else [values]
            if function.range != BOOL and every:
                self._functions[function] = min(every), max(every)

    def add(self, equation: Equation) -> None:
        """Note what an equation gives, for those that read its function."""
        self._functions[equation.function] = self.interval(equation.value)

    def range_of(self, value: Value) -> str:
        return range_of(value, self._program.functions)

    def is_native(self, value: Value) -> bool:
        """Whether a number, and all that it is computed from, is surely a whole number of 32 bits."""
        low, high = self.interval(value)
        if self.range_of(value) == REAL or max(-low, high) >= LIMIT:
            return False
        match value:
            case Operation("+" | "-" | "*", operands):
                return all(map(self.is_native, operands))
            case Aggregate("sum", _, body):
                # Of the items, too, which may cancel out.
                return self.is_native(body) and self._items(value) * max(map(abs, self.interval(body))) < LIMIT
            case Aggregate("min" | "max", _, body):
                return self.is_native(body)
            case Constant() | Fluent() | If() | Switch():
                return True
            case _:
                return self.range_of(value) == BOOL

    def may_fail(self, value: Value | Slot) -> bool:
        """Whether a value may be one that cannot be computed."""
        match value:
            case Operation("/", (_, divisor)) | Call("div" | "mod", (_, divisor)) if self._has_zero(divisor):
                return True
            case Call(name) if name not in (*_SAFE, "div", "mod"):
                return True
            case Draw("Bernoulli", (chance,)):
                low, high = self.interval(chance)
                if low < 0 or high > 1:
                    return True
            case Draw() | DrawItem() | DrawAny() | DrawVector() | External() | Matrix():
                return True
        return any(map(self.may_fail, parts_of(value)))

    def interval(self, value: Value) -> Interval:
        """Between which numbers a number lies; a truth value is 0 or 1."""
        low, high = self._interval(value)
        # Of whole numbers beyond all reals no bound can be computed with.
        return (low if low > -_FAR else -inf), (high if high < _FAR else inf)

    def _interval(self, value: Value) -> Interval:
        match value:
            case Constant(constant):
                return constant, constant
            case Operation("+" | "-" as operator, (operand,)):
                low, high = self.interval(operand)
                return (low, high) if operator == "+" else (-high, -low)
            case Operation("+" | "-" | "*" | "/" as operator, (left, right)):
                return _combined(operator, self.interval(left), self.interval(right))
            case If(_, then, otherwise):
                return _joined([self.interval(then), self.interval(otherwise)])
            case Switch(_, cases, default):
                branches = [branch for _, branch in cases] + ([] if default is None else [default])
                return _joined(map(self.interval, branches))
            case Aggregate("sum", _, body):
                low, high = self.interval(body)
                return _product(low, self._items(value)), _product(high, self._items(value))
            case Aggregate("min" | "max" | "avg", _, body):
                return self.interval(body)
            case Fluent(name, _, primed) if (function := self._program.functions[name, primed]).range != BOOL:
                return self._functions.get(function, _EVERY)
            case _:
                return (0, 1) if self.range_of(value) == BOOL else _EVERY

    def _items(self, value: Aggregate) -> int:
        return prod(self._program.size(variable.types[0]) for variable in value.variables)

    def _has_zero(self, divisor: Value) -> bool:
        low, high = self.interval(divisor)
        return low <= 0 <= high


def _joined(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return min(lows), max(highs)


def _combined(operator: str, left: Interval, right: Interval) -> Interval:
    match operator:
        case "+":
            found = [left[0] + right[0], left[1] + right[1]]
        case "-":
            found = [left[0] - right[1], left[1] - right[0]]
        case "*":
            found = [_product(first, second) for first in left for second in right]
        case _:
            if right[0] <= 0 <= right[1]:
                return _EVERY
            found = [first / second for first in left for second in right]
    return _EVERY if any(map(isnan, found)) else (min(found), max(found))


def _product(left: float, right: float) -> float:
    return 0 if not left or not right else left * right
