"""Bounds of values as tables computed in advance; values that cannot fail need no test during a step.

The bounds of a value have the axes of the variables that they depend on, like the value itself. For each computer they
show that `(1 + sum_{?y : computer} [LINK(?x, ?y) ^ running(?y)]) / (1 + sum_{?y : computer} LINK(?x, ?y))` is a
probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import assert_never

import numpy as np

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equation, Function
from relgym.model.rddl.expressions import BOOL, INT, REAL, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Object, Variable
from relgym.translate.arrays.builder import Term
from relgym.translate.arrays.context import ArrayLowering, NumberBounds, Terms, axes_of
from relgym.translate.arrays.folds import cast
from relgym.translate.arrays.shapes import apply, joined
from relgym.translate.equations.conditions import conditioned, is_fixed
from relgym.tuning.arrays import BOUNDS_ELEMENTS_LIMIT

_RISING = {"sqrt": "sqrt", "exp": "exp", "min": "minimum", "max": "maximum"}
"""Functions that never fall in any argument."""

_SIGNS = {"*": "multiply", "/": "divide"}

_ENDS = (0.0, float(np.nextafter(1.0, 0.0)))
"""The least and the largest uniform number."""


def fits(ctx: ArrayLowering, value: Value, most: int | None = None) -> bool:
    """Tell whether a whole number is certainly between `-most` and `most`; by default those that are computed.

    The proof may use assumed bounds of given numbers, which are then tested at every step.
    """
    low, high = ctx.proofs.intervals.interval(value)
    most = ctx.limits.most if most is None else most
    if not (-most < low and high < most):
        return False
    ctx.proofs.trusted |= _given_of(ctx, value)
    return True


def stays_small(ctx: ArrayLowering, value: Value) -> bool:
    """Tell whether the absolute value of a number is certainly as small as given ones are assumed to be."""
    low, high = ctx.proofs.intervals.interval(value)
    return low > -ctx.limits.assumed and high < ctx.limits.assumed


def keep_interval(ctx: ArrayLowering, equation: Equation) -> None:
    """Keep the interval of an equation's values, for equations that read its function."""
    ctx.proofs.intervals.add(equation)
    ctx.proofs.rests[equation.function] = _given_of(ctx, equation.value)


def always_finite(ctx: ArrayLowering, value: Value, terms: Terms) -> bool:
    """Tell whether a value is certainly a finite number."""
    return ctx.range_of(value) != REAL or bounds(ctx, value, terms) is not None


def never_wrong(ctx: ArrayLowering, draw: rddl.Draw, terms: Terms) -> bool:
    """Tell whether the parameters of a draw are certainly valid for its distribution."""
    ranges = [bounds(ctx, part, terms) for part in draw.arguments]
    if None in ranges:
        return False
    # Valid parameters form a convex set, so it is enough to test the corners of the box.
    corners = product(*(each for each in ranges if each is not None))
    return not any(ctx.holds_somewhere(apply(ctx, f"wrong:{draw.distribution}", *corner)) for corner in corners)


def never_zero(ctx: ArrayLowering, value: Value, terms: Terms) -> bool:
    """Tell whether a number is certainly not 0."""
    ends = bounds(ctx, value, terms)
    return ends is not None and _apart_from_zero(ctx, ends)


def keep_bounds(ctx: ArrayLowering, function: Function, value: Value, terms: Terms) -> None:
    """Keep the bounds of all values of a function, for equations that read it."""
    ends = bounds(ctx, value, terms)
    if ends is not None:
        low, high = (np.asarray(ctx.known(end)) for end in ends)
        if low.size and high.size:
            ctx.proofs.within[function] = _ends(ctx, low.min(), high.max())


def heard(ctx: ArrayLowering, term: Term, value: Value, terms: Terms, *parts: Term) -> Term:
    """Return a result of arithmetic, recorded as loud if it may not be finite, since NumPy then warns."""
    loud = ctx.failures.loud
    if any(part.id in loud for part in parts) or (not term.fixed and bounds(ctx, value, terms) is None):
        loud.add(term.id)
    return term


def bounds(ctx: ArrayLowering, value: Value, terms: Terms) -> NumberBounds | None:
    """Return the bounds of a value as a number: truth values are 0 and 1, items are their numbers."""
    of = ctx.range_of(value)
    if is_fixed(value, ctx.program) and not any(isinstance(part, rddl.Matrix) for part in walk(value)):
        # Entries of matrices are computed at every step, even of those that never change.
        before = len(ctx.failures.where)
        number = ctx.value(value, terms)
        # The value itself records its failures where it is used.
        del ctx.failures.where[before:]
        return _finite(ctx, number, number) if of in (BOOL, INT, REAL) else None
    match value:
        case _ if of == BOOL:
            return _ends(ctx, 0, 1)
        case rddl.Constant() | rddl.Item() | Object() | Variable() | rddl.Matrix() | rddl.External():
            return None
        case rddl.Fluent(name, _, primed):
            if of not in (INT, REAL):
                return _ends(ctx, 0, ctx.program.size(of) - 1)
            return ctx.proofs.within.get(ctx.program.functions[name, primed])
        case rddl.Operation(operator, operands):
            known = _all_bounds(ctx, operands, terms)
            return None if known is None else _operated(ctx, operator, known)
        case rddl.Aggregate("sum"):
            return _summed(ctx, value, terms)
        case rddl.If(_, then, otherwise):
            known = _all_bounds(ctx, (then, otherwise), terms)
            return None if known is None else _rising(ctx, ("minimum", "maximum"), known)
        case rddl.Call(function, arguments) if function in _RISING:
            known = _all_bounds(ctx, arguments, terms)
            return None if known is None else _rising(ctx, (_RISING[function],) * 2, known)
        case rddl.Draw():
            return _drawn(ctx, value, terms)
        case rddl.Aggregate() | rddl.Switch() | rddl.Call() | rddl.DrawItem() | rddl.DrawAny() | rddl.DrawVector():
            return None
        case _:
            assert_never(value)


