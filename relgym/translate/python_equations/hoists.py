"""Values as Python, with aggregates that depend on fewer variables than surround them computed before the loops.

In `forall_{?x : t} [a(?x) => (sum_{?y : t} b(?y)) > 1]` the sum is computed only once, and in
`sum_{?x : t, ?y : t} [b(?y) ^ c(?x, ?y, ?z)]` the rows with `b(?y)` are found once for all `?z`. Only values that
cannot fail are hoisted, since they may stand in a branch that is never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import Aggregate, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import cannot_fail, conditioned
from relgym.translate.python_equations.fixed import Way
from relgym.translate.python_equations.folds import FoldWriter
from relgym.translate.python_equations.values import Names


class HoistWriter(FoldWriter):
    """A writer that collects lines to put before the text that it writes, while `hoisting` is true."""

    def __init__(self, program: Equations, scope: dict[str, Any]) -> None:
        super().__init__(program, scope)
        self.hoisting = False
        self._before: list[str] = []
        self._known: dict[tuple[str, Value, tuple[Variable, ...]], str] = {}

    def before(self) -> list[str]:
        """Return the lines collected since the last call."""
        lines, self._before = self._before, []
        return lines

    def start_hoisting(self) -> None:
        """Start to collect lines, with nothing hoisted yet."""
        self.hoisting = True
        self._before, self._known = [], {}

    def _ways(self) -> Sequence[Way]:
        return (
            self._tabled,
            self._hoisted,
            self._sliced,
            self._picked,
            self._over_rows,
            self._unrolled,
            self._over_found,
            self._filtered,
        )

    def _hoisted(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate that depends on fewer variables than surround it."""
        if not self._is_for_few(value, (), names) or not cannot_fail(value, self.program):
            return None
        return self._once("value", value, (), lambda inner: self._aggregate(value, inner), names)

    def _over_found(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the rows of a condition that depends on fewer variables than surround it."""
        found = conditioned(
            value,
            self.program,
            lambda part: cannot_fail(part, self.program) and self._is_for_few(part, value.variables, names),
        )
        if found is None:
            return None
        condition, body = found
        rows = self._once("rows", condition, value.variables, lambda inner: self._rows(value, condition, inner), names)
        return self._through(value, body, rows, names)

    def _is_for_few(self, value: Value, own: Sequence[Variable], names: Names) -> bool:
        if not self.hoisting:
            return False
        read = {*walk(value)} - {*own}
        return any(variable not in read and self.program.size(variable.types[0]) > 1 for variable in names)

    def _once(
        self, what: str, value: Value, own: Sequence[Variable], written: Callable[[Names], str], names: Names
    ) -> str:
        """Write a line that computes a text for all items of the variables it depends on; return the current entry."""
        read = {*walk(value)} - {*own}
        outside = [variable for variable in names if variable in read]
        known = self._known.get((what, value, tuple(own)))
        if known is None:
            loops, inner = self.loops(outside, {}, value)
            text = written(inner)
            known = self._known[what, value, tuple(own)] = f"h{self._fresh()[1:]}"
            self._before.append(f"    {known} = [{text} {loops}]" if loops else f"    {known} = {text}")
        return known + self.entry(outside, names)
