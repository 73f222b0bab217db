"""Bounds of RDDL values: values that clingo can compute itself, and values that cannot fail.

clingo has whole numbers of 32 bits, and does not report an overflow. So it computes and compares only numbers that are
certainly in this range; Python does the rest. The bounds are those of `intervals`; nothing is known of state values.

>>> from relgym.model.rddl.expressions import Item
>>> ranges = ValueRanges(Equations({}, {}, {}, (), (), (), 0))
>>> ranges.interval(rddl.Operation("+", (rddl.Constant(True), rddl.Constant(2))))
(3, 3)
>>> ranges.may_fail(rddl.Operation("/", (rddl.Constant(1), rddl.Constant(0))))
True
"""

from __future__ import annotations

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equation, Equations
from relgym.model.rddl.expressions import BOOL, REAL, Value
from relgym.model.rddl.traversal import parts_of
from relgym.translate.asp.numbers import ABSOLUTE_VALUE_LIMIT
from relgym.translate.equations.conditions import bracketed
from relgym.translate.equations.finiteness import may_overflow
from relgym.translate.equations.intervals import Interval, Intervals
from relgym.translate.equations.ranges import range_of

_SAFE = frozenset({"abs", "sgn", "min", "max"})
"""Functions that have a value for all numbers."""


class ValueRanges:
    """The intervals of one program's values."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._intervals = Intervals(program)

    def add(self, equation: Equation) -> None:
        """Note what an equation gives, for those that read its function."""
        self._intervals.add(equation)

    def bracketed(self, value: Value) -> tuple[Value, Value] | None:
        """A product as the truth values among its factors and the others; nothing where no factor is a truth value."""
        return bracketed(value, self._program)

    def range_of(self, value: Value) -> str:
        return range_of(value, self._program.functions)

    def is_native(self, value: Value) -> bool:
        """Return True if a number, and all numbers that it is computed from, are certainly whole numbers of 32 bits."""
        low, high = self.interval(value)
        if self.range_of(value) == REAL or max(-low, high) >= ABSOLUTE_VALUE_LIMIT:
            return False
        match value:
            case rddl.Operation("+" | "-" | "*", operands):
                return all(map(self.is_native, operands))
            case rddl.Aggregate("sum", _, body):
                # Of the items, too, which may cancel out.
                return (
                    self.is_native(body)
                    and self._intervals.rows(value) * max(map(abs, self.interval(body))) < ABSOLUTE_VALUE_LIMIT
                )
            case rddl.Aggregate("min" | "max", _, body):
                return self.is_native(body)
            case rddl.Constant() | rddl.Fluent() | rddl.If() | rddl.Switch():
                return True
            case _:
                return self.range_of(value) == BOOL

    def may_fail(self, value: Value | rddl.Slot) -> bool:
        """Return True if the computation of a value may fail."""
        match value:
            case rddl.Operation("/", (_, divisor)) | rddl.Call("div" | "mod", (_, divisor)) if self._has_zero(divisor):
                return True
            case rddl.Call(name) if name not in (*_SAFE, "div", "mod"):
                return True
            case rddl.Draw("Bernoulli", (chance,)):
                low, high = self.interval(chance)
                if low < 0 or high > 1:
                    return True
            case rddl.Draw() | rddl.DrawItem() | rddl.DrawAny() | rddl.DrawVector() | rddl.External() | rddl.Matrix():
                return True
        if may_overflow(value, self._program):
            return True
        return any(map(self.may_fail, parts_of(value)))

    def interval(self, value: Value) -> Interval:
        """Between which numbers a number lies; a truth value is 0 or 1."""
        return self._intervals.interval(value)

    def _has_zero(self, divisor: Value) -> bool:
        low, high = self.interval(divisor)
        return low <= 0 <= high
