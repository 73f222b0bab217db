"""Arrays folded along some of their axes; sums of truth values are counts, which narrow numbers are enough for.

>>> import numpy
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain("domain d { pvariables {}; cpfs {}; }")
>>> program = equations_of(read_instance("instance i { domain = d; }", domain))
>>> writer = ArrayFoldWriter(program, {"xp": numpy}, None)
>>> row, column = writer.axis(2), writer.axis(3)
>>> writer.known(writer.folded("max", writer.table(numpy.array([[1, 5, 2], [4, 0, 3]]), (row, column)), [column]))
array([5, 4])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, NamedTuple

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import INT, REAL
from relgym.translate.arrays.draws import ArrayDrawWriter
from relgym.translate.arrays.terms import Axis, Term

_NARROW = (("int8", 127), ("int16", 2**15 - 1), ("int32", 2**31 - 1))
"""Types of whole numbers, and what is the largest of each."""

_FOLDS = {
    "sum": "xp.add.reduce({0}, {1})",
    "prod": "xp.multiply.reduce({0}, {1})",
    "min": "xp.minimum.reduce({0}, {1})",
    "max": "xp.maximum.reduce({0}, {1})",
    "exists": "xp.logical_or.reduce({0}, {1})",
    "forall": "xp.logical_and.reduce({0}, {1})",
    "argmin": "{0}.argmin(axis={1})",
    "argmax": "{0}.argmax(axis={1})",
}
"""Aggregates over some axes of an array: the ufuncs that NumPy's own methods come to, but sooner."""

_COUNTED = {
    "exists": "xp.bool_(xp.count_nonzero({0}))",
    "forall": "xp.bool_(xp.count_nonzero({0}) == {1})",
}
"""The same of all truth values of an array: they are counted four times as fast as they are folded."""


class Count(NamedTuple):
    """The counts of true values in a sum.

    `narrow` are the counts as narrow numbers, `most` is their upper bound, and `onto` adds them to a fixed array.
    """

    narrow: Term
    most: int
    onto: Callable[[Term], Term]


