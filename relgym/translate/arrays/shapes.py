"""Elementwise operations on operands of one shape, where that is faster than to broadcast them.

For many copies, a table whose entries are all the same is one number. In one instance, where NumPy's calls cost more
than the elements of small arrays, a small array is brought to the shape of the others first: NumPy takes two or three
times as long for operands of different shapes. The numbers stay the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL
from relgym.translate.arrays.builder import TYPES, Axis, Term
from relgym.translate.arrays.context import ArrayLowering
from relgym.tuning.arrays import SPREAD_ELEMENTS_LIMIT

_IDEMPOTENT = ("bitwise_and", "bitwise_or", "minimum", "maximum")
"""Operations that give the number itself where both numbers are the same."""


def apply(ctx: ArrayLowering, name: str, *terms: Term, fixed: bool = True) -> Term:
    """Return an elementwise operation on terms; with `fixed`, it is computed at once where all of them are fixed."""
    if name in _IDEMPOTENT and terms[0] == terms[1]:
        return terms[0]
    terms = operands(ctx, terms)
    result = ctx.builder.aligned_op(name, *terms, fixed=fixed)
    if ctx.copies is None and any(is_turned(ctx, term) for term in terms):
        ctx.layouts.turned.add(result.id)
    return result


def joined(ctx: ArrayLowering, name: str, terms: Sequence[Term]) -> Term:
    """Combine several terms from the left by an operation on two."""
    result, *others = terms
    for term in others:
        result = apply(ctx, name, result, term)
    return result


def operands(ctx: ArrayLowering, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return terms in the shapes in which an operation takes them."""
    if ctx.copies is not None:
        batched = {axis for term in terms if ctx.copies in term.axes for axis in term.axes}
        if not batched:
            return terms
        # Along a short axis of a table NumPy goes step by step; a single number is as fast as it can be.
        return tuple(single(ctx, term) if term.fixed and {*term.axes} <= batched else term for term in terms)
    if any(is_turned(ctx, term) for term in terms):
        # In which order sums of real numbers are added up depends on how the numbers lie in memory: that is to stay.
        return terms
    return _of_one_shape(ctx, terms)


def single(ctx: ArrayLowering, term: Term) -> Term:
    """A table with equal entries as one number."""
    if not term.axes:
        return term
    singles = ctx.layouts.singles
    if term.id not in singles:
        known = np.asarray(ctx.known(term))
        same = known.size > 0 and known.tobytes() == known.size * known.flat[0].tobytes()
        singles[term.id] = ctx.builder.table(known.flat[0]) if same else None
    # The same table may have other axes elsewhere.
    return singles[term.id] or term


def in_order(ctx: ArrayLowering, term: Term, axes: Sequence[Axis]) -> Term:
    """Return an array that has its axes in another order with these in the order of their ranks."""
    turned = ctx.builder.in_order(term, axes)
    if turned.axes != tuple(axes):
        ctx.layouts.turned.add(turned.id)
    return turned


def is_turned(ctx: ArrayLowering, term: Term) -> bool:
    """Tell whether an array does not lie in memory row by row."""
    if len(term.axes) < 2:
        return False
    return not ctx.known(term).flags.c_contiguous if term.fixed else term.id in ctx.layouts.turned


def filled(ctx: ArrayLowering, value: Any, axes: tuple[Axis, ...], of: str = BOOL) -> Term:
    """An array of one value, which nobody may write into; without axes one of NumPy's numbers."""
    whole: Any = np.full([axis.size or 0 for axis in axes], value, TYPES.get(of, np.int64))
    whole.flags.writeable = False
    return ctx.builder.kept(whole if axes else whole[()], axes)


def beside(ctx: ArrayLowering, *terms: Term) -> list[Term]:
    """Return operands with numbers turned into arrays where another operand is an array that changes.

    NumPy takes twice as long for `array + 1` as for `array + one`, where `one` is an array without axes.
    """
    if not any(term.axes and not term.fixed for term in terms):
        return [*terms]
    return [_as_array(ctx, term) if term.fixed and not term.axes else term for term in terms]


def scalars(ctx: ArrayLowering, left: Term, right: Term) -> tuple[Term, Term]:
    """Two operands; a constant number has the form with which NumPy is fastest.

    NumPy takes ten times as long for a whole number of its own and a real one of Python's.
    """
    if left.axes or right.axes or left.fixed == right.fixed:
        left, right = beside(ctx, left, right)
        return left, right
    return (_scalar(ctx, left), right) if left.fixed else (left, _scalar(ctx, right))


def _scalar(ctx: ArrayLowering, term: Term) -> Term:
    number = ctx.known(term)
    return ctx.builder.kept(np.float64(number)) if isinstance(number, float) else term


def _as_array(ctx: ArrayLowering, term: Term) -> Term:
    number = ctx.known(term)
    return ctx.builder.kept(np.asarray(number)) if type(number) in (int, float) else term


def _of_one_shape(ctx: ArrayLowering, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Operands that all have the same axes, if that is less work than to broadcast them."""
    union = {axis for term in terms for axis in term.axes}
    shorter = [term for term in terms if term.axes and {*term.axes} != union]
    if not shorter or all(term.fixed for term in terms):
        return terms
    size = prod(axis.size or 0 for axis in union)
    changing = sum(1 for term in shorter if not term.fixed)
    if not 0 < size * max(1, changing) <= SPREAD_ELEMENTS_LIMIT:
        return terms
    axes = tuple(sorted(union))
    return tuple(_spread_over(ctx, term, axes) if term in shorter else term for term in terms)


def _spread_over(ctx: ArrayLowering, term: Term, axes: tuple[Axis, ...]) -> Term:
    """An array with further axes, along which it stays the same, as an array of its own."""
    sizes = [(axis.size or 0, axis in term.axes) for axis in axes]
    if term.fixed:
        return replace(ctx.builder.kept(_spread(ctx.known(term), sizes), axes), truth=term.truth)
    # Of a part of an array the places are those in the whole.
    part = ctx.layouts.parts.get(term.id)
    places = np.arange(prod(size for size, has in sizes if has)) if part is None else _places_of(ctx, *part)
    whole = term if part is None else part[0]
    taken = ctx.builder.op("take", [whole, ctx.builder.kept(_spread(places, sizes), axes)], axes)
    return replace(taken, truth=term.truth)


def _places_of(ctx: ArrayLowering, array: Term, places: tuple[Term, ...], axes: tuple[Axis, ...]) -> Any:
    """The places of what was read of an array in the row of all its entries."""
    sizes = [size or 0 for size in ctx.builder.nodes[array.id].shape]
    flat: Any = np.zeros([axis.size or 0 for axis in axes], np.intp)
    for number, place in enumerate(places):
        flat += ctx.known(ctx.builder.aligned(place, axes)) * prod(sizes[number + 1 :])
    return flat


def _spread(array: Any, pattern: Sequence[tuple[int, bool]]) -> Any:
    """An array with further axes, along which it stays the same."""
    shaped = np.reshape(array, [size if has else 1 for size, has in pattern])
    return np.ascontiguousarray(np.broadcast_to(shaped, [size for size, _ in pattern]))
