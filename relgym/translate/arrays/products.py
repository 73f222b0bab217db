"""Products with truth values, which are 0 and 1: they round nothing, so the cheapest factors are multiplied first.

Sums of such products over one axis of small arrays are dot products, which take NumPy half the time of a reduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, prod

import numpy as np

from relgym.model.arrays import Op
from relgym.model.rddl.expressions import BOOL, INT, REAL, Aggregate, Fluent, Operation, Value
from relgym.translate.arrays.bounds import heard
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Terms
from relgym.translate.arrays.failures import fail_unless_finite, guarded, narrow_guard
from relgym.translate.arrays.folds import as_count, bounded_dot, cast, is_small
from relgym.translate.arrays.shapes import apply, scalars
from relgym.translate.arrays.truth import both, where
from relgym.translate.equations.conditions import is_fixed
from relgym.translate.equations.finiteness import is_infinite, may_be_infinite


def product(ctx: ArrayLowering, value: Operation, terms: Terms) -> Term | None:
    """A product of truth values, or of one with two real numbers; None for others."""
    if is_truth(ctx, value):
        return cast(ctx, truth(ctx, value, terms), INT)
    match value.operands:
        case (Operation("*", (condition, number)), factor) if is_truth(ctx, condition):
            if ctx.range_of(number) == ctx.range_of(factor) == REAL:
                return _masked(ctx, value, condition, number, factor, terms)
    return None


def beside_truth(ctx: ArrayLowering, value: Value, condition: Term, terms: Terms) -> Term:
    """The other factor of a product with a truth value, beside which it is not computed where that is false."""
    number = guarded(ctx, value, condition, terms)
    if is_infinite(value, ctx.program):
        # No number times 0 gives 0 then.
        fail_unless_finite(ctx, number)
    elif ctx.range_of(value) == REAL and _may_be_missing(ctx, number) and not may_be_infinite(value, ctx.program):
        # Nothing tests the product, since a value such as 1 / 0 is an error where it is wanted: here it is not.
        return where(ctx, condition, number, ctx.builder.table(0.0))
    return number


def _may_be_missing(ctx: ArrayLowering, number: Term) -> bool:
    """Tell whether a number may be infinite or NaN; where the processor's flags are errors, none is."""
    if number.fixed:
        return not np.all(np.isfinite(ctx.known(number)))
    return ctx.clamped is None and number.id in ctx.failures.loud


def is_truth(ctx: ArrayLowering, value: Value) -> bool:
    """Tell whether a value is a truth value, or a product of such ones, which is one as well."""
    match value:
        case Operation("*", (left, right)):
            return is_truth(ctx, left) and is_truth(ctx, right)
        case _:
            return ctx.range_of(value) == BOOL


