"""Bounds of values as tables computed in advance; values that cannot fail need no test during a step.

The bounds of a value have the axes of the variables that they depend on, like the value itself. For each computer they
show that `(1 + sum_{?y : computer} [LINK(?x, ?y) ^ running(?y)]) / (1 + sum_{?y : computer} LINK(?x, ?y))` is a
probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any, NamedTuple, assert_never

import numpy as np

from relgym.model.rddl.equations import Equation, Equations, Function
from relgym.model.rddl.expressions import (
    BOOL,
    INT,
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
    Switch,
    Value,
)
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Object, Variable
from relgym.translate.arrays.reads import ReadWriter, Terms
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.equations.conditions import conditioned, is_fixed
from relgym.translate.equations.intervals import Intervals
from relgym.translate.equations.ranges import range_of

_LARGEST = 1_000_000
"""The largest number of entries in a table of bounds; larger values get no bounds."""

MOST = 2**62
"""The largest absolute value of whole numbers computed with 64 bits; larger ones are left to Python's integers.

It is half of the range of 64 bits, since it is compared with a rounded result.
"""

EXACT = 2**53
"""The absolute value up to which a double holds each whole number exactly."""

ASSUMED = 2**30
"""The largest assumed absolute value of a whole number in a state or an action, or of a rounded real number.

