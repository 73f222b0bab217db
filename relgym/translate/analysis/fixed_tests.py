"""Numeric tests of what never changes, as rows: such a test becomes a static literal, which joins can look up.

>>> from relgym.model.numeric import FluentValue, Number
>>> from relgym.model.terms import Variable
>>> test = Test("<=", FluentValue("size", (Variable("?x"),)), Number(2))
>>> tests = FixedTests({("size", (0,)): 1, ("size", (1,)): 3}, {"a": 0, "b": 1})
>>> tests.rows(test).rows
frozenset({(0,)})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from relgym.model.arithmetic import compare
from relgym.model.numeric import FluentValue, Value, fluents_in
from relgym.model.program import Row, Test
from relgym.model.terms import Object, Term, Variable
from relgym.tuning.translation import FIXED_TEST_ROWS_LIMIT


@dataclass(frozen=True, slots=True)
class HeldRows:
    """The rows of a test's variables for which it holds."""

    variables: tuple[Variable, ...]
    rows: frozenset[Row]


class FixedTests:
    """Lists the rows of tests whose functions all have values that never change."""

    def __init__(self, constants: Mapping[tuple[str, Row], Value], numbers: Mapping[str, int]) -> None:
        """`constants` are the values by function and arguments, `numbers` those of the objects by name."""
        self._constants = constants
        self._numbers = numbers
        self._rows: dict[str, list[Row]] = {}
        for name, row in constants:
            self._rows.setdefault(name, []).append(row)

    def rows(self, test: Test) -> HeldRows | None:
        """List the rows for which a test holds.

        Returns:
            `None` for a test of terms, of numbers that change, without variables, or with too many rows to try.
        """
        if not test.sides or not test.variables:
            return None
        left, right = test.sides
        read = list(dict.fromkeys((*fluents_in(left), *fluents_in(right))))
        bindings: list[dict[Term, int]] = [{}]
        for fluent in read:
            rows = self._rows.get(fluent.function)
            if rows is None or len(rows) * len(bindings) > FIXED_TEST_ROWS_LIMIT:
                return None
            # A comparison with an undefined number is false, so only defined ones need be tried.
            tried = [self._extended(binding, fluent, row) for binding in bindings for row in rows]
            bindings = [binding for binding in tried if binding is not None]
        variables = tuple(dict.fromkeys(t for fluent in read for t in fluent.terms if isinstance(t, Variable)))
        held = (
            binding
            for binding in bindings
            if compare(test.operator, left, right, _Lookup(self._constants, self._numbers, binding))
        )
        return HeldRows(variables, frozenset(tuple(binding[v] for v in variables) for binding in held))

    def _extended(self, binding: dict[Term, int], fluent: FluentValue, row: Row) -> dict[Term, int] | None:
        """A binding that makes the arguments of a fluent a row as well, if there is one."""
        extended = dict(binding)
        for term, number in zip(fluent.terms, row, strict=True):
            bound = self._numbers[term.name] if isinstance(term, Object) else extended.setdefault(term, number)
            if bound != number:
                return None
        return extended


@dataclass(frozen=True, slots=True)
class _Lookup:
    """The values of fluents whose variables are bound."""

    constants: Mapping[tuple[str, Row], Value]
    numbers: Mapping[str, int]
    binding: Mapping[Term, int]

    def __call__(self, fluent: FluentValue) -> Value | None:
        row = tuple(self.numbers[t.name] if isinstance(t, Object) else self.binding[t] for t in fluent.terms)
        return self.constants.get((fluent.function, row))
