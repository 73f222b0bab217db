"""Draws as arrays: all items at once, each with its own uniform number; and values that are computed as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.expressions import INT, Value
from relgym.translate.arrays.bounds import never_wrong
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Chance, Terms, axes_of
from relgym.translate.arrays.failures import exact, fail, fail_always, number, real
from relgym.translate.arrays.folds import cast, folded_present
from relgym.translate.arrays.reads import full, picked, place_of, slot, uniform_of
from relgym.translate.arrays.shapes import apply, beside, joined
from relgym.tuning.arrays import TOGETHER_LIMITS


def draw(ctx: ArrayLowering, value: rddl.Draw | rddl.DrawItem | rddl.DrawAny | rddl.DrawVector, terms: Terms) -> Term:
    """Lower a draw."""
    match value:
        case rddl.Draw():
            return _draw_number(ctx, value, terms)
        case rddl.DrawItem():
            return _draw_item(ctx, value, terms)
        case rddl.DrawAny():
            return _draw_any(ctx, value, terms)
        case rddl.DrawVector(distribution, (index,)):
            drawn, axis = uniform_of(ctx, rddl.drawn_by(value), terms)
            if axis is None:
                axis = ctx.builder.axis(1)
                shape = tuple(each.size for each in (*drawn.axes, axis))
                drawn = ctx.builder.op("expand_dims", [drawn], (*drawn.axes, axis), "...", None, shape=shape)
            slots = [*(slot(ctx, each, terms) for each in value.arguments), (drawn, (axis,))]
            return _entry(ctx, f"{distribution}_", slots, {axis: place_of(ctx, index, terms)})
        case rddl.DrawVector():
            raise AssertionError(f"not one index: {value}")


def _draw_number(ctx: ArrayLowering, value: rddl.Draw, terms: Terms) -> Term:
    distribution = value.distribution
    parameters = [_parameter(ctx, part, terms) for part in value.arguments]
    drawn, _ = uniform_of(ctx, rddl.drawn_by(value), terms)
    if not never_wrong(ctx, value, terms):
        fail(ctx, apply(ctx, f"wrong:{distribution}", *parameters))
    if distribution == "Bernoulli":
        return happens(ctx, parameters[0], drawn)
    term = _scaled(ctx, distribution, parameters, drawn)
    if term is None:
        term = apply(ctx, f"quantile:{distribution}", *parameters, drawn)
    if ctx.range_of(value) == INT:
        # Only counts that are too large for 64 bits are negative.
        fail(ctx, apply(ctx, "less", term, ctx.builder.table(0)))
    return term


def happens(ctx: ArrayLowering, probability: Term, number: Term) -> Term:
    """Return the mask of numbers below a probability, as in `array_draws.bernoulli`."""
    if number.axes and probability.fixed and not probability.axes:
        # Comparing an array with an array is faster than with a number.
        probability = ctx.builder.kept(np.asarray(float(ctx.known(probability))))
    term = apply(ctx, "less", number, probability)
    ctx.facts.chances[term.id] = Chance(probability, number)
    return term


def entry(ctx: ArrayLowering, value: rddl.Matrix | rddl.External, terms: Terms) -> Term:
    """Lower an entry of a value that is computed as a whole, such as an inverse matrix."""
    match value:
        case rddl.Matrix(operator, row, column, body):
            inner = ctx.ranged((row, column), terms)
            axes = axes_of((row, column), inner)
            entries = full(ctx, real(ctx, body, inner), axes)
            places = dict(zip(axes, (terms[place] for place in value.places), strict=True))
            return _entry(ctx, f"{operator}_", [(entries, axes)], places)
        case rddl.External(function, index):
            slots = [slot(ctx, each, terms) for each in value.arguments]
            places = {ctx.builder.axis(None): place_of(ctx, part, terms) for part in index}
            return _entry(ctx, f"external_{function}", slots, places)


def _parameter(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a parameter or a weight as a number that a double holds exactly, so that arithmetic does not wrap."""
    term = number(ctx, value, terms)
    exact(ctx, value, term)
    return term


def _scaled(ctx: ArrayLowering, distribution: str, parameters: Sequence[Term], drawn: Term) -> Term | None:
    """Lower a draw with fixed parameters as a shifted and scaled draw of its standard distribution."""
    if not all(term.fixed for term in parameters):
        return None
    match distribution, parameters:
        case "Normal", (start, variance):
            width = apply(ctx, "sqrt", variance)
            drawn = apply(ctx, "standard_normal", drawn)
        case "Uniform", (start, high):
            width = apply(ctx, "subtract", high, start)
        case _:
            return None
    if not _is(ctx, width, 1):
        drawn = apply(ctx, "multiply", *beside(ctx, width, drawn))
    return drawn if _is(ctx, start, 0) else apply(ctx, "add", *beside(ctx, start, drawn))


def _is(ctx: ArrayLowering, term: Term, number: float) -> bool:
    """Tell whether a term is this fixed number."""
    return term.fixed and not term.axes and bool(ctx.known(term) == number)


