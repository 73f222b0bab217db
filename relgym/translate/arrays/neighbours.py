"""Aggregates over those rows alone for which a condition on constants holds, such as the neighbours of each item.

`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]` goes through the neighbours of each item. Where these are few, each item has as
many places for them as the one with the most of them needs. Where some items have many more rows than others, there is
a list of all pairs of an item and a row.

>>> near = np.array([[True, True, False], [False, False, True], [True, True, True]])
>>> pairs = Pairs.of(near, 1)
>>> [each.tolist() for each in pairs.places], pairs.rounds, pairs.others.tolist()
([[0, 1, 2, 0, 2, 2], [0, 2, 0, 1, 1, 2]], 1, [0, 2, 2])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, INT, REAL, Aggregate, Value
from relgym.model.rddl.traversal import has_draws, walk
from relgym.model.terms import Variable
from relgym.translate.arrays.builder import TYPES, Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Count, Terms, axes_of
from relgym.translate.arrays.failures import compared, guarded
from relgym.translate.arrays.folds import cast, counted, folded, narrowest
from relgym.translate.arrays.products import is_truth, truth
from relgym.translate.arrays.reads import full, narrow
from relgym.translate.arrays.shapes import apply
from relgym.translate.arrays.truth import negated, where
from relgym.tuning.arrays import ADDED_ELEMENTS, CHOSEN_ELEMENTS, NEIGHBOURS_RATIO

_NOTHING = {"sum": 0, "exists": False, "forall": True}


@dataclass(frozen=True)
class Pairs:
    """Pairs of an item and one of its rows: the first `rounds` rows of all items, then what some have beyond these.

    `places` are their numbers on the axes of a table, `counts` tells how many each item has, in an array with the axes
    of items, and `others` are the items of those after the rounds.
    """

    places: tuple[Any, ...]
    counts: Any
    rounds: int
    others: Any

    @classmethod
    def of(cls, table: Any, outer: int) -> Pairs:
        """The pairs for which a table holds; items are the entries of its first axes."""
        places = np.nonzero(table)
        shape = table.shape[:outer]
        items = np.ravel_multi_index(places[:outer], shape)
        counts = np.bincount(items, minlength=prod(shape))
        rounds = int(counts.min())
        ranks = np.arange(len(items)) - np.repeat(np.cumsum(counts) - counts, counts)
        # The rows of each item keep their order, since sums of real numbers depend on it.
        order = np.argsort(np.minimum(ranks, rounds), kind="stable")
        others = items[order][rounds * counts.size :]
        return cls(tuple(place[order] for place in places), counts.reshape(shape), rounds, others)

    @property
    def cost(self) -> int:
        """The cost of adding the pairs up, in elements of whole arrays."""
        return int(self.counts.size) * self.rounds + ADDED_ELEMENTS * len(self.others)


def over_rows(ctx: ArrayLowering, value: Aggregate, condition: Value, body: Value, terms: Terms) -> Term | None:
    """An aggregate over the rows for which a condition on constants holds, if they are few of all."""
    ranged = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, ranged)
    holds = full(ctx, cast(ctx, ctx.value(condition, ranged), INT), axes)
    if not holds.fixed:
        return None
    table = np.asarray(ctx.known(holds), bool)
    if not table.any():
        return ctx.builder.table(_NOTHING[value.operator])
    outer = holds.axes[: -len(axes)]
    rows = prod(table.shape[len(outer) :])
    flat = table.reshape((*table.shape[: len(outer)], rows))
    most = int(flat.sum(axis=-1).max())
    few = most * NEIGHBOURS_RATIO <= rows
    if value.operator == "sum" and outer:
        pairs = Pairs.of(table, len(outer))
        if pairs.cost < (most * table.size // rows if few else table.size // CHOSEN_ELEMENTS):
            term = _over_pairs(ctx, pairs, value.variables, body, outer, terms)
            if term is not None:
                return term
    return _over_places(ctx, value, body, outer, flat, most, terms) if few else None


def folding(ctx: ArrayLowering, value: Aggregate, body: Value, terms: Terms) -> Term:
    """The body as what is folded: sums count truth values by themselves."""
    if value.operator in ("min", "max", "argmin", "argmax"):
        return compared(ctx, body, terms)
    return truth(ctx, body, terms) if is_truth(ctx, body) else ctx.value(body, terms)


def _over_places(
    ctx: ArrayLowering, value: Aggregate, body: Value, outer: tuple[Axis, ...], flat: Any, most: int, terms: Terms
) -> Term:
    """An aggregate with the same number of slots for each item; slots stay empty where an item has fewer rows."""
    table = ctx.builder.table
    sizes = [ctx.program.size(variable.types[0]) for variable in value.variables]
    if most == 1 and not (value.operator == "sum" and ctx.range_of(body) == BOOL):
        return _only_row(ctx, value, body, outer, flat, terms)
    chosen = np.argsort(~flat, axis=-1, kind="stable")[..., :most]
    there = np.take_along_axis(flat, chosen, axis=-1)
    axis = ctx.builder.front(most)
    places = (axis, *outer)
    inner = dict(terms)
    for variable, numbers in zip(value.variables, np.unravel_index(chosen, sizes), strict=True):
        inner[variable] = table(np.ascontiguousarray(np.moveaxis(numbers, -1, 0)), places)
    if there.all():
        return folded(ctx, value.operator, folding(ctx, value, body, inner), (axis,))
    mask = table(np.ascontiguousarray(np.moveaxis(there, -1, 0)), places)
    rows = _wanted(ctx, value.operator, mask, guarded(ctx, body, mask, inner), table(0))
    return folded(
        ctx, value.operator, replace(rows, truth=value.operator == "sum" and ctx.range_of(body) == BOOL), (axis,)
    )


def _only_row(
    ctx: ArrayLowering, value: Aggregate, body: Value, outer: tuple[Axis, ...], flat: Any, terms: Terms
) -> Term:
    """An aggregate of at most one row for each item: the row itself, and what an aggregate of none is elsewhere."""
    sizes = [ctx.program.size(variable.types[0]) for variable in value.variables]
    inner = dict(terms)
    for variable, numbers in zip(value.variables, np.unravel_index(flat.argmax(axis=-1), sizes), strict=True):
        inner[variable] = ctx.builder.table(numbers, outer)
    there = flat.any(axis=-1)
    if there.all():
        return folding(ctx, value, body, inner)
    mask = ctx.builder.table(there, outer)
    nothing = ctx.builder.table(0.0 if ctx.range_of(body) == REAL else 0)
    return _wanted(ctx, value.operator, mask, guarded(ctx, body, mask, inner), nothing)


def _wanted(ctx: ArrayLowering, operator: str, mask: Term, term: Term, nothing: Term) -> Term:
    """The rows that a mask tells to be there; the others have no part in an aggregate."""
    match operator:
        case "sum" if not term.truth:
            return where(ctx, mask, term, nothing)
        case "sum" | "exists":
            return apply(ctx, "bitwise_and", mask, term)
        case _:
            return apply(ctx, "bitwise_or", negated(ctx, mask), term)


def _over_pairs(
    ctx: ArrayLowering, pairs: Pairs, variables: Sequence[Variable], body: Value, outer: tuple[Axis, ...], terms: Terms
) -> Term | None:
    """The sum of a body over pairs; none if it has axes that are not those of the items, `outer`, or draws."""
    build, guard = ctx.builder, ctx.failures.guard
    read = {part for part in walk(body) if isinstance(part, Variable) and part in terms} - {*variables}
    around = [terms[variable] for variable in read] + ([] if guard is None else [guard])
    further = {axis for term in around for axis in term.axes} - {*outer}
    if ctx.copies is not None or further or has_draws(body):
        return None
    pair = build.axis(len(pairs.places[0]))
    items = dict(zip(outer, pairs.places, strict=False))
    inner = {variable: _at(ctx, terms[variable], items, pair) for variable in read}
    for variable, column in zip(variables, pairs.places[len(outer) :], strict=True):
        inner[variable] = build.table(column, (pair,))
    ctx.failures.guard = None if guard is None else _at(ctx, guard, items, pair)
    term = ctx.value(body, inner)
    ctx.failures.guard = guard
    counts = pairs.counts
    if not term.axes:
        return apply(ctx, "multiply", build.table(counts, outer), term)
    of = ctx.range_of(body)
    if of != BOOL:
        return _added(ctx, term, np.zeros(counts.shape, TYPES[of]), pairs, outer)
    most = int(counts.max())

    def onto(start: Term) -> Term:
        begun = np.broadcast_to(ctx.known(build.aligned(start, outer)), counts.shape)
        numbers = narrow(ctx, term)
        if begun.dtype != np.int8:
            numbers = build.op("asarray", [numbers], numbers.axes, str(begun.dtype))
        return _added(ctx, numbers, begun, pairs, outer)

    return counted(ctx, Count(onto(build.kept(np.zeros(counts.shape, narrowest(most)), outer)), most, onto))


def _at(ctx: ArrayLowering, term: Term, items: Mapping[Axis, Any], pair: Axis) -> Term:
    """A term as it is for each pair; `items` are the pairs' numbers on its axes."""
    if not term.axes:
        return term
    index = np.ravel_multi_index([items[axis] for axis in term.axes], [axis.size or 0 for axis in term.axes])
    return ctx.builder.op("take", [term, ctx.builder.table(index, (pair,))], (pair,))


def _added(ctx: ArrayLowering, values: Term, start: Any, pairs: Pairs, outer: tuple[Axis, ...]) -> Term:
    """An array to which the values of pairs are added."""
    build = ctx.builder
    size, rounds = start.size, pairs.rounds
    whole = build.kept(np.ascontiguousarray(start).reshape(-1))
    if rounds:
        first = build.op("slice", [values], (), 0, size * rounds, shape=(size * rounds,))
        if rounds > 1:
            first = build.op("reshape", [first], (), (rounds, size), shape=(rounds, size))
            first = build.op("sum", [first], (), 0, str(start.dtype), shape=(size,))
        whole = build.op("add", [whole, first], (), shape=(size,))
    others = build.op("slice", [values], (), size * rounds, None, shape=(len(pairs.others),))
    sums = build.op("scatter_add", [whole, build.kept(pairs.others), others], (), shape=(size,))
    if start.ndim > 1:
        sums = build.op("reshape", [sums], (), start.shape, shape=start.shape)
    return replace(sums, axes=outer)