def truth(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """A product of truth values as a truth value."""
    match value:
        case Operation("*", (left, right)):
            first = truth(ctx, left, terms)
            before = narrow_guard(ctx, first)
            second = truth(ctx, right, terms)
            ctx.failures.guard = before
            return replace(both(ctx, first, second), truth=True)
        case _:
            return ctx.value(value, terms)


def times_one(ctx: ArrayLowering, value: Operation, left: Term, right: Term) -> Term | None:
    """The operand that a product is equal to, since the other is 1; None where there is none of its range."""
    for term, part, other in ((left, value.operands[1], right), (right, value.operands[0], left)):
        if term.fixed and not term.axes and ctx.range_of(part) == ctx.range_of(value) != BOOL:
            number = ctx.known(term)
            if number == 1 and not isinstance(number, bool):
                return other
    return None


def mask(ctx: ArrayLowering, condition: Term) -> Term:
    """A truth value by which a real number is multiplied, as 0.0 or 1.0 where that is faster."""
    if condition.fixed and condition.axes:
        # Once and for all, not at each step.
        return cast(ctx, condition, REAL)
    if ctx.copies is None and condition.axes:
        return _as_numbers(ctx, condition)
    return condition


def _as_numbers(ctx: ArrayLowering, condition: Term) -> Term:
    """A truth value of one instance as 0.0 or 1.0."""
    match ctx.builder.nodes[condition.id]:
        case Op("transpose", (inner,), _, _, ((1, 0),)):
            # The array itself may be wanted as numbers elsewhere.
            whole = _as_numbers(ctx, Term(inner, condition.axes[::-1]))
            term = ctx.builder.op("transpose", [whole], condition.axes, (1, 0))
        case _:
            term = ctx.builder.op("astype", [condition], condition.axes, "float64")
    if condition.id in ctx.layouts.turned:
        ctx.layouts.turned.add(term.id)
    return term


def as_real(ctx: ArrayLowering, part: Value, term: Term) -> Term:
    """An operand of an operation on real numbers: one that is none is turned into such, if that is faster."""
    if ctx.range_of(part) == REAL:
        return term
    if term.axes and (term.truth or ctx.range_of(part) == BOOL):
        return mask(ctx, term)
    if term.axes:
        return _table_as_real(ctx, term) if term.fixed or ctx.copies is None else term
    if not term.fixed:
        return term
    number = ctx.known(term)
    # A larger one is rounded by the operation itself.
    return ctx.builder.table(float(number)) if abs(number) <= ctx.limits.exact else term


def _table_as_real(ctx: ArrayLowering, term: Term) -> Term:
    """Whole numbers as real ones; of those taken out of a table, the table is turned into real numbers once."""
    taken = ctx.facts.taken.get(term.id)
    if taken is None or not taken.array.fixed:
        return cast(ctx, term, REAL)
    return ctx.builder.op("take", [cast(ctx, taken.array, REAL), taken.places], term.axes)


def _masked(
    ctx: ArrayLowering, value: Operation, truth_value: Value, number: Value, factor: Value, terms: Terms
) -> Term:
    """A truth value times two real numbers; these are multiplied first where they have fewer axes.

    To multiply by 0 or 1 rounds nothing, so the order does not matter.
    """
    condition = truth(ctx, truth_value, terms)
    first, second = beside_truth(ctx, number, condition, terms), ctx.value(factor, terms)
    of_truth = mask(ctx, condition)
    if {*condition.axes} > {*first.axes, *second.axes}:
        masked = apply(ctx, "multiply", of_truth, apply(ctx, "multiply", *scalars(ctx, first, second)))
    else:
        left = apply(ctx, "multiply", *scalars(ctx, of_truth, first))
        masked = apply(ctx, "multiply", *scalars(ctx, left, second))
    return heard(ctx, masked, value, terms, first, second)


def counts_by_dot(ctx: ArrayLowering, factors: Sequence[Term], over: Sequence[Axis]) -> Term | None:
    """The sum of a product of two small arrays of counts as a real number; None for other factors."""
    if len(factors) != 2 or not is_small(ctx, *factors):
        return None
    shared = _shared(factors[0], factors[1], over)
    counts = [as_count(ctx, factor) for factor in factors]
    most = prod(ctx.limits.exact if count is None else count.most for count in counts)
    if shared is None or None in counts or most * (shared.size or 0) > ctx.limits.exact:
        return None
    left, right = (mask(ctx, factor) if factor.truth else cast(ctx, factor, REAL) for factor in factors)
    return bounded_dot(ctx, left, right, shared)


def truths_by_table(ctx: ArrayLowering, value: Aggregate, terms: Terms) -> Term | None:
    """The sum of a truth value times a constant real fluent, over one variable of a small type; None for others."""
    match value:
        case Aggregate("sum", (variable,), Operation("*", (left, right))) if ctx.copies is None:
            inner = ctx.ranged(value.variables, terms)
            for condition, number in ((left, right), (right, left)):
                if is_truth(ctx, condition) and isinstance(number, Fluent) and is_fixed(number, ctx.program):
                    factors = truth(ctx, condition, inner), ctx.value(number, inner)
                    return _masked_table(ctx, *factors, inner[variable].axes)
    return None


def _masked_table(ctx: ArrayLowering, condition: Term, table: Term, over: Sequence[Axis]) -> Term | None:
    if condition.fixed or not table.fixed or not is_small(ctx, condition, table):
        return None
    shared = _shared(condition, table, over)
    known = ctx.known(table)
    if shared is None or known.dtype != np.float64 or not isfinite(known.size * float(np.abs(known).max(initial=0))):
        return None
    return bounded_dot(ctx, mask(ctx, condition), table, shared)


def _shared(left: Term, right: Term, over: Sequence[Axis]) -> Axis | None:
    """The only axis to sum over, if both arrays have it, and neither has two other ones or one of the other's."""
    common = [axis for axis in left.axes if axis in right.axes]
    if common != [*over] or len(common) != 1 or max(len(left.axes), len(right.axes)) > 2:
        return None
    return common[0]
