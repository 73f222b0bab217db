"""Read arrays at given places: values of functions, uniform numbers, entries of matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from relgym.model.rddl.expressions import Item, Slot, Uniform, Value
from relgym.model.terms import Variable
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Taken, Terms
from relgym.translate.arrays.shapes import apply, in_order, joined
from relgym.tuning.arrays import CONTIGUOUS_ELEMENTS


def read(ctx: ArrayLowering, array: Term, places: Sequence[Term]) -> Term:
    """Read an array at some places, one for each of its axes except that of the copies."""
    term = _read(ctx, array, places)
    if term.id != array.id and not array.fixed and all(place.fixed for place in places):
        ctx.layouts.parts[term.id] = (array, tuple(places), term.axes)
    return term


def place_of(ctx: ArrayLowering, term: Value | None, terms: Terms) -> Term:
    """The number of an item that is named, or that a variable stands for."""
    match term:
        case Item(_, _, number):
            return ctx.builder.table(number)
        case Variable():
            return terms[term]
    raise AssertionError(f"not plain: {term}")


def narrow(ctx: ArrayLowering, term: Term) -> Term:
    """Return truth values as numbers of one byte; entries of an array are read from a view of it."""
    taken = ctx.facts.taken.get(term.id)
    if taken is None:
        return ctx.builder.op("view", [term], term.axes, "int8", shape=ctx.builder.nodes[term.id].shape)
    whole = ctx.builder.op("view", [taken.array], (), "int8", shape=ctx.builder.nodes[taken.array.id].shape)
    return ctx.builder.op("take", [whole, taken.places], term.axes)


def picked(ctx: ArrayLowering, array: Term, axes: Sequence[Axis], places: Mapping[Axis, Term]) -> Term:
    """The entries of an array at places on some of its axes; the others stay."""
    terms = []
    for axis in axes:
        if axis in places:
            terms.append(places[axis])
        else:
            terms.append(copy_numbers(ctx) if axis == ctx.copies else ctx.numbers(axis))
    union = sorted({axis for term in terms for axis in term.axes})
    index = [ctx.builder.aligned(term, union) for term in terms]
    return ctx.builder.op("gather", [array, *index], tuple(union), fixed=False)


def copy_numbers(ctx: ArrayLowering) -> Term:
    """The numbers of the copies."""
    return ctx.builder.op("copies", [], ctx.around)


def slot(ctx: ArrayLowering, value: Slot, terms: Terms) -> tuple[Term, tuple[Axis, ...]]:
    """A fluent as an array, and the axes that stand for its open arguments, which are the last."""
    function = ctx.program.functions[value.fluent, False]
    places, axes = [], []
    for argument, of in zip(value.arguments, function.parameters, strict=True):
        if argument is None:
            axis = ctx.builder.axis(ctx.program.size(of))
            axes.append(axis)
            places.append(ctx.numbers(axis))
        else:
            places.append(place_of(ctx, argument, terms))
    return read(ctx, ctx.storage.arrays[function], places), tuple(axes)


def uniform_of(ctx: ArrayLowering, uniform: Uniform, terms: Terms) -> tuple[Term, Axis | None]:
    """The numbers of a draw, and the axis of them if it takes several."""
    several = uniform.count != 1
    sizes = (*uniform.sizes, uniform.count) if several else uniform.sizes
    end = uniform.start + prod(sizes)
    lead = tuple(axis.size for axis in ctx.around)
    block = ctx.builder.input("u", None, (*lead, ctx.program.uniforms), "float64")
    if (uniform.start, end) != (0, ctx.program.uniforms):
        block = ctx.builder.op("slice", [block], (), uniform.start, end, shape=(*lead, end - uniform.start))
    if len(sizes) != 1:
        block = ctx.builder.op("reshape", [block], (), (*lead, *sizes), shape=(*lead, *sizes))
    places = [terms[variable] for variable in uniform.around]
    axis = ctx.builder.axis(uniform.count) if several else None
    if axis is not None:
        places.append(ctx.numbers(axis))
    return read(ctx, block, places), axis


def full(ctx: ArrayLowering, term: Term, axes: Sequence[Axis]) -> Term:
    """Return a term with some axes, whether its value depends on them or not."""
    for axis in axes:
        if axis not in term.axes:
            term = apply(ctx, "add", term, ctx.builder.table(np.zeros(axis.size or 0), (axis,)))
    return term


def _contiguous(ctx: ArrayLowering, array: Term, places: Sequence[Term]) -> Term:
    """The part of an array at fixed places, copied place by place."""
    sizes = [*ctx.builder.nodes[array.id].shape]
    for number, place in reversed([*enumerate(places)]):
        if place.whole is None:
            del sizes[number]
            array = ctx.builder.op("take", [array, place], (), number, shape=tuple(sizes))
    return array


def _read(ctx: ArrayLowering, array: Term, places: Sequence[Term]) -> Term:
    lead = ctx.around if is_batched(ctx, array) else ()
    if not places:
        return replace(array, axes=lead)
    axes = [place.whole for place in places if place.whole is not None]
    numbers = [place for place in places if not place.axes and place.fixed]
    if len(axes) + len(numbers) < len(places) or len({*axes}) < len(axes):
        return _taken(ctx, array, places)
    if not numbers:
        return in_order(ctx, array, (*lead, *axes))
    if not lead and prod(axis.size or 1 for axis in axes) >= CONTIGUOUS_ELEMENTS:
        return in_order(ctx, _contiguous(ctx, array, places), axes)
    index = [":"] * len(lead) + [":" if place.whole else int(ctx.known(place)) for place in places]
    shape = tuple(axis.size for axis in (*lead, *axes))
    return in_order(ctx, ctx.builder.op("index", [array], (), *index, shape=shape), (*lead, *axes))


def is_batched(ctx: ArrayLowering, array: Term) -> bool:
    """Tell whether an array has the axis of the copies."""
    return ctx.builder.nodes[array.id].shape[:1] == (None,)


def _taken(ctx: ArrayLowering, array: Term, places: Sequence[Term]) -> Term:
    """Read an array at computed places, with `take` on the flat array."""
    build = ctx.builder
    sizes = [size for size in build.nodes[array.id].shape if size is not None]
    strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
    parts = [
        part if stride == 1 else apply(ctx, "multiply", part, build.table(stride))
        for part, stride in zip(places, strides, strict=True)
    ]
    index = joined(ctx, "add", parts)
    if not is_batched(ctx, array):
        # Without an axis, `take` counts along the whole array.
        term = build.op("take", [array, index], index.axes)
        ctx.facts.taken[term.id] = Taken(array, index)
        return term
    assert ctx.copies is not None
    size = prod(sizes)
    if ctx.copies in index.axes:
        index = apply(ctx, "add", index, apply(ctx, "multiply", copy_numbers(ctx), build.table(size)))
        return build.op("take", [array, index], index.axes, fixed=False)
    if len(sizes) != 1:
        array = build.op("reshape", [array], (), (None, size), fixed=False, shape=(None, size))
    return build.op("take", [array, index], (ctx.copies, *index.axes), 1, fixed=False)