class ArrayFoldWriter(ArrayDrawWriter):
    """Writes folds of one program; `counts` are those sums, by their texts, that are counts."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self.counts: dict[str, Count] = {}
        # Counts as real numbers, by their texts.
        self._real_counts: dict[str, Count] = {}

    def folded(self, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
        """An aggregate over some axes, whether an array has them or not."""
        missing = prod(axis.size or 1 for axis in axes if axis not in term.axes)
        if operator in ("argmin", "argmax") and not {*axes} & {*term.axes}:
            return self.table(0)
        # What is not folded at all may be a truth value still.
        if operator in ("sum", "prod") and (missing != 1 or not {*axes} & {*term.axes}):
            term = self.written(f"{{0}} {'*' if operator == 'sum' else '**'} {missing}", term)
        if operator == "avg":
            return self.written(
                f"{{0}} / {prod(axis.size or 1 for axis in axes) // missing}", self.folded_present("sum", term, axes)
            )
        return self.folded_present(operator, term, axes)

    def folded_present(self, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
        """An aggregate over those of some axes that an array has."""
        places = [place for place, axis in enumerate(term.axes) if axis in axes]
        if not places:
            return term
        over = str(places[0]) if len(places) == 1 else str(tuple(places))
        kept = tuple(axis for axis in term.axes if axis not in axes)
        single = all(term.axes[place].size == 1 for place in places)
        if single and operator not in ("argmin", "argmax") and not (operator == "sum" and term.truth):
            # An aggregate of one row is that row.
            index = ", ".join("0" if place in places else ":" for place in range(places[-1] + 1))
            return self.made(f"{term.text}[{index}]", kept, term.fixed)
        if operator == "sum" and term.truth:
            if not kept:
                return self.made(f"xp.count_nonzero({term.text})", kept, term.fixed)
            # Narrow numbers are added much faster, and truth values are such ones already.
            most = prod(axis.size or 1 for axis in axes)
            narrow = self.made(
                f"xp.add.reduce({self.narrow(term).text}, {over}, xp.{narrowest(most)})", kept, term.fixed
            )
            return self.counted(Count(narrow, most, lambda start: self.written("{0} + {1}", start, narrow)))
        count = self.count_of(term) if operator == "sum" else None
        if count is not None and not term.fixed:
            most = count.most * prod(axis.size or 1 for axis in term.axes if axis in axes)
            text = f"xp.add.reduce({count.narrow.text}, {over}, xp.{narrowest(most)})"
            total = self.made(text, kept, False)
            return self.counted(Count(total, most, lambda start: self.written("{0} + {1}", start, total)))
        if operator in _COUNTED and term.truth and not kept and self.copies is None:
            size = prod(axis.size or 0 for axis in term.axes)
            return self.made(_COUNTED[operator].format(term.text, size), (), term.fixed)
        return self.made(_FOLDS[operator].format(term.text, over), kept, term.fixed)

    def cast(self, term: Term, of: str) -> Term:
        count = self.count_of(term)
        if count is None:
            return super().cast(term, of)
        # A count is brought to a range at once, not by way of the whole numbers of the usual size.
        found = super().cast(count.narrow, of)
        if of == REAL:
            self._real_counts[found.text] = count
        return found

    def counted(self, count: Count) -> Term:
        """A count as a whole number of the usual size."""
        found = super().cast(count.narrow, INT)
        self.counts[found.text] = count
        return found

    def count_of(self, term: Term) -> Count | None:
        """The count that a whole number is; None if it is none."""
        return self._with_axes(self.counts.get(term.text), term.axes)

    def _with_axes(self, count: Count | None, axes: tuple[Axis, ...]) -> Count | None:
        """A count as it is read elsewhere, by other variables."""
        if count is None or count.narrow.axes == axes:
            return count
        narrow = replace(count.narrow, axes=axes)
        return Count(narrow, count.most, lambda start: self.written("{0} + {1}", start, narrow))

    def comparison(self, operator: str, left: Term, right: Term) -> Term:
        return super().comparison(operator, *self._narrow_pair(left, right))

    def _narrow_pair(self, left: Term, right: Term) -> tuple[Term, Term]:
        """Two numbers that are compared: a count and a number that is as narrow as such, if they are these."""
        for one, other in ((left, right), (right, left)):
            count = self.count_of(one) or self._with_axes(self._real_counts.get(one.text), one.axes)
            if count is None or one.fixed or not other.fixed or other.axes:
                continue
            number = float(self.known(other))
            if number.is_integer() and 0 <= number <= count.most:
                narrow = self.kept(np.asarray(int(number), narrowest(count.most)))
                return (count.narrow, narrow) if one is left else (narrow, count.narrow)
        return left, right

    def multiplied(self, left: Term, right: Term) -> Term:
        """The product of two factors of a sum: of narrow numbers where both are truth values or small counts."""
        counts = [self._as_count(term) for term in (left, right)]
        match counts:
            case [Count() as one, Count() as other] if one.most * other.most <= _NARROW[0][1]:
                narrow = self.written("{0} * {1}", one.narrow, other.narrow)
                return self.counted(
                    Count(narrow, one.most * other.most, lambda start: self.written("{0} + {1}", start, narrow))
                )
            case _:
                return self.written("{0} * {1}", left, right)

    def _as_count(self, term: Term) -> Count | None:
        if term.truth and term.axes and not term.fixed:
            narrow = self.narrow(term)
            return Count(narrow, 1, lambda start: self.written("{0} + {1}", start, narrow))
        return self.count_of(term)


def narrowest(most: int) -> str:
    """The narrowest type of whole numbers up to a number."""
    return next((of for of, largest in _NARROW if most <= largest), "int64")
