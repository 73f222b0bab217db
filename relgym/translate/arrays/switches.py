"""A `switch` over items with fixed branches as a look-up in a table."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, INT, REAL, Item, Switch, Value
from relgym.translate.arrays.builder import TYPES, Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Terms
from relgym.translate.arrays.shapes import apply
from relgym.tuning.arrays import TABLE_ELEMENTS_LIMIT


def switched(ctx: ArrayLowering, value: Switch, terms: Terms) -> Term | None:
    """The branch of an item out of a table of all; None where branches change, or may fail."""
    items = _branches(ctx, value)
    if items is None:
        return None
    failures = ctx.failures
    before = len(failures.where), len(failures.reals)
    branches = [term for branch in items if (term := _fixed_branch(ctx, branch, value, terms)) is not None]
    failed = (len(failures.where), len(failures.reals)) != before
    del failures.where[before[0] :], failures.reals[before[1] :]
    axes = tuple(sorted({axis for term in branches for axis in term.axes}))
    shape = [axis.size or 0 for axis in axes]
    if failed or len(branches) < len(items) or prod(shape) * len(items) > TABLE_ELEMENTS_LIMIT:
        return None
    parts = [np.broadcast_to(ctx.known(ctx.builder.aligned(term, axes)), shape) for term in branches]
    of = ctx.range_of(value)
    table: Any = np.stack(parts).astype(TYPES.get(of, np.int64))
    return replace(_looked_up(ctx, table, axes, ctx.value(value.subject, terms)), truth=of == BOOL)


def _fixed_branch(ctx: ArrayLowering, branch: Value, switch: Switch, terms: Terms) -> Term | None:
    """A branch that never changes; None for others, and where a whole number is no double but is to be one."""
    term = ctx.value(branch, terms)
    if not term.fixed:
        return None
    mixed = ctx.range_of(switch) == REAL and ctx.range_of(branch) == INT
    return None if mixed and np.any(np.abs(np.asarray(ctx.known(term), float)) > ctx.limits.exact) else term


def _looked_up(ctx: ArrayLowering, table: Any, axes: tuple[Axis, ...], subject: Term) -> Term:
    """Entries of a table whose first axis is that of the subject's items."""
    build = ctx.builder
    rows = build.kept(np.ascontiguousarray(table))
    if not subject.axes:
        return build.op("gather", [rows, subject], axes)
    if not axes:
        return build.op("take", [rows, subject], subject.axes)
    size = table[0].size
    offsets = build.kept(np.arange(size).reshape(table.shape[1:]), axes)
    places = apply(ctx, "add", apply(ctx, "multiply", subject, build.table(size)), offsets)
    return build.op("take", [rows, places], places.axes)


def _branches(ctx: ArrayLowering, value: Switch) -> list[Value] | None:
    """The branch of each item of the subject's type; None where the subject is none, or an item has no branch."""
    of = ctx.range_of(value.subject)
    if of not in ctx.program.types:
        return None
    branches: dict[int, Value] = {}
    for label, branch in value.cases:
        if not isinstance(label, Item):
            return None
        branches.setdefault(label.number, branch)
    values = [branches.get(number, value.default) for number in range(ctx.program.size(of))]
    every = [branch for branch in values if branch is not None]
    return every if len(every) == len(values) > 0 else None
