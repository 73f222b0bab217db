"""Interval arithmetic over the values of RDDL: bounds of a value that hold in every state.

The bounds are those of Moore, *Interval Analysis* (1966), chapter 3. They are Python numbers, which never wrap.
Numbers in a state or an action are unbounded, unless the caller assumes bounds.

>>> from relgym.model.rddl.expressions import Item
>>> intervals = Intervals(Equations({}, {}, {}, (), (), (), 0))
>>> intervals.interval(rddl.Operation("+", (rddl.Constant(True), rddl.Constant(2))))
(3, 3)
>>> intervals.interval(rddl.Call("min", (rddl.Constant(7), rddl.Call("abs", (rddl.Constant(-3),)))))
(3, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isnan, log2, prod, sqrt
from weakref import ref

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equation, Equations, Function, as_list
from relgym.model.rddl.expressions import BOOL, INT, Value
from relgym.translate.equations.ranges import range_of

Interval = tuple[float, float]
"""The least and the largest possible number of a value."""

FINITE_BOUND_LIMIT = 2**62
"""The number from which on a bound becomes infinite; larger bounds are of no use, and lose precision as reals."""

_UNKNOWN: Interval = (-inf, inf)


class Intervals:
    """The intervals of one program's values; `assumed` are the intervals of given functions.

    `rounded` is the interval assumed for real numbers that are rounded to whole numbers.
    """

    def __init__(
        self,
        program: Equations,
        assumed: Mapping[Function, Interval] | None = None,
        rounded: Interval = (-inf, inf),
    ) -> None:
        self._rounded = rounded
        # Parts of the program, not the program itself, so that cached intervals do not keep it alive.
        self._read, self._types, self._constants = program.functions, program.types, program.constants
        self._functions: dict[Function, Interval] = dict(assumed or {})
        self._known: dict[int, tuple[Value, Interval]] = {}

    def add(self, equation: Equation) -> None:
        """Note the interval of an equation, for equations that read its function."""
        self._functions[equation.function] = self.interval(equation.value)

    def range_of(self, value: Value) -> str:
        """Return the range of a value."""
        return range_of(value, self._read)

    def interval(self, value: Value) -> Interval:
        """Return the least and the largest possible number of a value; a truth value is 0 or 1."""
        known = self._known.get(id(value))
        if known is None:
            # The entry keeps the value alive, so that its identity stays unique.
            known = self._known[id(value)] = value, self._clamped(value)
        return known[1]

    def _clamped(self, value: Value) -> Interval:
        low, high = self._interval(value)
        return (min(low, FINITE_BOUND_LIMIT) if low > -FINITE_BOUND_LIMIT else -inf), (
            max(high, -FINITE_BOUND_LIMIT) if high < FINITE_BOUND_LIMIT else inf
        )

    def rows(self, value: rddl.Aggregate) -> int:
        """Return the number of rows of an aggregate."""
        return prod(len(self._types[variable.types[0]]) for variable in value.variables)

    def _interval(self, value: Value) -> Interval:
        match value:
            case rddl.Constant(constant):
                return constant, constant
            case rddl.Operation("+" | "-" as operator, (operand,)):
                low, high = self.interval(operand)
                return (low, high) if operator == "+" else (-high, -low)
            case rddl.Operation("+" | "-" | "*" | "/" as operator, (left, right)):
                return _combined(operator, self.interval(left), self.interval(right))
            case rddl.If(_, then, otherwise):
                return _hull([self.interval(then), self.interval(otherwise)])
            case rddl.Switch():
                return _hull(map(self.interval, value.branches))
            case rddl.Aggregate("sum", _, body):
                low, high = self.interval(body)
                return _product(low, self.rows(value)), _product(high, self.rows(value))
            case rddl.Aggregate("prod", _, body):
                return _power(self.interval(body), self.rows(value))
            case rddl.Aggregate("min" | "max" | "avg", _, body):
                return self.interval(body)
            case rddl.Call("round" | "floor" | "ceil" as name, (argument,)):
                low, high = self.interval(argument)
                return _called(name, [(max(low, self._rounded[0]), min(high, self._rounded[1]))], True)
            case rddl.Call(name, arguments):
                return _called(name, [self.interval(part) for part in arguments], self.range_of(value) == INT)
            case rddl.Draw(name):
                # Whole numbers are counts; nothing is known about reals or about the parameters.
                return (0, inf) if self.range_of(value) == INT else self._of_range(value)
            case rddl.Fluent(name, _, primed) if (function := self._read[name, primed]).range != BOOL:
                return self._of_function(function)
            case _:
                return self._of_range(value)

    def _of_range(self, value: Value) -> Interval:
        return (0, 1) if self.range_of(value) == BOOL else _UNKNOWN

    def _of_function(self, function: Function) -> Interval:
        interval = self._functions.get(function)
        if interval is None:
            values = self._constants.get(function, [])
            every = as_list(values)
            interval = self._functions[function] = (min(every), max(every)) if every else _UNKNOWN
        return interval


_KNOWN: dict[int, tuple[ref[Equations], Intervals]] = {}


def intervals_of(program: Equations) -> Intervals:
    """Return the cached intervals of a program's values and equations, without assumptions."""
    known = _KNOWN.get(id(program))
    if known is not None and known[0]() is program:
        return known[1]
    intervals = Intervals(program)
    for equation in program.equations:
        intervals.add(equation)
    place = id(program)
    _KNOWN[place] = ref(program, lambda _: _KNOWN.pop(place, None)), intervals
    return intervals


def _called(name: str, parts: list[Interval], whole: bool) -> Interval:
    """Return the interval of a function's value, for functions whose bounds hold in spite of rounding."""
    match name, parts:
        case "min" | "max" as extreme, [left, right]:
            chosen = min if extreme == "min" else max
            return chosen(left[0], right[0]), chosen(left[1], right[1])
        case "abs", [(low, high)]:
            return max(0, low, -high), max(-low, high)
        case "sgn", _:
            return -1, 1
        case "sin" | "cos" | "tanh", _:
            return -1, 1
        case "sqrt", [(_, high)]:
            return 0, sqrt(max(0, high))
        case "round" | "floor" | "ceil", [(low, high)]:
            return low - 1, high + 1
        case "div", [(low, high), _]:
            # The divisor is a whole number other than 0.
            largest = max(1, -low, high)
            return -largest, largest
        case "mod" | "fmod", [_, (low, high)] if whole:
            # The result has the sign of the divisor, and is closer to 0.
            return min(0, low), max(0, high)
        case _:
            return _UNKNOWN


def _hull(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return min(lows), max(highs)


def _combined(operator: str, left: Interval, right: Interval) -> Interval:
    match operator:
        case "+":
            ends = [left[0] + right[0], left[1] + right[1]]
        case "-":
            ends = [left[0] - right[1], left[1] - right[0]]
        case "*":
            ends = [_product(first, second) for first in left for second in right]
        case _:
            if right[0] <= 0 <= right[1]:
                return _UNKNOWN
            ends = [first / second for first in left for second in right]
    return _UNKNOWN if any(map(isnan, ends)) else (min(ends), max(ends))


def _power(interval: Interval, count: int) -> Interval:
    """Return the interval of a product of `count` numbers."""
    low, high = interval
    largest = max(1, -low, high)
    if largest > 1 and count * log2(largest) >= log2(FINITE_BOUND_LIMIT):
        return _UNKNOWN
    end = largest**count if largest > 1 else 1
    return (0 if low >= 0 else -end), end


def _product(left: float, right: float) -> float:
    return 0 if not left or not right else left * right