def _draw_item(ctx: ArrayLowering, value: rddl.DrawItem, terms: Terms) -> Term:
    """The number of the drawn item: the count of cumulative weights that are not above the number drawn."""
    table = ctx.builder.table
    places = [number for number, (_, weight) in enumerate(value.weights) if weight != rddl.Constant(0)]
    given = {n: _parameter(ctx, part, terms) for n in places if (part := value.weights[n][1]) is not None}
    if len(given) < len(places):
        [rest] = {*places} - {*given}
        missing = apply(ctx, "subtract", table(1.0), joined(ctx, "add", [*given.values()] or [table(0.0)]))
        fail(ctx, apply(ctx, "wrong:rest", missing))
        given[rest] = apply(ctx, "maximum", table(0.0), missing)
    if not places:
        fail_always(ctx)
        return table(0)
    weights = [given[n] for n in places]
    sums = [weights[0]]
    for weight in weights[1:]:
        sums.append(apply(ctx, "add", sums[-1], weight))
    _check_weights(ctx, value.normalised, joined(ctx, "minimum", weights), sums[-1])
    drawn, _ = uniform_of(ctx, rddl.drawn_by(value), terms)
    aim = drawn if _is(ctx, sums[-1], 1) else apply(ctx, "multiply", *beside(ctx, drawn, sums[-1]))
    term = cast(ctx, _counted_below(ctx, sums[:-1], aim), "")
    if places == list(range(len(places))):
        return term
    row = table(np.array(places), (ctx.builder.axis(len(places)),))
    return ctx.builder.op("take", [row, term], term.axes)


def _counted_below(ctx: ArrayLowering, limits: Sequence[Term], aim: Term) -> Term:
    """The count of nondecreasing limits that are not above a number."""
    build = ctx.builder
    if len(limits) > 1 and all(term.fixed for term in limits):
        known = [np.asarray(ctx.known(term), float) for term in limits]
        if not any(term.axes for term in limits):
            if (np.diff(known) >= 0).all():
                return build.op("searchsorted", [build.kept(np.array(known)), aim], aim.axes, "right")
        elif len(limits) >= TOGETHER_LIMITS and len({term.axes for term in limits}) == 1:
            axis = build.front(len(limits))
            below = apply(ctx, "less_equal", build.kept(np.stack(known), (axis, *limits[0].axes)), aim)
            return folded_present(ctx, "sum", replace(below, truth=True), [axis])
    count = build.table(0)
    for limit in limits:
        count = apply(ctx, "add", count, apply(ctx, "less_equal", *beside(ctx, limit, aim)))
    return count


def _draw_any(ctx: ArrayLowering, value: rddl.DrawAny, terms: Terms) -> Term:
    build = ctx.builder
    inner = ctx.ranged((value.variable,), terms)
    [axis] = axes_of((value.variable,), inner)
    body = full(ctx, _parameter(ctx, value.body, inner), (axis,))
    axes = body.axes[:-1]
    sums = build.op("cumsum", [body], body.axes, -1)
    total = build.op("index", [sums], axes, "...", -1)
    _check_weights(ctx, value.normalised, build.op("min", [body], axes, -1, None), total)
    drawn, _ = uniform_of(ctx, rddl.drawn_by(value), terms)
    lower = apply(ctx, "less_equal", sums, apply(ctx, "multiply", drawn, total))
    position = build.op("sum", [lower], lower.axes[:-1], -1, None, fixed=False)
    return apply(ctx, "minimum", position, build.table((axis.size or 1) - 1))


def _check_weights(ctx: ArrayLowering, normalised: bool, least: Term, total: Term) -> None:
    fail(ctx, apply(ctx, "wrong:chances" if normalised else "wrong:weights", least, total))


def _entry(
    ctx: ArrayLowering, function: str, slots: Sequence[tuple[Term, tuple[Axis, ...]]], places: Mapping[Axis, Term]
) -> Term:
    """An entry of the result of a function that takes the last axes of its arguments as plain lists."""
    build = ctx.builder
    outer = tuple(sorted({axis for term, inner in slots for axis in term.axes if axis not in inner}))
    arguments = [build.aligned(term, [*outer, *inner]) for term, inner in slots]
    owns = tuple(len(inner) for _, inner in slots)
    read = tuple(_places_read(ctx, axis, place) for axis, place in places.items())
    whole = build.op("rows", arguments, outer, function, read, owns, len(outer), fixed=False)
    fail(ctx, build.op("rows_failed", [whole], outer, fixed=False))
    shape = (*(axis.size for axis in outer), *read)
    values = build.op("rows_values", [whole], outer, fixed=False, shape=shape)
    return picked(ctx, values, [*outer, *places], places) if places else values


def _places_read(ctx: ArrayLowering, axis: Axis, place: Term) -> int:
    """The size of an axis of a result, or what is read of it where a function of the caller decides it."""
    return int(np.max(ctx.known(place), initial=-1)) + 1 if axis.size is None else axis.size
