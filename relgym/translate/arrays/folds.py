"""Reductions along some axes, and conversions; sums of truth values are counts, which narrow numbers are enough for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from relgym.model.arrays import Input, Op
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Count
from relgym.translate.arrays.reads import narrow
from relgym.translate.arrays.shapes import apply
from relgym.tuning.arrays import NARROW_DOT_ELEMENTS_LIMIT

_NARROW = (("int8", 127), ("int16", 2**15 - 1), ("int32", 2**31 - 1))
"""Types of whole numbers, and what is the largest of each."""

_TYPES = {BOOL: "bool_", INT: "int64", REAL: "float64"}

_REDUCTIONS = {"exists": "any", "forall": "all"}


def cast(ctx: ArrayLowering, term: Term, of: str) -> Term:
    """Convert a term to an array of a range; items are whole numbers."""
    count = count_of(ctx, term)
    if count is not None:
        # A count is brought to a range at once, not by way of the whole numbers of the usual size.
        converted = _as_type(ctx, count.narrow, of)
        if of == REAL:
            ctx.facts.real_counts[converted.id] = count
        return converted
    return _as_type(ctx, term, of)


def _as_type(ctx: ArrayLowering, term: Term, of: str) -> Term:
    dtype = _TYPES.get(of, "int64")
    shape = tuple(axis.size for axis in term.axes) if term.axes else ctx.builder.nodes[term.id].shape
    node = ctx.builder.nodes[term.id]
    if of == REAL and isinstance(node, Op) and node.name == "asarray" and node.attributes == ("int64",):
        [inner] = node.inputs
        match ctx.builder.nodes[inner]:
            case Op(dtype="bool") | Input(dtype="bool"):
                # At once, not by way of whole numbers.
                term = replace(term, id=inner, fixed=False)
            case Op("bounded_dot", dtype="float64"):
                # A count that was computed in real numbers.
                return replace(term, id=inner, fixed=False)
    converted = ctx.builder.op("asarray", [term], term.axes, dtype, shape=shape)
    if ctx.copies is None and term.id in ctx.layouts.turned:
        ctx.layouts.turned.add(converted.id)
    return converted


def counted(ctx: ArrayLowering, count: Count) -> Term:
    """A count as a whole number of the usual size."""
    term = _as_type(ctx, count.narrow, INT)
    ctx.facts.counts[term.id] = count
    return term


def summed_up(ctx: ArrayLowering, total: Term, most: int) -> Term:
    """Narrow numbers that count something, up to a number, as whole numbers of the usual size."""
    return counted(ctx, _count(ctx, total, most))


def count_of(ctx: ArrayLowering, term: Term) -> Count | None:
    """The count that a whole number is; None if it is none."""
    return _with_axes(ctx, ctx.facts.counts.get(term.id), term.axes)


def narrow_pair(ctx: ArrayLowering, left: Term, right: Term) -> tuple[Term, Term]:
    """Two numbers that are compared: a count and a number that is as narrow as such, if they are these."""
    for one, other in ((left, right), (right, left)):
        count = count_of(ctx, one) or _with_axes(ctx, ctx.facts.real_counts.get(one.id), one.axes)
        if count is None or one.fixed or not other.fixed or other.axes:
            continue
        number = float(ctx.known(other))
        if number.is_integer() and 0 <= number <= count.most:
            constant = ctx.builder.kept(np.asarray(int(number), narrowest(count.most)))
            return (count.narrow, constant) if one is left else (constant, count.narrow)
    return left, right


def multiplied(ctx: ArrayLowering, left: Term, right: Term) -> Term:
    """The product of two factors of a sum: of narrow numbers where both are truth values or small counts."""
    match [as_count(ctx, term) for term in (left, right)]:
        case [Count() as one, Count() as other] if one.most * other.most <= _NARROW[0][1]:
            return summed_up(ctx, apply(ctx, "multiply", one.narrow, other.narrow), one.most * other.most)
        case _:
            return apply(ctx, "multiply", left, right)


def folded(ctx: ArrayLowering, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
    """An aggregate over some axes, whether an array has them or not."""
    missing = prod(axis.size or 1 for axis in axes if axis not in term.axes)
    absent = not {*axes} & {*term.axes}
    if operator in ("argmin", "argmax") and absent:
        return ctx.builder.table(0)
    # A value without axes to fold may still be a truth value.
    if operator == "avg":
        # As in lists, the sum may be infinite where no row is.
        rows = prod(axis.size or 1 for axis in axes)
        return apply(ctx, "divide", folded(ctx, "sum", term, axes), ctx.builder.table(rows))
    if operator in ("sum", "prod") and (missing != 1 or absent):
        term = apply(ctx, "multiply" if operator == "sum" else "pow", term, ctx.builder.table(missing))
    return folded_present(ctx, operator, term, axes)


def folded_present(ctx: ArrayLowering, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
    """An aggregate over those of some axes that an array has."""
    build = ctx.builder
    places = [place for place, axis in enumerate(term.axes) if axis in axes]
    if not places:
        return term
    over = places[0] if len(places) == 1 else tuple(places)
    kept = tuple(axis for axis in term.axes if axis not in axes)
    rows = prod(term.axes[place].size or 1 for place in places)
    if operator in ("argmin", "argmax"):
        return build.op(operator, [term], kept, over)
    if operator == "sum" and term.truth:
        if not kept:
            return build.op("count_nonzero", [term], kept)
        # Narrow numbers are added much faster, and truth values are such ones already.
        return _narrow_sum(ctx, narrow(ctx, term), kept, over, prod(axis.size or 1 for axis in axes))
    if all(term.axes[place].size == 1 for place in places):
        # An aggregate of one row is that row.
        index = [0 if place in places else ":" for place in range(places[-1] + 1)]
        return build.op("index", [term], kept, *index)
    count = count_of(ctx, term) if operator == "sum" and not term.fixed else None
    if count is not None:
        return _narrow_sum(ctx, count.narrow, kept, over, count.most * rows)
    if operator in ("exists", "forall") and term.truth and not kept and ctx.copies is None:
        return _counted_truths(ctx, operator, term)
    return build.op(_REDUCTIONS.get(operator, operator), [term], kept, over, None)


def _narrow_sum(ctx: ArrayLowering, term: Term, kept: tuple[Axis, ...], over: int | tuple[int, ...], most: int) -> Term:
    """The sum, up to a number, of narrow numbers."""
    dtype = narrowest(most)
    total = _sum_by_dot(ctx, term, over, dtype) or ctx.builder.op("sum", [term], kept, over, dtype)
    return summed_up(ctx, total, most)


def _sum_by_dot(ctx: ArrayLowering, term: Term, over: int | tuple[int, ...], dtype: str) -> Term | None:
    """The sum of a small matrix of numbers of a type as such numbers; None for other arrays."""
    if len(term.axes) != 2 or isinstance(over, tuple) or ctx.builder.nodes[term.id].dtype != dtype:
        return None
    if not is_small(ctx, term):
        return None
    axis = term.axes[over]
    ones = ctx.builder.kept(np.ones(axis.size or 0, dtype), (axis,))
    return bounded_dot(ctx, ones, term, axis) if over == 0 else bounded_dot(ctx, term, ones, axis)


def is_small(ctx: ArrayLowering, *terms: Term) -> bool:
    """Tell whether arrays of one instance are so small that NumPy adds up faster by a dot product."""
    return ctx.copies is None and all(
        prod(axis.size or 0 for axis in term.axes) <= NARROW_DOT_ELEMENTS_LIMIT for term in terms
    )


def bounded_dot(ctx: ArrayLowering, left: Term, right: Term, shared: Axis) -> Term:
    """The sum over an axis of a product of two arrays, of which each has that axis and at most one of its own.

    No partial sum may run over: NumPy does not look at the processor's flags after a dot product.
    """
    build = ctx.builder
    rest, other = ([axis for axis in term.axes if axis != shared] for term in (left, right))
    if rest and other and rest > other:
        left, right = right, left
    if left.axes[-1] != shared:
        left = build.op("transpose", [left], left.axes[::-1], (1, 0))
    if right.axes[0] != shared:
        right = build.op("transpose", [right], right.axes[::-1], (1, 0))
    return build.op("bounded_dot", [left, right], (*left.axes[:-1], *right.axes[1:]))


def _counted_truths(ctx: ArrayLowering, operator: str, term: Term) -> Term:
    """A quantifier by a count: all truth values of an array are counted four times as fast as they are folded."""
    build = ctx.builder
    number = build.op("count_nonzero", [term], ())
    if operator == "forall":
        number = build.op("equal", [number, build.table(prod(axis.size or 0 for axis in term.axes))], ())
    return build.op("bool_", [number], ())


def narrowest(most: int) -> str:
    """The narrowest type of whole numbers up to a number."""
    return next((of for of, largest in _NARROW if most <= largest), "int64")


def _count(ctx: ArrayLowering, total: Term, most: int) -> Count:
    return Count(total, most, lambda start: apply(ctx, "add", start, total))


def _with_axes(ctx: ArrayLowering, count: Count | None, axes: tuple[Axis, ...]) -> Count | None:
    """A count as it is read elsewhere, by other variables."""
    if count is None or count.narrow.axes == axes:
        return count
    return _count(ctx, replace(count.narrow, axes=axes), count.most)


def as_count(ctx: ArrayLowering, term: Term) -> Count | None:
    """The count that a truth value or a whole number is; None if it is none, or is fixed."""
    if term.truth and term.axes and not term.fixed:
        return _count(ctx, narrow(ctx, term), 1)
    return count_of(ctx, term)
