"""Values as Python, with fixed parts computed in advance.

An aggregate over constants alone becomes a table, indexed by the variables outside it that it reads. A sum or a
quantifier with a condition on constants (`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]`) visits only the items that satisfy
it, such as the neighbours of an item, which are found once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from relgym.limits import BLOCK_VALUES
from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import Aggregate, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import conditioned, is_fixed
from relgym.translate.python_equations.values import Names, ValueWriter
from relgym.tuning.equations import TABLE_ROWS_LIMIT

Way = Callable[[Aggregate, Names], str | None]
"""A function that writes an aggregate, or returns None where its form does not apply."""


class FixedWriter(ValueWriter):
    """A writer that adds its tables to `scope`, which holds the functions and constants to compute them."""

    def __init__(self, program: Equations, scope: dict[str, Any]) -> None:
        super().__init__(program)
        self._scope = scope
        for function, values in program.constants.items():
            scope[self.name(function)] = values

    def _aggregate(self, value: Aggregate, names: Names) -> str:
        for way in self._ways():
            found = way(value, names)
            if found is not None:
                return found
        return super()._aggregate(value, names)

    def _ways(self) -> Sequence[Way]:
        """Return the forms to try for an aggregate, in this order, before a loop is written."""
        return self._tabled, self._over_rows

    def _tabled(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over constants alone."""
        if not is_fixed(value, self.program):
            return None
        return self._table(value, value.variables, super()._aggregate, names)

    def _over_rows(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the rows that satisfy a condition on constants."""
        rows = conditioned(value, self.program)
        if rows is None:
            return None
        condition, body = rows
        found = self._table(condition, value.variables, lambda _, inner: self._rows(value, condition, inner), names)
        return None if found is None else self._through(value, body, found, names)

    def _through(self, value: Aggregate, body: Value, found: str, names: Names) -> str:
        """Write an aggregate over the rows of a list."""
        inner = {**names, **{variable: self._fresh() for variable in value.variables}}
        own = ", ".join(inner[variable] for variable in value.variables)
        rows = prod(self.program.size(variable.types[0]) for variable in value.variables)
        inside = max(1, self.unlooked(body))
        if rows * inside >= BLOCK_VALUES:
            step = max(1, BLOCK_VALUES // inside)
            found = f"({found} if len({found}) < {step} else watched({found}, {step}))"
        return self.folded(value, body, f"for {own} in {found}", inner)

    def _rows(self, value: Aggregate, condition: Value, names: Names) -> str:
        """Write the list of the items, or rows of items, that satisfy a condition."""
        loops, inner = self.loops(value.variables, names, condition)
        own = ", ".join(inner[variable] for variable in value.variables)
        row = own if len(value.variables) == 1 else f"({own})"
        return f"[{row} {loops} if {self.value(condition, inner)}]"

    def _table(
        self, value: Value, own: Sequence[Variable], written: Callable[[Any, Names], str], names: Names
    ) -> str | None:
        """Make a table of a text's values by the variables outside; return its entry, or None if it would be large."""
        outside = [variable for variable in names if variable in {*walk(value)} - {*own}]
        sizes = [self.program.size(variable.types[0]) for variable in outside]
        if prod([*sizes, *(self.program.size(variable.types[0]) for variable in own)]) > TABLE_ROWS_LIMIT:
            return None
        loops, inner = self.loops(outside, {}, value)
        text = written(value, inner)
        try:
            made = eval(f"[{text} {loops}]" if loops else text, self._scope)
        except (ArithmeticError, ValueError):
            # The value may stand in a branch that is never taken.
            return None
        table = f"t{self._fresh()[1:]}"
        self._scope[table] = made
        return table + self.entry(outside, names)

    def entry(self, outside: Sequence[Variable], names: Names) -> str:
        """Return the index of the entry for the current items in a list over some variables; empty without any."""
        sizes = [self.program.size(variable.types[0]) for variable in outside]
        strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
        found = self.flat.get(tuple(zip((names[variable] for variable in outside), strides, strict=True)))
        if found is not None:
            return f"[{found}]"
        terms = []
        for variable, stride in zip(outside, strides, strict=True):
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return f"[{'+'.join(terms)}]" if terms else ""
