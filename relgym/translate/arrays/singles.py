"""Faster texts for one instance: numbers beside arrays, and truth values that a single number decides.

NumPy takes twice as long for `array + 1` as for `array + one`, where `one` is an array without axes. And where a
condition is one truth value, a conditional expression of Python computes only what is needed.

>>> import numpy
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain("domain d { pvariables {}; cpfs {}; }")
>>> program = equations_of(read_instance("instance i { domain = d; }", domain))
>>> writer = SingleWriter(program, {"xp": numpy}, None)
>>> several, one = writer.made("f1", (writer.axis(3),), False), writer.made("f2", (), False)
>>> writer.needed([writer.both(one, several).text])
([], ['((f1) if (f2) else c1)'])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import BOOL, Operation
from relgym.translate.arrays.bounds import BoundsWriter
from relgym.translate.arrays.terms import TYPES, Axis, Term


class SingleWriter(BoundsWriter):
    """Writes operations on two or three terms of one program."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        # What disjunctions, by their texts, are put together of.
        self._alternatives: dict[str, tuple[Term, ...]] = {}
        # Of conjunctions, by their texts: the part that never changes, and the other one.
        self._conjunctions: dict[str, tuple[Term, Term]] = {}
        # By their types, numbers and shapes.
        self._numbers: dict[tuple[str, str, str, tuple[int | None, ...]], str] = {}

    def both(self, first: Term, second: Term) -> Term:
        """Write the conjunction of two truth values."""
        for condition, other in ((first, second), (second, first)):
            if self._decides(condition) and not other.fixed:
                return self.written("{1} if {0} else {2}", condition, other, self._filled(False, other.axes))
        for fixed, other in ((first, second), (second, first)):
            apart = self._conjunctions.get(other.text)
            if fixed.fixed and apart is not None and other.axes == tuple(sorted({*apart[0].axes, *apart[1].axes})):
                # What never changes is brought together.
                first, second = self.written("{0} & {1}", fixed, apart[0]), apart[1]
        found = self.written("{0} & {1}", first, second)
        if first.fixed != second.fixed:
            self._conjunctions[found.text] = (first, second) if first.fixed else (second, first)
        return found

    def either(self, first: Term, second: Term) -> Term:
        """Write the disjunction of two truth values."""
        for condition, other in ((first, second), (second, first)):
            if self._decides(condition) and not other.fixed:
                return self.written("{2} if {0} else {1}", condition, other, self._filled(True, other.axes))
        found = self.written("{0} | {1}", first, second)
        self._alternatives[found.text] = (*self.alternatives(first), *self.alternatives(second))
        return found

    def alternatives(self, term: Term) -> tuple[Term, ...]:
        """Return the truth values whose disjunction a term is, as it was written."""
        found = self._alternatives.get(term.text, (term,))
        return found if {axis for part in found for axis in part.axes} <= {*term.axes} else (term,)

    def selected(self, condition: Term, yes: Term, no: Term, of: str) -> Term | None:
        """Write the branch that a single truth value selects, in the range `of`; None for other conditions."""
        if not self._decides(condition):
            return None
        axes = max((yes.axes, no.axes), key=len)
        parts = [
            self._filled(self.known(part), axes, of) if part.fixed and not part.axes else part for part in (yes, no)
        ]
        if any(part.axes != axes for part in parts):
            return None
        return self.written("{1} if {0} else {2}", condition, *parts)

    def times_one(self, product: Operation, left: Term, right: Term) -> Term | None:
        """The operand that a product is equal to, since the other is 1; None where there is none of its range."""
        for term, value, other in ((left, product.operands[1], right), (right, product.operands[0], left)):
            if term.fixed and not term.axes and self.range_of(value) == self.range_of(product) != BOOL:
                number = self.known(term)
                if number == 1 and not isinstance(number, bool):
                    return other
        return None

    def scalars(self, left: Term, right: Term) -> tuple[Term, Term]:
        """Two operands, of which a constant number is in the form with which NumPy is fastest.

        NumPy takes ten times as long for a whole number of its own and a real one of Python's.
        """
        if left.axes or right.axes or left.fixed == right.fixed:
            left, right = self.beside(left, right)
            return left, right
        if left.fixed:
            return self._scalar(left), right
        return left, self._scalar(right)

    def _scalar(self, term: Term) -> Term:
        number = self.known(term)
        return self.kept(np.float64(number)) if isinstance(number, float) else term

    def beside(self, *terms: Term) -> list[Term]:
        """Return operands with numbers turned into arrays where another operand is an array that changes."""
        if not any(term.axes and not term.fixed for term in terms):
            return [*terms]
        return [self._as_array(term) if term.fixed and not term.axes else term for term in terms]

    def _as_array(self, term: Term) -> Term:
        number = self.known(term)
        return self._named(np.asarray(number), ()) if type(number) in (int, float) else term

    def _decides(self, condition: Term) -> bool:
        return self.copies is None and not condition.axes and not condition.fixed

    def _filled(self, value: Any, axes: tuple[Axis, ...], of: str = BOOL) -> Term:
        """An array of one value, which nobody may write into; without axes one of NumPy's numbers."""
        whole: Any = np.full([axis.size or 0 for axis in axes], value, TYPES.get(of, np.int64))
        whole.flags.writeable = False
        return self._named(whole if axes else whole[()], axes)

    def _named(self, value: Any, axes: tuple[Axis, ...]) -> Term:
        """A constant that is the same value everywhere, by one name: lines that say the same have the same text."""
        first = value.flat[0].item() if np.size(value) else None
        key = type(value).__name__, str(value.dtype), repr(first), tuple(axis.size for axis in axes)
        name = self._numbers.get(key)
        if name is None:
            name = self._numbers[key] = self.kept(value, axes).text
        return Term(name, axes, fixed=True)
