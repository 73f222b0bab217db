"""Tables of values that depend on constants alone, indexed by the variables outside them that they read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite, prod
from typing import Any

from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import Aggregate, Constant, Fluent, Item, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import is_fixed
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.values import PythonValueWriter
from relgym.tuning.equations import TABLE_ROWS_LIMIT, TABLE_VALUES_LIMIT


class TableWriter:
    """Adds tables to `scope`, which holds the functions and constants to compute them."""

    def __init__(self, values: PythonValueWriter, scope: dict[str, Any], enabled: bool = True) -> None:
        """Without `enabled`, no table is made: tables are hard to read."""
        self._values = values
        self._scope = scope
        self._enabled = enabled
        # Parts of a value that is computed for a table get no tables of their own.
        self._is_making = False
        for function, constants in values.program.constants.items():
            scope[values.name(function)] = constants

    def add(
        self, value: Value, bound: Sequence[Variable], written: Callable[[Any, Names], str], names: Names
    ) -> str | None:
        """Make a table of a text's values by the variables outside; return its entry, or None if it would be large."""
        if not self._enabled:
            return None
        loops = self._values.loops
        outside = [variable for variable in names if variable in {*walk(value)} - {*bound}]
        if loops.rows(outside) * loops.rows(bound) > TABLE_ROWS_LIMIT:
            return None
        before, self._is_making = self._is_making, True
        clauses, inner = loops.clauses(outside, {}, value)
        text = written(value, inner)
        self._is_making = before
        try:
            made = eval(f"[{text} {clauses}]" if clauses else text, self._scope)
        except (ArithmeticError, ValueError):
            # The value may stand in a branch that is never taken.
            return None
        table = f"t{loops.fresh()[1:]}"
        self._scope[table] = made
        return table + self._values.entry(outside, names)

    def aggregate(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over constants alone."""
        if not is_fixed(value, self._values.program):
            return None
        return self.add(value, value.variables, self._values.plain, names)

    def expression(self, value: Value, names: Names) -> str | None:
        """Write another value that depends on constants alone, if a look-up takes fewer operations."""
        return self.add(value, (), self._values.value, names) if self.is_worth_it(value) else None

    def is_worth_it(self, value: Value) -> bool:
        """Tell whether a look-up takes fewer operations than a value, which depends on constants alone."""
        if self._is_making or not is_fixed(value, self._values.program):
            return False
        parts = [*walk(value)]
        variables = {part for part in parts if isinstance(part, Variable)}
        if prod(self._values.loops.sizes([*variables])) > TABLE_VALUES_LIMIT:
            return False
        # A look-up takes one operation for each variable.
        return len([part for part in parts if not isinstance(part, Variable | Item | Constant)]) > 1 + len(variables)

    def constant(self, value: Fluent, names: Names) -> str | None:
        """Write a constant without parameters as a number."""
        program = self._values.program
        function = program.functions[value.name, value.primed]
        if function.part is Part.CONSTANT and not value.arguments:
            number = program.constants[function]
            if isinstance(number, int) or (isinstance(number, float) and isfinite(number)):
                return repr(number)
        return None
