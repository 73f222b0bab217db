"""Products with truth values, which are 0 and 1: nothing is rounded by them, so what is sooner multiplied comes first.

>>> from relgym.model.rddl.equations import Part
>>> from relgym.runtime.array_scope import scope_of_arrays
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.arrays.equations import array_question
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; }; pvariables {
...   p(t) : { action-fluent, bool, default = false }; q(t) : { action-fluent, bool, default = false };
...   n : { state-fluent, int, default = 0 }; };
...   cpfs { n' = sum_{?x : t} (p(?x) * q(?x)); }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b, c, d, e}; }; }", domain)
>>> program = equations_of(instance)
>>> print(array_question(program, scope_of_arrays({}), program.of_part(Part.NEXT), copies=False).text)
def question(xp, special, constants, state, action, u):
    return ((xp.count_nonzero(((action[0]) & (action[1])))),), None
<BLANKLINE>
"""

from __future__ import annotations

from dataclasses import replace

from relgym.model.rddl.expressions import BOOL, INT, REAL, Operation, Value
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.switches import SwitchWriter
from relgym.translate.arrays.terms import Term
from relgym.translate.equations.finiteness import is_infinite


class ProductWriter(SwitchWriter):
    """Writes products of one program; `guard` is where the value that is being written is wanted."""

    guard: Term | None = None

    def guarded(self, value: Value, condition: Term, terms: Terms, of: str = "") -> Term:
        raise NotImplementedError

    def fail_unless_finite(self, number: Term) -> None:
        raise NotImplementedError

    def product(self, value: Operation, terms: Terms) -> Term | None:
        """A product of truth values, or of one with two real numbers; None for others."""
        if self.is_truth(value):
            return self.cast(self.truth(value, terms), INT)
        match value.operands:
            case (Operation("*", (truth, number)), factor) if self._is_masked(truth, number, factor):
                return self._masked(value, truth, number, factor, terms)
            case _:
                return None

    def beside_truth(self, value: Value, condition: Term, terms: Terms) -> Term:
        """The other factor of a product with a truth value, beside which it is not computed where that is false."""
        number = self.guarded(value, condition, terms)
        if is_infinite(value, self.program):
            # No number times 0 gives 0 then.
            self.fail_unless_finite(number)
        return number

    def is_truth(self, value: Value) -> bool:
        """Tell whether a value is a truth value, or a product of such ones, which is one as well."""
        match value:
            case Operation("*", (left, right)):
                return self.is_truth(left) and self.is_truth(right)
            case _:
                return self.range_of(value) == BOOL

    def truth(self, value: Value, terms: Terms) -> Term:
        """A product of truth values as a truth value."""
        match value:
            case Operation("*", (left, right)):
                first = self.truth(left, terms)
                before = self.guard
                self.guard = first if before is None else self.written("{0} & {1}", before, first)
                second = self.truth(right, terms)
                self.guard = before
                return replace(self.both(first, second), truth=True)
            case _:
                return self.value(value, terms)

    def _is_masked(self, truth: Value, number: Value, factor: Value) -> bool:
        """Tell whether a truth value and two real numbers are multiplied."""
        return self.is_truth(truth) and self.range_of(number) == self.range_of(factor) == REAL

    def _masked(self, value: Operation, truth: Value, number: Value, factor: Value, terms: Terms) -> Term:
        """A truth value times two real numbers; these are multiplied first where they have fewer axes.

        To multiply by 0 or 1 rounds nothing, so the order does not matter.
        """
        condition = self.truth(truth, terms)
        first, second = self.beside_truth(number, condition, terms), self.value(factor, terms)
        mask = self.mask(condition)
        if {*condition.axes} > {*first.axes, *second.axes}:
            found = self.written("{0} * {1}", mask, self.written("{0} * {1}", *self.scalars(first, second)))
        else:
            left = self.written("{0} * {1}", *self.scalars(mask, first))
            found = self.written("{0} * {1}", *self.scalars(left, second))
        return self.heard(found, value, terms, first, second)
