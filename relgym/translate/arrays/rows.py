"""Aggregates over those rows alone for which a condition on constants holds.

`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]` goes through the neighbours of each item. Where these are few, each item has as
many places for them as the one with the most of them needs, or there is a list of all pairs of neighbours.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, INT, REAL, Aggregate, Value
from relgym.translate.arrays.pairs import ArrayPairWriter, Pairs
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import Axis, Term

_FEW = 3
"""The ratio of all rows to the most rows of an item from which on each item gets places for its own rows."""

_ALL = 4
"""The cost of an element with chosen rows, in elements with all rows."""

_NOTHING = {"sum": 0, "exists": False, "forall": True}


class ArrayRowWriter(ArrayPairWriter):
    """Writes aggregates over some rows of one program."""

    def over_rows(self, value: Aggregate, condition: Value, body: Value, terms: Terms) -> Term | None:
        """An aggregate over the rows for which a condition on constants holds, if they are few of all."""
        ranged = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, ranged)
        holds = self.full(self.cast(self.value(condition, ranged), INT), axes)
        if not holds.fixed:
            return None
        table = np.asarray(self.known(holds), bool)
        if not table.any():
            return self.table(_NOTHING[value.operator])
        outer = holds.axes[: -len(axes)]
        rows = prod(table.shape[len(outer) :])
        flat = table.reshape((*table.shape[: len(outer)], rows))
        most = int(flat.sum(axis=-1).max())
        few = most * _FEW <= rows
        if value.operator == "sum" and outer:
            pairs = Pairs.of(table, len(outer))
            if pairs.cost < (most * table.size // rows if few else table.size // _ALL):
                term = self.over_pairs(pairs, value.variables, body, outer, terms)
                if term is not None:
                    return term
        return self._over_places(value, body, outer, flat, most, terms) if few else None

    def folding(self, value: Aggregate, body: Value, terms: Terms) -> Term:
        """The body as what is folded: sums count truth values by themselves."""
        if value.operator in ("min", "max", "argmin", "argmax"):
            return self.compared(body, terms)
        return self.truth(body, terms) if self.is_truth(body) else self.value(body, terms)

    def _over_places(
        self, value: Aggregate, body: Value, outer: tuple[Axis, ...], flat: Any, most: int, terms: Terms
    ) -> Term:
        """An aggregate with so many places for each item; some stay empty where an item has fewer rows."""
        sizes = [self.program.size(variable.types[0]) for variable in value.variables]
        if most == 1 and not (value.operator == "sum" and self.range_of(body) == BOOL):
            return self._only_row(value, body, outer, flat, terms)
        chosen = np.argsort(~flat, axis=-1, kind="stable")[..., :most]
        there = np.take_along_axis(flat, chosen, axis=-1)
        axis = self.front(most)
        places = (axis, *outer)
        inner = dict(terms)
        for variable, numbers in zip(value.variables, np.unravel_index(chosen, sizes), strict=True):
            inner[variable] = self.table(np.ascontiguousarray(np.moveaxis(numbers, -1, 0)), places)
        if there.all():
            return self.folded(value.operator, self.folding(value, body, inner), (axis,))
        mask = self.table(np.ascontiguousarray(np.moveaxis(there, -1, 0)), places)
        term = self.guarded(body, mask, inner)
        match value.operator:
            case "sum":
                counted = "{0} & {1}" if self.range_of(body) == BOOL else "xp.where({0}, {1}, 0)"
                rows = self.written(counted, mask, term)
                return self.folded("sum", replace(rows, truth=self.range_of(body) == BOOL), (axis,))
            case "exists":
                return self.folded("exists", self.written("{0} & {1}", mask, term), (axis,))
            case _:
                return self.folded("forall", self.written("xp.logical_not({0}) | {1}", mask, term), (axis,))

    def _only_row(self, value: Aggregate, body: Value, outer: tuple[Axis, ...], flat: Any, terms: Terms) -> Term:
        """An aggregate of at most one row for each item: the row itself, and what an aggregate of none is elsewhere."""
        sizes = [self.program.size(variable.types[0]) for variable in value.variables]
        inner = dict(terms)
        for variable, numbers in zip(value.variables, np.unravel_index(flat.argmax(axis=-1), sizes), strict=True):
            inner[variable] = self.table(numbers, outer)
        there = flat.any(axis=-1)
        if there.all():
            return self.folding(value, body, inner)
        mask = self.table(there, outer)
        term = self.guarded(body, mask, inner)
        match value.operator:
            case "sum":
                nothing = 0.0 if self.range_of(body) == REAL else 0
                return self.where(mask, term, self.table(nothing))
            case "exists":
                return self.written("{0} & {1}", mask, term)
            case _:
                return self.written("{0} | {1}", self.negated(mask), term)
