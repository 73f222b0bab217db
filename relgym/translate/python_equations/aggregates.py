"""Aggregates in forms that are faster than a loop over all items.

- One over evenly spaced values in a fluent's list reads a slice.
- One over values of a fluent that a condition on constants selects uses a picker made in advance.
- A sum or a quantifier with a condition on constants (`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]`) visits only the items
  that satisfy it, such as the neighbours of an item, which are found once.
- One over a few items is written out.
- A sum leaves out items whose product has a false truth value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import itemgetter
from typing import Any

from relgym.model.rddl.expressions import Aggregate, Fluent, Item, Operation, Slot, Value
from relgym.model.rddl.traversal import parts_of, walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import cannot_fail, conditioned
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.tables import TableWriter
from relgym.translate.python_equations.values import PythonValueWriter
from relgym.tuning.equations import UNROLLED_LENGTH_LIMIT, UNROLLED_ROWS_LIMIT
from relgym.tuning.limits import BLOCK_VALUES

_BETWEEN = {"forall": " and ", "exists": " or ", "sum": " + ", "prod": " * "}

_OF_LISTS = {"forall": "all", "exists": "any", "sum": "sum", "min": "min", "max": "max"}


class AggregateForms:
    """Writes aggregates in these forms."""

    def __init__(self, values: PythonValueWriter, tables: TableWriter) -> None:
        self._values = values
        self._program = values.program
        self._loops = values.loops
        self._tables = tables
        # By identity; each entry keeps its value alive.
        self._parts: dict[int, tuple[Value | Slot, int]] = {}

    def slice(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over a slice of a fluent's values."""
        body, bound = value.body, value.variables
        if value.operator not in _OF_LISTS or not isinstance(body, Fluent):
            return None
        others = [argument for argument in body.arguments if argument not in bound]
        if len(others) + len(bound) != len(body.arguments) or any({*bound} & {*walk(argument)} for argument in others):
            return None
        function = self._program.functions[body.name, body.primed]
        strides = dict(zip(body.arguments, self._program.strides(function), strict=True))
        sizes = self._loops.sizes(bound)
        steps = [strides.get(variable, 0) for variable in bound]
        if not prod(sizes) or steps != [steps[-1] * prod(sizes[index + 1 :]) for index in range(len(bound))]:
            return None
        start = self._values.place(function, body.arguments, {**names, **dict.fromkeys(bound, "0")})
        stop = f"{start}+{steps[-1] * (prod(sizes) - 1) + 1}"
        step = "" if steps[-1] == 1 else f":{steps[-1]}"
        part = f"[{start}:{stop}{step}]" if others else ""
        return f"{_OF_LISTS[value.operator]}({self._values.name(function)}{part})"

    def picked(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the values of a fluent whose items satisfy a condition on constants."""
        split = conditioned(value, self._program) if value.operator in _OF_LISTS else None
        if split is None:
            return None
        condition, body = split
        if (
            not isinstance(body, Fluent)
            or not body.arguments
            or not all(isinstance(argument, Variable | Item) for argument in body.arguments)
        ):
            return None
        function = self._program.functions[body.name, body.primed]

        def written(_: Value, inner: Names) -> str:
            loops, rows = self._loops.clauses(value.variables, inner, condition)
            place = self._values.place(function, body.arguments, rows)
            return f"picker([{place} {loops} if {self._values.value(condition, rows)}])"

        picker = self._tables.add(Operation("^", (condition, body)), value.variables, written, names)
        return None if picker is None else f"{_OF_LISTS[value.operator]}({picker}({self._values.name(function)}))"

    def selected(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the rows that satisfy a condition on constants."""
        rows = conditioned(value, self._program)
        if rows is None:
            return None
        condition, body = rows

        def written(_: Value, inner: Names) -> str:
            return self.rows(value, condition, inner)

        table = self._tables.add(condition, value.variables, written, names)
        return None if table is None else self.over(value, body, table, names)

    def over(self, value: Aggregate, body: Value, rows: str, names: Names) -> str:
        """Write an aggregate over the rows of a list."""
        inner = {**names, **{variable: self._loops.fresh() for variable in value.variables}}
        targets = ", ".join(inner[variable] for variable in value.variables)
        inside = max(1, self._loops.unlooked(body))
        if self._loops.rows(value.variables) * inside >= BLOCK_VALUES:
            step = max(1, BLOCK_VALUES // inside)
            rows = f"({rows} if len({rows}) < {step} else watched({rows}, {step}))"
        return self._values.folded(value, body, f"for {targets} in {rows}", inner)

    def rows(self, value: Aggregate, condition: Value, names: Names) -> str:
        """Write the list of the items, or rows of items, that satisfy a condition."""
        loops, inner = self._loops.clauses(value.variables, names, condition)
        targets = ", ".join(inner[variable] for variable in value.variables)
        row = targets if len(value.variables) == 1 else f"({targets})"
        return f"[{row} {loops} if {self._values.value(condition, inner)}]"

    def unrolled(self, value: Aggregate, names: Names) -> str | None:
        """Write out an aggregate over a few rows, row by row."""
        sizes = self._loops.sizes(value.variables)
        between = _BETWEEN.get(value.operator)
        if (
            between is None
            or not 0 < prod(sizes) <= UNROLLED_ROWS_LIMIT
            or self._parts_of(value) > UNROLLED_LENGTH_LIMIT
        ):
            return None
        rows: list[dict[Variable, str]] = [{}]
        for variable, size in zip(value.variables, sizes, strict=True):
            rows = [{**row, variable: str(number)} for row in rows for number in range(size)]
        texts = [self._values.value(value.body, {**names, **row}) for row in rows]
        if sum(map(len, texts)) > UNROLLED_LENGTH_LIMIT:
            return None
        if len(texts) == 1 and value.operator in ("sum", "prod"):
            # A single truth value must become a number.
            texts.insert(0, "0" if value.operator == "sum" else "1")
        return f"({between.join(texts)})"

    def filtered(self, value: Aggregate, names: Names) -> str | None:
        """Write a sum over the rows in which no factor is false."""
        if value.operator != "sum":
            return None
        split = conditioned(value, self._program, lambda part: cannot_fail(part, self._program))
        if split is None:
            return None
        condition, body = split
        loops, inner = self._loops.clauses(value.variables, names, value.body)
        return self._values.folded(value, body, f"{loops} if {self._values.value(condition, inner)}", inner)

    def _parts_of(self, value: Value | Slot) -> int:
        """Return a lower bound of the parts in a value's text if all its aggregates over a few rows are written out."""
        known = self._parts.get(id(value))
        if known is None:
            rows = self._loops.rows(value.variables) if isinstance(value, Aggregate) else 1
            count = (rows if 0 < rows <= UNROLLED_ROWS_LIMIT else 1) * sum(map(self._parts_of, parts_of(value)))
            known = self._parts[id(value)] = value, max(1, count)
        return known[1]


def picker(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Return a function that takes the values at these places out of a list."""
    match places:
        case []:
            return lambda values: ()
        case [place]:
            return lambda values: (values[place],)
        case _:
            return itemgetter(*places)
