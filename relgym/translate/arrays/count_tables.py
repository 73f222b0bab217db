"""Arithmetic on a count as a table with an entry for each count, since a look-up is less work than arithmetic.

In `.45 + .5 * (1 + sum_{?y : computer} [LINK(?y, ?x) ^ running(?y)]) / (1 + sum_{?y : computer} LINK(?y, ?x))` only
the first sum changes, and it is at most the number of links. The table has one row of numbers for each computer.
"""

from __future__ import annotations

from functools import partial
from math import prod

import numpy as np

from relgym.model.rddl.expressions import BOOL, Aggregate, Constant, Operation, Value
from relgym.model.rddl.traversal import rebuilt
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayEntries, ArrayLowering, Chance, Terms
from relgym.translate.arrays.draws import happens
from relgym.translate.arrays.folds import count_of, narrowest
from relgym.translate.arrays.reads import narrow
from relgym.translate.arrays.shapes import apply
from relgym.translate.equations.conditions import is_fixed
from relgym.tuning.arrays import TABLE_ELEMENTS_LIMIT, TABLE_OPERATIONS


def counted_value(ctx: ArrayLowering, value: Operation, terms: Terms) -> Term | None:
    """Lower a real value that depends on one count alone as a look-up; None for others, or if it may fail."""
    leaves: set[Value] = set()
    if _operations(ctx, value, leaves) < TABLE_OPERATIONS or len(leaves) != 1:
        return None
    [leaf] = leaves
    if not isinstance(leaf, Aggregate) or leaf.operator != "sum" or ctx.range_of(leaf.body) != BOOL:
        return None
    count = count_of(ctx, ctx.value(leaf, terms))
    if count is None:
        return None
    table = _table(ctx, value, leaf, count.most, terms)
    if table is None:
        return None
    numbers, axes = table
    rows, which = np.unique(numbers.reshape(-1, numbers.shape[-1]), axis=0, return_inverse=True)
    entries = ArrayEntries(rows.reshape(-1), which.reshape(numbers.shape[:-1]) * rows.shape[1], axes, count)
    term = _taken_from(ctx, entries)
    ctx.facts.entries[term.id] = entries
    return term


def one_draw(ctx: ArrayLowering, condition: Term, yes: Term, no: Term) -> Term | None:
    """Merge a draw with a probability from a table and a draw with a fixed one into one draw; None for others."""
    match [ctx.facts.chances.get(each.id) for each in (yes, no)]:
        case [Chance(probability, number), Chance(Term(_, (), True) as fixed, other)] if number == other:
            entries = ctx.facts.entries.get(probability.id)
            if entries is not None and condition.truth and condition.axes:
                numbers = np.concatenate([[float(ctx.known(fixed))], entries.numbers])
                entries = entries._replace(numbers=numbers, begins=entries.begins + 1)
                return happens(ctx, _taken_from(ctx, entries, condition), number)
    return None


def _taken_from(ctx: ArrayLowering, entries: ArrayEntries, condition: Term | None = None) -> Term:
    """Look up entries; where a condition does not hold, the first entry of the whole table."""
    index = entries.counted.narrow
    if np.any(entries.begins):
        # Even one number must be an array, so that the sum has its type.
        begins = np.asarray(entries.begins, narrowest(entries.numbers.size))
        index = entries.counted.onto(ctx.builder.kept(begins, entries.axes))
    if condition is not None:
        index = apply(ctx, "multiply", narrow(ctx, condition), index)
    return ctx.builder.op("take", [ctx.builder.table(entries.numbers), index], index.axes, fixed=False)


def _operations(ctx: ArrayLowering, value: Value, leaves: set[Value]) -> int:
    """Count the operations on changing values in a value; add its other changing parts to `leaves`."""
    if is_fixed(value, ctx.program):
        return 0
    match value:
        case Operation("+" | "-" | "*" | "/", operands):
            return 1 + sum(_operations(ctx, part, leaves) for part in operands)
        case _:
            leaves.add(value)
            return 0


def _table(
    ctx: ArrayLowering, value: Operation, leaf: Value, most: int, terms: Terms
) -> tuple[np.ndarray, tuple[Axis, ...]] | None:
    """Compute a value for each count, on a last axis; return the array, and the axes before that."""
    failures = ctx.failures.where
    before = len(failures)
    columns = []
    for number in range(most + 1):
        column = ctx.value(rebuilt(value, partial(_replaced, leaf, Constant(number))), terms)
        if len(failures) > before or prod(axis.size or 1 for axis in column.axes) * (most + 1) > TABLE_ELEMENTS_LIMIT:
            del failures[before:]
            return None
        columns.append(column)
    axes = max((column.axes for column in columns), key=len)
    if any(column.axes not in ((), axes) for column in columns):
        return None
    shape = tuple(axis.size or 1 for axis in axes)
    return np.stack([np.broadcast_to(ctx.known(column), shape) for column in columns], axis=-1).astype(float), axes


def _replaced(leaf: Value, count: Value, part: Value) -> Value:
    return count if part == leaf else part
