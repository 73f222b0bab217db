"""Aggregates that depend on fewer variables than surround them, computed before the loops.

In `forall_{?x : t} [a(?x) => (sum_{?y : t} b(?y)) > 1]` the sum is computed only once, and in
`sum_{?x : t, ?y : t} [b(?y) ^ c(?x, ?y, ?z)]` the rows with `b(?y)` are found once for all `?z`. Only values that
cannot fail are hoisted, since they may stand in a branch that is never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.rddl.expressions import Aggregate, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import cannot_fail, conditioned
from relgym.translate.python_equations.aggregates import AggregateForms
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.values import PythonValueWriter


class Hoists:
    """Collects lines to put before the text that is written, from `start` to `stop`."""

    def __init__(self, values: PythonValueWriter, aggregates: AggregateForms) -> None:
        self._values = values
        self._aggregates = aggregates
        self._is_on = False
        self._before: list[str] = []
        self._known: dict[tuple[str, Value, tuple[Variable, ...]], str] = {}

    def start(self) -> None:
        """Start to collect lines, with nothing hoisted yet."""
        self._is_on = True
        self._before, self._known = [], {}

    def stop(self) -> None:
        """Hoist nothing from now on."""
        self._is_on = False

    def lines(self) -> list[str]:
        """Return the lines collected since the last call."""
        lines, self._before = self._before, []
        return lines

    def whole(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate that depends on fewer variables than surround it."""
        if not self._is_for_few(value, (), names) or not cannot_fail(value, self._values.program):
            return None
        return self._once("value", value, (), lambda inner: self._values.value(value, inner), names)

    def rows(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the rows of a condition that depends on fewer variables than surround it."""
        program, aggregates = self._values.program, self._aggregates
        split = conditioned(
            value,
            program,
            lambda part: cannot_fail(part, program) and self._is_for_few(part, value.variables, names),
        )
        if split is None:
            return None
        condition, body = split
        rows = self._once(
            "rows", condition, value.variables, lambda inner: aggregates.rows(value, condition, inner), names
        )
        return aggregates.over(value, body, rows, names)

    def _is_for_few(self, value: Value, bound: Sequence[Variable], names: Names) -> bool:
        if not self._is_on:
            return False
        read = {*walk(value)} - {*bound}
        return any(variable not in read and self._values.program.size(variable.types[0]) > 1 for variable in names)

    def _once(
        self, what: str, value: Value, bound: Sequence[Variable], written: Callable[[Names], str], names: Names
    ) -> str:
        """Write a line that computes a text for all items of the variables it depends on; return the current entry."""
        read = {*walk(value)} - {*bound}
        outside = [variable for variable in names if variable in read]
        known = self._known.get((what, value, tuple(bound)))
        if known is None:
            loops, inner = self._values.loops.clauses(outside, {}, value)
            text = written(inner)
            known = self._known[what, value, tuple(bound)] = f"h{self._values.loops.fresh()[1:]}"
            self._before.append(f"    {known} = [{text} {loops}]" if loops else f"    {known} = {text}")
        return known + self._values.entry(outside, names)
