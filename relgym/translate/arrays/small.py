"""Operations on the small arrays of one instance, of which NumPy's calls cost more than their elements.

NumPy takes two or three times as long for operands of different shapes or types as for those of the same, which it
computes by one plain loop. To bring a small array to the shape or the type of the others first costs less. The numbers
stay the same to the last bit.

>>> import numpy
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain("domain d { pvariables {}; cpfs {}; }")
>>> program = equations_of(read_instance("instance i { domain = d; }", domain))
>>> writer = SmallWriter(program, {"xp": numpy}, None)
>>> row, column = writer.axis(2), writer.axis(3)
>>> entries, heights = writer.made("f1", (row, column), False), writer.made("f2", (row,), False)
>>> total = writer.written("{0} + {1}", entries, heights)
>>> writer.needed([total.text])
([], ['((f1) + ((f2).take(c1)))'])
>>> writer.constant("c1").tolist()
[[0, 0, 0], [1, 1, 1]]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, prod
from typing import Any, NamedTuple

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import BOOL, REAL, Value
from relgym.translate.arrays.bounds import EXACT
from relgym.translate.arrays.reads import Stored
from relgym.translate.arrays.singles import SingleWriter
from relgym.translate.arrays.terms import Axis, Term

SPREAD_ELEMENTS = 600
"""Elements up to which operands are brought to one shape, all of them together.

