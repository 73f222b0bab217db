"""Arrays folded along some of their axes; sums of truth values are counts, which narrow numbers are enough for.

>>> import numpy
>>> from relgym.read.rddl import read_instance, read_process
>>> from relgym.translate.equations.equations import equations_of
>>> process = read_process("domain d { pvariables {}; cpfs {}; }")
>>> program = equations_of(process, read_instance("instance i { domain = d; }", process))
>>> writer = ArrayFoldWriter(program, {"xp": numpy}, None)
>>> row, column = writer.axis(2), writer.axis(3)
>>> writer.known(writer.folded("max", writer.table(numpy.array([[1, 5, 2], [4, 0, 3]]), (row, column)), [column]))
array([5, 4])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from relgym.model.equations import Equations
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
    """How many truth values of a sum hold.

    `narrow` are the counts as narrow numbers, `most` is the largest that one may be, and `onto` adds them to an array
    that never changes.
    """

    narrow: Term
    most: int
    onto: Callable[[Term], Term]


class ArrayFoldWriter(ArrayDrawWriter):
    """Writes folds of one program; `counts` are those sums, by their texts, that are counts."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self.counts: dict[str, Count] = {}

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
        if operator in _COUNTED and term.truth and not kept and self.copies is None:
            size = prod(axis.size or 0 for axis in term.axes)
            return self.made(_COUNTED[operator].format(term.text, size), (), term.fixed)
        return self.made(_FOLDS[operator].format(term.text, over), kept, term.fixed)

    def cast(self, term: Term, of: str) -> Term:
        count = self.counts.get(term.text)
        # A count is brought to a range at once, not by way of the whole numbers of the usual size.
        return super().cast(term if count is None else count.narrow, of)

    def counted(self, count: Count) -> Term:
        """A count as a whole number of the usual size."""
        narrow = count.narrow
        found = self.made(f"xp.asarray({narrow.text}, dtype=xp.int64)", narrow.axes, narrow.fixed)
        self.counts[found.text] = count
        return found


def narrowest(most: int) -> str:
    """The narrowest type of whole numbers up to a number."""
    return next((of for of, largest in _NARROW if most <= largest), "int64")
