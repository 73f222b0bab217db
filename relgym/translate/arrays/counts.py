"""Arithmetic on a count as a table with an entry for each count, since a look-up is less work than arithmetic.

In `.45 + .5 * (1 + sum_{?y : computer} [LINK(?y, ?x) ^ running(?y)]) / (1 + sum_{?y : computer} LINK(?y, ?x))` only
the first sum changes, and it is at most the number of links. The table has one row of numbers for each computer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import BOOL, REAL, Aggregate, Constant, Operation, Value
from relgym.model.rddl.traversal import rebuilt
from relgym.translate.arrays.draws import Chance
from relgym.translate.arrays.folds import Count, narrowest
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.sums import ArraySumWriter
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.equations.conditions import is_fixed

_LARGEST = 50_000
"""The largest number of entries in a table, which must fit into the cache."""

_PAYS = 3
"""The smallest number of operations that a look-up replaces."""


class Entries(NamedTuple):
    """The value for each count: the entries of an item begin at its number in `begins`, which has `axes`."""

    numbers: Any
    begins: Any
    axes: tuple[Axis, ...]
    counted: Count


class ArrayCountWriter(ArraySumWriter):
    """Writes the values of one program."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        # By the texts of the look-ups.
        self._entries: dict[str, Entries] = {}

    def operation(self, value: Operation, terms: Terms) -> Term:
        found = self._looked_up(value, terms) if self.range_of(value) == REAL else None
        return super().operation(value, terms) if found is None else found

    def _looked_up(self, value: Operation, terms: Terms) -> Term | None:
        """Write a value that depends on one count alone as a look-up; None for other values, or if it may fail."""
        leaves: set[Value] = set()
        if self._operations(value, leaves) < _PAYS or len(leaves) != 1:
            return None
        [leaf] = leaves
        if not isinstance(leaf, Aggregate) or leaf.operator != "sum" or self.range_of(leaf.body) != BOOL:
            return None
        found = self.count_of(self.value(leaf, terms))
        if found is None:
            return None
        table = self._table(value, leaf, found.most, terms)
        if table is None:
            return None
        numbers, axes = table
        rows, which = np.unique(numbers.reshape(-1, numbers.shape[-1]), axis=0, return_inverse=True)
        entries = Entries(rows.reshape(-1), which.reshape(numbers.shape[:-1]) * rows.shape[1], axes, found)
        term = self._taken_from(entries)
        self._entries[term.text] = entries
        return term

    def _taken_from(self, entries: Entries, condition: Term | None = None) -> Term:
        """Write the look-up of entries; where a condition does not hold, of the first entry of the whole table."""
        index = entries.counted.narrow
        if np.any(entries.begins):
            # Even one number must be an array, so that the sum has its type.
            begins = np.asarray(entries.begins, narrowest(entries.numbers.size))
            index = entries.counted.onto(self.kept(begins, entries.axes))
        if condition is not None:
            index = self.written("{0} * {1}", self.narrow(condition), index)
        return self.made(f"{self.table(entries.numbers).text}.take({index.text})", index.axes, False)

    def decided(self, condition: Term, branches: tuple[Value, Value], drawn: tuple[Term, Term], terms: Terms) -> Term:
        """Merge a draw with a probability from a table and a draw with a fixed one into one draw."""
        chances = [self.chances.get(each.text) for each in drawn]
        match chances:
            case [Chance(probability, number), Chance(Term(_, (), True) as single, other)] if number == other:
                entries = self._entries.get(probability.text)
                if entries is not None and condition.truth and condition.axes:
                    numbers = np.concatenate([[float(self.known(single))], entries.numbers])
                    entries = entries._replace(numbers=numbers, begins=entries.begins + 1)
                    return self.happens(self._taken_from(entries, condition), number)
        return super().decided(condition, branches, drawn, terms)

    def _operations(self, value: Value, leaves: set[Value]) -> int:
        """Count the operations on changing values in a value; add its other changing parts to `leaves`."""
        if is_fixed(value, self.program):
            return 0
        match value:
            case Operation("+" | "-" | "*" | "/", operands):
                return 1 + sum(self._operations(part, leaves) for part in operands)
            case _:
                leaves.add(value)
                return 0

    def _table(
        self, value: Operation, leaf: Value, most: int, terms: Terms
    ) -> tuple[np.ndarray, tuple[Axis, ...]] | None:
        """Compute a value for each count, on a last axis; return the array, and the axes before that."""
        before = len(self.fails)
        columns = []
        for number in range(most + 1):
            count = Constant(number)
            column = self.value(rebuilt(value, partial(_replaced, leaf, count)), terms)
            if len(self.fails) > before or prod(axis.size or 1 for axis in column.axes) * (most + 1) > _LARGEST:
                del self.fails[before:]
                return None
            columns.append(column)
        axes = max((column.axes for column in columns), key=len)
        if any(column.axes not in ((), axes) for column in columns):
            return None
        shape = tuple(axis.size or 1 for axis in axes)
        return np.stack([np.broadcast_to(self.known(column), shape) for column in columns], axis=-1).astype(float), axes


def _replaced(leaf: Value, count: Value, part: Value) -> Value:
    return count if part == leaf else part