Measured with NumPy 2.4: `X * x.take(places)` takes 0.6 of the time of `X * x[:, None]` at 25 elements, 0.8 at 625, and
1.2 at 2,000.
"""

_Pattern = tuple[tuple[int, bool], ...]
"""The sizes of some axes, and whether an array has them."""

_OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class Comparison(NamedTuple):
    """A comparison of two numbers; `axes` are those of the result."""

    operator: str
    left: Term
    right: Term
    axes: tuple[Axis, ...]


class PartRead(NamedTuple):
    """A part that was read of an array: its places, and the axes of the result."""

    stored: Stored
    places: tuple[Term, ...]
    axes: tuple[Axis, ...]


class SmallWriter(SingleWriter):
    """Writes elementwise operations of one program."""

    # Whether comparisons of many copies are negated as such.
    negates_comparisons = False

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        # Comparisons by their texts.
        self._compared: dict[str, Comparison] = {}
        # What was read of arrays, by the texts.
        self._parts_read: dict[str, PartRead] = {}
        # The texts of arrays that do not lie in memory row by row.
        self._turned: set[str] = set()
        # The places that spread an array with some axes over others, and tables that are spread, by name.
        self._places: dict[tuple[str, _Pattern], str] = {}
        self._spread: dict[tuple[str, _Pattern], str] = {}

    # -- operands of one shape ---------------------------------------------------------------

    def written(self, template: str, *terms: Term, axes: Iterable[Axis] | None = None, fixed: bool = True) -> Term:
        if self.copies is not None or axes is not None:
            return super().written(template, *terms, axes=axes, fixed=fixed)
        if not any(self._is_turned(term) for term in terms):
            return super().written(template, *self._of_one_shape(terms), fixed=fixed)
        # In which order sums of real numbers are added up depends on how the numbers lie in memory: that is to stay.
        found = super().written(template, *terms, fixed=fixed)
        self._turned.add(found.text)
        return found

    def in_order(self, text: str, axes: Sequence[Axis], fixed: bool) -> Term:
        found = super().in_order(text, axes, fixed)
        if found.axes != tuple(axes):
            self._turned.add(found.text)
        return found

    def _is_turned(self, term: Term) -> bool:
        """Tell whether an array does not lie in memory row by row."""
        if len(term.axes) < 2:
            return False
        return not self.known(term).flags.c_contiguous if term.fixed else term.text in self._turned

    def _of_one_shape(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """Operands that all have the same axes, if that is less work than to broadcast them."""
        shorter = self._shorter(terms)
        if not shorter or all(term.fixed for term in terms):
            return terms
        union = tuple(sorted({axis for term in terms for axis in term.axes}))
        size = prod(axis.size or 0 for axis in union)
        changing = sum(1 for term in shorter if not term.fixed)
        if not 0 < size * max(1, changing) <= SPREAD_ELEMENTS:
            return terms
        return tuple(self._spread_over(term, union) if term in shorter else term for term in terms)

    def _shorter(self, terms: Sequence[Term]) -> list[Term]:
        """The arrays that lack axes which others have."""
        most = {axis for term in terms for axis in term.axes}
        return [term for term in terms if term.axes and {*term.axes} != most]

    def _spread_over(self, term: Term, axes: tuple[Axis, ...]) -> Term:
        """An array with further axes, along which it stays the same, as an array of its own."""
        pattern = tuple((axis.size or 0, axis in term.axes) for axis in axes)
        if not term.fixed:
            # Of a part of an array the places are those in the whole.
            part = self._parts_read.get(term.text)
            key = "" if part is None else term.text, pattern
            places = self._places.get(key)
            if places is None:
                size = prod(size for size, has in pattern if has)
                own = np.arange(size, dtype=np.intp) if part is None else self._places_of(part)
                places = self._places[key] = self.kept(_spread(own, pattern), axes).text
            whole = term.text if part is None else part.stored.text
            return replace(self.made(f"{whole}.take({places})", axes, False), truth=term.truth)
        table = self._spread.get((term.text, pattern))
        if table is None:
            table = self._spread[term.text, pattern] = self.kept(_spread(self.known(term), pattern), axes).text
        return Term(table, axes, fixed=True, truth=term.truth)

    def read(self, stored: Stored, places: Sequence[Term]) -> Term:
        found = super().read(stored, places)
        if found.text != stored.text and not stored.fixed and all(place.fixed for place in places):
            self._parts_read[found.text] = PartRead(stored, tuple(places), found.axes)
        return found

    def _places_of(self, part: PartRead) -> Any:
        """The places of what was read in the row of all entries of the array."""
        found: Any = np.zeros([axis.size or 0 for axis in part.axes], np.intp)
        for number, place in enumerate(part.places):
            found += self.known(self.aligned(place, part.axes)) * prod(part.stored.sizes[number + 1 :])
        return found

    # -- operands of one type ----------------------------------------------------------------

    def as_reals(self, parts: tuple[Value, Value], terms: tuple[Term, Term]) -> tuple[Term, Term]:
        """Operands of an operation on real numbers: those that are none are turned into such, if that is faster."""
        return self._as_real(parts[0], terms[0]), self._as_real(parts[1], terms[1])

    def _as_real(self, part: Value, term: Term) -> Term:
        if self.range_of(part) == REAL:
            return term
        if term.axes and (term.truth or self.range_of(part) == BOOL):
            return self.mask(term)
        if term.axes:
            return self._table_as_real(term) if term.fixed or self.copies is None else term
        if not term.fixed:
            return term
        number = self.known(term)
        # A larger one is rounded by the operation itself.
        return self.table(float(number)) if abs(number) <= EXACT else term

    def _table_as_real(self, term: Term) -> Term:
        """Whole numbers as real ones; of those taken out of a table, the table is turned into real numbers once."""
        taken = self.taken_out.get(term.text)
        if taken is None or not taken.array.fixed:
            return self.cast(term, REAL)
        table = self.cast(taken.array, REAL)
        return self.made(f"{table.text}.take({taken.places.text})", term.axes, term.fixed)

    def cast(self, term: Term, of: str) -> Term:
        raise NotImplementedError

    def mask(self, condition: Term) -> Term:
        """A truth value by which a real number is multiplied, as 0.0 or 1.0 where that is faster."""
        if condition.fixed and condition.axes:
            # Once and for all, not at each step.
            return self.cast(condition, REAL)
        if self.copies is None and condition.axes:
            return self.written("{0}.astype(xp.float64)", condition)
        return condition

    # -- conditions --------------------------------------------------------------------------

    def comparison(self, operator: str, left: Term, right: Term) -> Term:
        """Where a comparison of two numbers holds."""
        found = self.written(f"{{0}} {operator} {{1}}", left, right)
        if not found.fixed:
            self._compared[found.text] = Comparison(operator, left, right, found.axes)
        return found

    def negated(self, term: Term) -> Term:
        """Where a truth value is false."""
        known = self._compared.get(term.text)
        if known is None or not (self.copies is None or self.negates_comparisons):
            # Of many copies truth values are sooner read than numbers.
            return self.written("xp.logical_not({0})", term)
        # No number that is none is compared where the result counts.
        axes = dict(zip(known.axes, term.axes, strict=True))
        left, right = (
            Term(part.text, tuple(axes[axis] for axis in part.axes), part.fixed) for part in (known.left, known.right)
        )
        return self.comparison(_OPPOSITES[known.operator], left, right)

    def zero_or(self, condition: Term, yes: Term, no: Term, of: str) -> Term | None:
        """One of two numbers of which one is 0, as a product of the other; None for others."""
        if not condition.axes or condition.fixed or not (yes.fixed and no.fixed):
            return None
        if self.copies in condition.axes:
            yes, no = (self.single(term) if {*term.axes} <= {*condition.axes} else term for term in (yes, no))
        if yes.axes or no.axes:
            return None
        one, other = self.known(yes), self.known(no)
        if other == 0 < one < inf:
            chosen, number = condition, one
        elif one == 0 < other < inf:
            chosen, number = self.negated(condition), other
        else:
            return None
        found = self.cast(replace(chosen, truth=True), of)
        return found if number == 1 else self.written("{0} * {1}", *self.beside(found, self.table(number)))

    def where(self, condition: Term, yes: Term, no: Term) -> Term:
        """One of two values of the same type, item by item."""
        if self.copies is None and condition.axes:
            parts = condition, yes, no
            union = {axis for term in parts for axis in term.axes}
            small = prod(axis.size or 0 for axis in union) <= SPREAD_ELEMENTS
            if small and not any(self._is_turned(term) for term in parts):
                # What is overwritten is an array of the whole shape.
                if _is_whole(no, union) and _fills(yes, union):
                    return self.written("chosen({0}, {1}, {2})", condition, *self.beside(yes, no))
                if _is_whole(yes, union) and _fills(no, union):
                    unless = self.negated(condition)
                    return self.written("chosen({0}, {2}, {1})", unless, *self.beside(yes, no))
        return self.written("xp.where({0}, {1}, {2})", condition, yes, no)


def _spread(array: Any, pattern: _Pattern) -> Any:
    """An array with further axes, along which it stays the same."""
    own = np.reshape(array, [size if has else 1 for size, has in pattern])
    return np.ascontiguousarray(np.broadcast_to(own, [size for size, _ in pattern]))


def _is_whole(term: Term, axes: set[Axis]) -> bool:
    """Tell whether a term is an array with all of some axes, that a step computes."""
    return not term.fixed and {*term.axes} == axes


def _fills(term: Term, axes: set[Axis]) -> bool:
    """Tell whether a term is one number, or an array with all of some axes."""
    return not term.axes or {*term.axes} == axes