A test of these numbers at every step replaces tests of the values that are computed from them.
"""

_RISING = {"sqrt": "xp.sqrt({0})", "exp": "xp.exp({0})", "min": "xp.minimum({0}, {1})", "max": "xp.maximum({0}, {1})"}
"""Functions that never fall in any argument."""

_AS_REAL = "xp.asarray({0}, dtype=xp.float64)"

_ENDS = (0.0, float(np.nextafter(1.0, 0.0)))
"""The least and the largest uniform number."""


class Bounds(NamedTuple):
    """The least and the largest possible number of a value, both fixed and finite."""

    low: Term
    high: Term


class BoundsWriter(ReadWriter):
    """Finds the bounds of values of one program; None where nothing is known.

    `within` holds the bounds of computed functions, for all items together.
    """

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self.fails: list[Term] = []
        # The numbers that must be finite in every copy.
        self.reals: list[Term] = []
        self.within: dict[Function, Bounds] = {}
        given = [function for function in (*program.states, *program.actions) if function.range == INT]
        assumed = (-ASSUMED, ASSUMED)
        self._intervals = Intervals(program, dict.fromkeys(given, assumed), rounded=assumed)
        # By function, the given whole numbers that it depends on.
        self._rests: dict[Function, frozenset[Function]] = {function: frozenset({function}) for function in given}
        # The given whole numbers whose assumed bounds were used.
        self.trusted: set[Function] = set()
        # The lines whose numbers may be infinite or NaN.
        self.loud: set[str] = set()

    def value(self, value: Value, terms: Terms) -> Term:
        raise NotImplementedError

    def range_of(self, value: Value) -> str:
        return range_of(value, self.program.functions)

    def fits(self, value: Value, most: int = MOST) -> bool:
        """Tell whether a whole number is certainly between `-most` and `most`.

        The proof may use assumed bounds of given numbers, which are then tested at every step.
        """
        low, high = self._intervals.interval(value)
        if not (-most < low and high < most):
            return False
        self.trusted |= self._given_of(value)
        return True

    def stays_small(self, value: Value) -> bool:
        """Tell whether the absolute value of a number is certainly below `ASSUMED`."""
        low, high = self._intervals.interval(value)
        return low > -ASSUMED and high < ASSUMED

    def keep_interval(self, equation: Equation) -> None:
        """Keep the interval of an equation's values, for equations that read its function."""
        self._intervals.add(equation)
        self._rests[equation.function] = self._given_of(equation.value)

    def _given_of(self, value: Value) -> frozenset[Function]:
        functions = self.program.functions
        read = {functions[part.name, part.primed] for part in walk(value) if isinstance(part, Fluent)}
        return frozenset().union(*(self._rests.get(function, ()) for function in read))

    def always_finite(self, value: Value, terms: Terms) -> bool:
        """Tell whether a value is certainly a finite number."""
        return self.range_of(value) != REAL or self.bounds(value, terms) is not None

    def never_wrong(self, draw: Draw, terms: Terms) -> bool:
        """Tell whether the parameters of a draw are certainly valid for its distribution."""
        bounds = [self.bounds(part, terms) for part in draw.arguments]
        if None in bounds:
            return False
        # Valid parameters form a convex set, so it is enough to test the corners of the box.
        text = f"{draw.distribution}_wrong(xp, {', '.join(f'{{{n}}}' for n in range(len(bounds)))})"
        corners = product(*(each for each in bounds if each is not None))
        return not any(bool(np.any(self.known(self.written(text, *corner)))) for corner in corners)

    def never_zero(self, value: Value, terms: Terms) -> bool:
        """Tell whether a number is certainly not 0."""
        bounds = self.bounds(value, terms)
        return bounds is not None and self._apart_from_zero(bounds)

    def keep_bounds(self, function: Function, value: Value, terms: Terms) -> None:
        """Keep the bounds of all values of a function, for equations that read it."""
        bounds = self.bounds(value, terms)
        if bounds is not None:
            low, high = (np.asarray(self.known(end)) for end in bounds)
            if low.size and high.size:
                self.within[function] = self._ends(low.min(), high.max())

    def heard(self, found: Term, value: Value, terms: Terms, *parts: Term) -> Term:
        """Return a result of arithmetic, recorded as loud if it may not be finite, since NumPy then warns."""
        if any(part.text in self.loud for part in parts) or (not found.fixed and self.bounds(value, terms) is None):
            self.loud.add(found.text)
        return found

    def bounds(self, value: Value, terms: Terms) -> Bounds | None:
        """Return the bounds of a value as a number: truth values are 0 and 1, items are their numbers."""
        of = self.range_of(value)
        if is_fixed(value, self.program) and not any(isinstance(part, Matrix) for part in walk(value)):
            # Entries of matrices are computed at every step, even of those that never change.
            before = len(self.fails)
            number = self.value(value, terms)
            # The value itself records its failures where it is used.
            del self.fails[before:]
            return self._finite(number, number) if of in (BOOL, INT, REAL) else None
        match value:
            case _ if of == BOOL:
                return self._ends(0, 1)
            case Constant() | Item() | Object() | Variable() | Matrix() | External():
                return None
            case Fluent(name, _, primed):
                if of not in (INT, REAL):
                    return self._ends(0, self.program.size(of) - 1)
                return self.within.get(self.program.functions[name, primed])
            case Operation(operator, operands):
                parts = [self.bounds(part, terms) for part in operands]
                known = [part for part in parts if part is not None]
                return self._operated(operator, known) if len(known) == len(parts) else None
            case Aggregate("sum"):
                return self._summed(value, terms)
            case If(_, then, otherwise):
                return self._either(self.bounds(then, terms), self.bounds(otherwise, terms))
            case Call(function, arguments) if function in _RISING:
                parts = [self.bounds(part, terms) for part in arguments]
                known = [part for part in parts if part is not None]
                if len(known) < len(parts):
                    return None
                low, high = (self.written(_RISING[function], *each) for each in zip(*known, strict=True))
                return self._finite(low, high)
            case Draw():
                return self._drawn(value, terms)
            case Aggregate() | Switch() | Call() | DrawItem() | DrawAny() | DrawVector():
                return None
            case _:
                assert_never(value)

    def _ends(self, low: float, high: float) -> Bounds:
        return Bounds(self.table(float(low)), self.table(float(high)))

    def _finite(self, low: Term, high: Term) -> Bounds | None:
        if not all(bool(np.isfinite(self.known(end)).all()) for end in (low, high)):
            return None
        return Bounds(
            *(end if self._is_real(end) else self.written("xp.asarray({0}, xp.float64)", end) for end in (low, high))
        )

    def _is_real(self, term: Term) -> bool:
        # Whole numbers could wrap in later arithmetic.
        return bool(np.asarray(self.known(term)).dtype == np.float64)

    def _either(self, one: Bounds | None, other: Bounds | None) -> Bounds | None:
        if one is None or other is None:
            return None
        low = self.written("xp.minimum({0}, {1})", one.low, other.low)
        return self._finite(low, self.written("xp.maximum({0}, {1})", one.high, other.high))

    def _operated(self, operator: str, parts: list[Bounds]) -> Bounds | None:
        match operator, parts:
            case "+", [part]:
                return part
            case "-", [part]:
                return self._finite(self.written("-{0}", part.high), self.written("-{0}", part.low))
            case "+", [left, right]:
                low = self.written("{0} + {1}", left.low, right.low)
                return self._finite(low, self.written("{0} + {1}", left.high, right.high))
            case "-", [left, right]:
                low = self.written("{0} - {1}", left.low, right.high)
                return self._finite(low, self.written("{0} - {1}", left.high, right.low))
            case "*" | "/", [left, right]:
                if operator == "/" and not self._apart_from_zero(right):
                    return None
                ends = [self.written(f"{{0}} {operator} {{1}}", *pair) for pair in product(left, right)]
                low = self.joined("xp.minimum({0}, {1})", ends)
                return self._finite(low, self.joined("xp.maximum({0}, {1})", ends))
            case _:
                return None

    def _apart_from_zero(self, bounds: Bounds) -> bool:
        return bool(np.all(self.known(self.written("({0} > 0) | ({1} < 0)", *bounds))))

    def _summed(self, value: Aggregate, terms: Terms) -> Bounds | None:
        """Return the bounds of a sum, over the rows that satisfy its condition on constants if it has one."""
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        condition, body = conditioned(value, self.program) or (Constant(True), value.body)
        holds, found = self.value(condition, inner), self.bounds(body, inner)
        if found is None or not holds.fixed:
            return None
        shape = {axis for term in (holds, *found) for axis in term.axes} | {*axes}
        if prod(axis.size or 1 for axis in shape) > _LARGEST:
            return None
        over = sorted(axes)
        ends = []
        for end in found:
            whole = self.written("xp.where({0}, {1}, 0)", holds, end)
            for axis in over:
                if axis not in whole.axes:
                    whole = self.written("{0} + {1}", whole, self.table(np.zeros(axis.size or 0, np.int64), (axis,)))
            places = tuple(place for place, axis in enumerate(whole.axes) if axis in axes)
            kept = tuple(axis for axis in whole.axes if axis not in axes)
            ends.append(self.made(f"xp.sum({whole.text}, axis={places})", kept, fixed=True))
        return self._finite(*ends)

    def _drawn(self, value: Draw, terms: Terms) -> Bounds | None:
        """Return the bounds of a draw with fixed parameters; they follow from quantile functions, which never fall."""
        if not all(is_fixed(part, self.program) for part in value.arguments) or not self.never_wrong(value, terms):
            return None
        parameters = [self.value(part, terms) for part in value.arguments]
        text = f"{value.distribution}_(xp, special, {', '.join(f'{{{n}}}' for n in range(len(parameters) + 1))})"
        low, high = (self.written(text, *parameters, self.table(np.asarray(end))) for end in _ENDS)
        return self._finite(low, high)
