"""Sums over pairs of an item and a row, for conditions where some items have many more rows than others.

>>> import numpy
>>> near = numpy.array([[True, True, False], [False, False, True], [True, True, True]])
>>> pairs = Pairs.of(near, 1)
>>> [each.tolist() for each in pairs.places], pairs.rounds, pairs.others.tolist()
([[0, 1, 2, 0, 2, 2], [0, 2, 0, 1, 1, 2]], 1, [0, 2, 2])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, Value
from relgym.model.rddl.traversal import has_draws, walk
from relgym.model.terms import Variable
from relgym.translate.arrays.folds import ArrayFoldWriter, Count, narrowest
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import TYPES, Axis, Term

_ONE = 2
"""The cost of adding one value at its place, in elements of whole arrays."""


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
        return int(self.counts.size) * self.rounds + _ONE * len(self.others)


class ArrayPairWriter(ArrayFoldWriter):
    """Writes sums over pairs of one program."""

    def over_pairs(
        self, pairs: Pairs, variables: Sequence[Variable], body: Value, outer: tuple[Axis, ...], terms: Terms
    ) -> Term | None:
        """The sum of a body over pairs; none if it has axes that are not those of the items, `outer`, or draws."""
        read = {part for part in walk(body) if isinstance(part, Variable) and part in terms} - {*variables}
        around = [terms[variable] for variable in read] + ([] if self.guard is None else [self.guard])
        further = {axis for term in around for axis in term.axes} - {*outer}
        if self.copies is not None or further or has_draws(body):
            return None
        pair = self.axis(len(pairs.places[0]))
        items = dict(zip(outer, pairs.places, strict=False))
        inner = {variable: self._at(terms[variable], items, pair) for variable in read}
        for variable, own in zip(variables, pairs.places[len(outer) :], strict=True):
            inner[variable] = self.table(own, (pair,))
        before = self.guard
        self.guard = None if before is None else self._at(before, items, pair)
        term = self.value(body, inner)
        self.guard = before
        counts = pairs.counts
        if not term.axes:
            return self.written("{0} * {1}", self.table(counts, outer), term)
        of = self.range_of(body)
        if of != BOOL:
            return self._added(term.text, np.zeros(counts.shape, TYPES[of]), pairs, outer, term.fixed)
        most = int(counts.max())

        def onto(start: Term) -> Term:
            begun = np.broadcast_to(self.known(self.aligned(start, outer)), counts.shape)
            narrow = self.narrow(term).text
            cast = narrow if begun.dtype == np.int8 else f"xp.asarray({narrow}, dtype=xp.{begun.dtype})"
            return self._added(cast, begun, pairs, outer, term.fixed)

        return self.counted(Count(onto(self.kept(np.zeros(counts.shape, narrowest(most)), outer)), most, onto))

    def _at(self, term: Term, items: Mapping[Axis, Any], pair: Axis) -> Term:
        """A term as it is for each pair; `items` are the pairs' numbers on its axes."""
        if not term.axes:
            return term
        index = np.ravel_multi_index([items[axis] for axis in term.axes], [axis.size or 0 for axis in term.axes])
        return self.made(f"{term.text}.take({self.table(index, (pair,)).text})", (pair,), term.fixed)

    def _added(self, values: str, start: Any, pairs: Pairs, outer: tuple[Axis, ...], fixed: bool) -> Term:
        """An array to which the values of pairs are added."""
        begun = self.kept(np.ascontiguousarray(start).reshape(-1)).text
        size, rounds = start.size, pairs.rounds
        row = self.made(values, (self.axis(size * rounds + len(pairs.others)),), fixed).text
        first = f"{row}[:{size * rounds}]"
        match rounds:
            case 0:
                whole = f"{begun}.copy()"
            case 1:
                whole = f"{begun} + {first}"
            case _:
                whole = f"{begun} + xp.add.reduce(xp.reshape({first}, ({rounds}, {size})), 0, xp.{start.dtype})"
        text = f"added({whole}, {self.kept(pairs.others).text}, {row}[{size * rounds}:])"
        return self.made(text if start.ndim == 1 else f"xp.reshape({text}, {start.shape})", outer, fixed)
