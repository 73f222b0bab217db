"""Equations as Python: a question as one function of a state, an action and uniform numbers.

A function's values are a list, or a plain value where it has no parameters; an equation is a comprehension over its
variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from relgym.model.rddl.equations import Equation, Equations, Function
from relgym.model.rddl.expressions import REAL, Aggregate, Call, Fluent, If, Operation, Switch
from relgym.translate.equations.conditions import bracketed
from relgym.translate.python_equations.aggregates import AggregateForms, picker
from relgym.translate.python_equations.hoists import Hoists
from relgym.translate.python_equations.lookups import Lookups
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.tables import TableWriter
from relgym.translate.python_equations.values import PythonValueWriter
from relgym.tuning.equations import LISTED_ROWS_LIMIT

Computed = Callable[[str, Equation], list[str]]
"""A function that returns the lines that compute the values of an equation under a name."""


class PythonEquationsWriter:
    """Writes questions about one program.

    Attributes:
        program: The program.
        values: Writes values.
    """

    def __init__(self, program: Equations, scope: dict[str, Any], tables: bool = True) -> None:
        """Add the constants of a program, and the tables that are made of them, to `scope`.

        Args:
            program: The program.
            scope: The names that generated Python depends on (`relgym.runtime.scope`).
            tables: Whether tables are made, which are hard to read.
        """
        self.program = program
        self.values = values = PythonValueWriter(program)
        self._scope = scope
        self._tables = tables
        fixed = TableWriter(values, scope, tables)
        aggregates = AggregateForms(values, fixed)
        self._hoists = hoists = Hoists(values, aggregates)
        lookups = Lookups(values)
        values.forms = {
            Aggregate: (
                fixed.aggregate,
                hoists.whole,
                aggregates.slice,
                aggregates.picked,
                aggregates.selected,
                aggregates.unrolled,
                hoists.rows,
                aggregates.filtered,
            ),
            Operation: (fixed.expression, lookups.product),
            Switch: (fixed.expression, lookups.switch),
            Call: (fixed.expression,),
            If: (fixed.expression,),
            Fluent: (fixed.constant,),
        }
        values.is_special = lambda value: fixed.is_worth_it(value) or bracketed(value, program) is not None
        scope["picker"] = picker

    def question(self, name: str, functions: Sequence[Function], more: Sequence[Equation] = ()) -> str:
        """Write `NAME(state, action, u)`: the values of functions, as a list; `more` are equations defined later."""
        self._hoists.start()
        lines = self._lines(functions, more, self._comprehension)
        self._hoists.stop()
        return "\n".join([f"def {name}(state, action, u):", *lines, f"    return [{self._listed(functions)}]", ""])

    def traced(self, name: str, functions: Sequence[Function], more: Sequence[Equation]) -> str:
        """Write `NAME(state, action, u, at)`: it keeps in the list `at` the function and the items that it computes."""
        lines = self._lines(functions, more, self._loop)
        return "\n".join([f"def {name}(state, action, u, at):", *lines, ""])

    def _listed(self, functions: Sequence[Function]) -> str:
        return ", ".join(map(self.values.name, functions))

    def _lines(self, functions: Sequence[Function], more: Sequence[Equation], computed: Computed) -> list[str]:
        needed = self.program.needed(functions, more)
        read = {*functions}.union(*map(self.program.read, needed))
        lines = self.unpacked("state", self.program.states, read)
        lines += self.unpacked("action", self.program.actions, read)
        for equation in needed:
            lines += computed(self.values.name(equation.function), equation)
        return lines

    def unpacked(self, source: str, functions: Sequence[Function], read: set[Function]) -> list[str]:
        """Return the lines that assign the given values to names."""
        if functions and read.issuperset(functions):
            return [f"    ({self._listed(functions)},) = {source}"]
        return [f"    {self.values.name(f)} = {source}[{index}]" for index, f in enumerate(functions) if f in read]

    def _comprehension(self, target: str, equation: Equation) -> list[str]:
        """Return the lines that compute all values of a function in a comprehension."""
        loops, names = self._rows_of(equation)
        of = equation.function.range
        value = self.values.converted(equation.value, of, names)
        self.values.flat = {}
        lines = [*self._hoists.lines(), f"    {target} = [{value} {loops}]" if loops else f"    {target} = {value}"]
        if of == REAL:
            lines.append(f"    {'check_all' if loops else 'check'}({target})")
        return lines

    def _rows_of(self, equation: Equation) -> tuple[str, Names]:
        """Write the loop over an equation's rows; up to `LISTED_ROWS_LIMIT`, it also yields each row's place."""
        variables, written = equation.variables, self.values.loops
        sizes = written.sizes(variables)
        loops, names = written.clauses(variables, {}, equation.value)
        if not self._tables or len(sizes) < 2 or not 0 < prod(sizes) <= LISTED_ROWS_LIMIT:
            return loops, names
        table, place = f"rows_{'_'.join(map(str, sizes))}", written.fresh()
        self._scope[table] = [(*row, number) for number, row in enumerate(product(*map(range, sizes)))]
        strides = [prod(sizes[number + 1 :]) for number in range(len(sizes))]
        self.values.flat = {tuple(zip(names.values(), strides, strict=True)): place}
        loop = f"for {', '.join(names.values())}, {place} in {table}"
        step = written.block(prod(sizes), equation.value)
        if step is None:
            return loop, names
        block = written.fresh()
        return f"for {block} in blocks({prod(sizes)}, {step}) {loop}[{block}.start:{block}.stop]", names

    def _loop(self, target: str, equation: Equation) -> list[str]:
        """Return the lines that compute the values of a function one by one."""
        _, names = self.values.loops.clauses(equation.variables, {})
        of = equation.function.range
        value = self.values.converted(equation.value, of, names)
        check = [f"check({target}[-1])" if equation.variables else f"check({target})"] if of == REAL else []
        counters = [names[variable] for variable in equation.variables]
        at = f"at[:] = [{', '.join([repr(str(equation.function)), *counters])}]"
        if not counters:
            return [f"    {at}", f"    {target} = {value}", *(f"    {line}" for line in check)]
        lines = [f"    {target} = []"]
        for depth, (name, items) in enumerate(
            zip(counters, self.values.loops.items(equation.variables, equation.value), strict=True), 1
        ):
            lines.append("    " * depth + f"for {name} in {items}:")
        inner = "    " * (len(counters) + 1)
        return lines + [inner + line for line in (at, f"{target}.append({value})", *check)]