def _given_of(ctx: ArrayLowering, value: Value) -> frozenset[Function]:
    functions = ctx.program.functions
    read = {functions[part.name, part.primed] for part in walk(value) if isinstance(part, rddl.Fluent)}
    return frozenset().union(*(ctx.proofs.rests.get(function, ()) for function in read))


def _all_bounds(ctx: ArrayLowering, values: Sequence[Value], terms: Terms) -> list[NumberBounds] | None:
    parts = [bounds(ctx, part, terms) for part in values]
    known = [part for part in parts if part is not None]
    return known if len(known) == len(parts) else None


def _ends(ctx: ArrayLowering, low: float, high: float) -> NumberBounds:
    return NumberBounds(ctx.builder.table(float(low)), ctx.builder.table(float(high)))


def _finite(ctx: ArrayLowering, low: Term, high: Term) -> NumberBounds | None:
    if not all(bool(np.isfinite(ctx.known(end)).all()) for end in (low, high)):
        return None
    # Whole numbers could wrap in later arithmetic.
    return NumberBounds(*(end if _is_real(ctx, end) else cast(ctx, end, REAL) for end in (low, high)))


def _is_real(ctx: ArrayLowering, term: Term) -> bool:
    return bool(np.asarray(ctx.known(term)).dtype == np.float64)


def _rising(ctx: ArrayLowering, names: tuple[str, str], parts: Sequence[NumberBounds]) -> NumberBounds | None:
    """Return the bounds of functions that never fall, of the lower ends and of the upper ones."""
    ends = zip(names, zip(*parts, strict=True), strict=True)
    return _finite(ctx, *(apply(ctx, name, *each) for name, each in ends))


def _operated(ctx: ArrayLowering, operator: str, parts: list[NumberBounds]) -> NumberBounds | None:
    match operator, parts:
        case "+", [part]:
            return part
        case "-", [part]:
            return _finite(ctx, apply(ctx, "negative", part.high), apply(ctx, "negative", part.low))
        case "+", [left, right]:
            return _finite(ctx, apply(ctx, "add", left.low, right.low), apply(ctx, "add", left.high, right.high))
        case "-", [left, right]:
            low = apply(ctx, "subtract", left.low, right.high)
            return _finite(ctx, low, apply(ctx, "subtract", left.high, right.low))
        case "*" | "/", [left, right]:
            if operator == "/" and not _apart_from_zero(ctx, right):
                return None
            ends = [apply(ctx, _SIGNS[operator], *pair) for pair in product(left, right)]
            return _finite(ctx, joined(ctx, "minimum", ends), joined(ctx, "maximum", ends))
        case _:
            return None


def _apart_from_zero(ctx: ArrayLowering, ends: NumberBounds) -> bool:
    zero = ctx.builder.table(0)
    apart = apply(ctx, "bitwise_or", apply(ctx, "greater", ends.low, zero), apply(ctx, "less", ends.high, zero))
    return bool(np.all(ctx.known(apart)))


def _summed(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> NumberBounds | None:
    """Return the bounds of a sum, over the rows that satisfy its condition on constants if it has one."""
    inner = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, inner)
    condition, body = conditioned(value, ctx.program) or (rddl.Constant(True), value.body)
    holds, span = ctx.value(condition, inner), bounds(ctx, body, inner)
    if span is None or not holds.fixed:
        return None
    shape = {axis for term in (holds, *span) for axis in term.axes} | {*axes}
    if prod(axis.size or 1 for axis in shape) > BOUNDS_ELEMENTS_LIMIT:
        return None
    ends = []
    for end in span:
        whole = apply(ctx, "where", holds, end, ctx.builder.table(0))
        for axis in sorted(axes):
            if axis not in whole.axes:
                whole = apply(ctx, "add", whole, ctx.builder.table(np.zeros(axis.size or 0, np.int64), (axis,)))
        places = tuple(place for place, axis in enumerate(whole.axes) if axis in axes)
        kept = tuple(axis for axis in whole.axes if axis not in axes)
        ends.append(ctx.builder.op("sum", [whole], kept, places, None))
    return _finite(ctx, *ends)


def _drawn(ctx: ArrayLowering, value: rddl.Draw, terms: Terms) -> NumberBounds | None:
    """Return the bounds of a draw with fixed parameters; they follow from quantile functions, which never fall."""
    if not all(is_fixed(part, ctx.program) for part in value.arguments) or not never_wrong(ctx, value, terms):
        return None
    parameters = [ctx.value(part, terms) for part in value.arguments]
    name = f"quantile:{value.distribution}"
    return _finite(ctx, *(apply(ctx, name, *parameters, ctx.builder.table(np.asarray(end))) for end in _ENDS))
