"""Values as Python, in forms that are faster than a loop over all items.

- an aggregate over evenly spaced values in a fluent's list reads a slice;
- an aggregate over values that a condition on constants selects uses a picker made in advance;
- an aggregate over a few items is written out;
- a product with a false truth value is not computed, and a sum leaves out such items;
- a switch whose branches read one fluent, or are constants, is a look-up by the item that it tests;
- a value computed from constants alone is a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite, prod
from operator import itemgetter
from typing import Any

from relgym.model.rddl.equations import Equations, Part
from relgym.model.rddl.expressions import (
    REAL,
    Aggregate,
    Call,
    Constant,
    Fluent,
    If,
    Item,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.rddl.traversal import parts_of, walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import bracketed, cannot_fail, conditioned, is_fixed
from relgym.translate.python_equations.fixed import FixedWriter, Way
from relgym.translate.python_equations.values import Names
from relgym.tuning.equations import TABLE_VALUES_LIMIT, UNROLLED_LENGTH_LIMIT, UNROLLED_ROWS_LIMIT

_BETWEEN = {"forall": " and ", "exists": " or ", "sum": " + ", "prod": " * "}

_OF_LISTS = {"forall": "all", "exists": "any", "sum": "sum", "min": "min", "max": "max"}


class FoldWriter(FixedWriter):
    """Writes aggregates, products, switches and fixed values in these forms."""

    _making_table = False

    def __init__(self, program: Equations, scope: dict[str, Any]) -> None:
        super().__init__(program, scope)
        # By identity; each entry keeps its value alive.
        self._parts: dict[int, tuple[Value | Slot, int]] = {}
        scope["picker"] = picker

    def _ways(self) -> Sequence[Way]:
        return self._tabled, self._sliced, self._picked, self._over_rows, self._unrolled, self._filtered

    def value(self, value: Value, names: Names) -> str:
        if isinstance(value, Operation | Call | If | Switch) and self._is_worth_a_table(value):
            table = self._table(value, (), super().value, names)
            if table is not None:
                return table
        return super().value(value, names)

    def _table(
        self, value: Value, own: Sequence[Variable], written: Callable[[Any, Names], str], names: Names
    ) -> str | None:
        # Parts of a value that is computed for a table get no tables of their own.
        before, self._making_table = self._making_table, True
        table = super()._table(value, own, written, names)
        self._making_table = before
        return table

    def _is_worth_a_table(self, value: Value) -> bool:
        if self._making_table or not is_fixed(value, self.program):
            return False
        parts = [*walk(value)]
        variables = {part for part in parts if isinstance(part, Variable)}
        if prod(self.program.size(variable.types[0]) for variable in variables) > TABLE_VALUES_LIMIT:
            return False
        # A look-up takes one operation for each variable.
        return len([part for part in parts if not isinstance(part, Variable | Item | Constant)]) > 1 + len(variables)

    def _fluent(self, value: Fluent, names: Names) -> str:
        function = self.program.functions[value.name, value.primed]
        if function.part is Part.CONSTANT and not value.arguments:
            number = self.program.constants[function]
            if isinstance(number, int) or (isinstance(number, float) and isfinite(number)):
                return repr(number)
        return super()._fluent(value, names)

    # -- aggregates --------------------------------------------------------------------------

    def _sliced(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over a slice of a fluent's values."""
        body, own = value.body, value.variables
        if value.operator not in _OF_LISTS or not isinstance(body, Fluent):
            return None
        others = [argument for argument in body.arguments if argument not in own]
        if len(others) + len(own) != len(body.arguments) or any({*own} & {*walk(argument)} for argument in others):
            return None
        function = self.program.functions[body.name, body.primed]
        strides = dict(zip(body.arguments, self.program.strides(function), strict=True))
        sizes = [self.program.size(variable.types[0]) for variable in own]
        steps = [strides.get(variable, 0) for variable in own]
        if not prod(sizes) or steps != [steps[-1] * prod(sizes[place + 1 :]) for place in range(len(own))]:
            return None
        start = self._place(function, body.arguments, {**names, **dict.fromkeys(own, "0")})
        stop = f"{start}+{steps[-1] * (prod(sizes) - 1) + 1}"
        step = "" if steps[-1] == 1 else f":{steps[-1]}"
        part = f"[{start}:{stop}{step}]" if others else ""
        return f"{_OF_LISTS[value.operator]}({self.name(function)}{part})"

    def _picked(self, value: Aggregate, names: Names) -> str | None:
        """Write an aggregate over the values of a fluent whose items satisfy a condition on constants."""
        found = conditioned(value, self.program) if value.operator in _OF_LISTS else None
        if found is None:
            return None
        condition, body = found
        if (
            not isinstance(body, Fluent)
            or not body.arguments
            or not all(isinstance(argument, Variable | Item) for argument in body.arguments)
        ):
            return None
        function = self.program.functions[body.name, body.primed]

        def written(_: Value, inner: Names) -> str:
            loops, rows = self.loops(value.variables, inner, condition)
            place = self._place(function, body.arguments, rows)
            return f"picker([{place} {loops} if {self.value(condition, rows)}])"

        picker = self._table(Operation("^", (condition, body)), value.variables, written, names)
        return None if picker is None else f"{_OF_LISTS[value.operator]}({picker}({self.name(function)}))"

    def _unrolled(self, value: Aggregate, names: Names) -> str | None:
        """Write out an aggregate over a few rows, row by row."""
        sizes = [self.program.size(variable.types[0]) for variable in value.variables]
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
        texts = [self.value(value.body, {**names, **row}) for row in rows]
        if sum(map(len, texts)) > UNROLLED_LENGTH_LIMIT:
            return None
        if len(texts) == 1 and value.operator in ("sum", "prod"):
            # A single truth value must become a number.
            texts.insert(0, "0" if value.operator == "sum" else "1")
        return f"({between.join(texts)})"

    def _filtered(self, value: Aggregate, names: Names) -> str | None:
        """Write a sum over the rows in which no factor is false."""
        if value.operator != "sum":
            return None
        found = conditioned(value, self.program, lambda part: cannot_fail(part, self.program))
        if found is None:
            return None
        condition, body = found
        loops, inner = self.loops(value.variables, names, value.body)
        return self.folded(value, body, f"{loops} if {self.value(condition, inner)}", inner)

    def _parts_of(self, value: Value | Slot) -> int:
        """Return a lower bound of the parts in a value's text if all its aggregates over a few rows are written out."""
        known = self._parts.get(id(value))
        if known is None:
            rows = 1
            if isinstance(value, Aggregate):
                rows = prod(self.program.size(variable.types[0]) for variable in value.variables)
            count = (rows if 0 < rows <= UNROLLED_ROWS_LIMIT else 1) * sum(map(self._parts_of, parts_of(value)))
            known = self._parts[id(value)] = value, max(1, count)
        return known[1]

    # -- the rest ----------------------------------------------------------------------------

    def _operation(self, value: Operation, names: Names) -> str:
        found = bracketed(value, self.program)
        if found is None:
            return super()._operation(value, names)
        condition, rest = found
        nothing = "0.0" if self.range_of(value) == REAL else "0"
        return f"({self.value(rest, names)} if {self.value(condition, names)} else {nothing})"

    def _goes_on(self, value: Operation, operator: str) -> bool:
        if not super()._goes_on(value, operator):
            return False
        return not self._is_worth_a_table(value) and bracketed(value, self.program) is None

    def _switch(self, value: Switch, names: Names) -> str:
        labels = [label for label, _ in value.cases]
        branches = [branch for _, branch in value.cases]
        numbers = [label.number for label in labels if isinstance(label, Item)]
        of = self.range_of(value.subject)
        if of not in self.program.types or sorted(numbers) != [*range(self.program.size(of))]:
            return super()._switch(value, names)
        ordered = [branches[numbers.index(number)] for number in range(len(numbers))]
        subject = self.value(value.subject, names)
        if all(isinstance(branch, Constant | Item) for branch in ordered):
            return f"({', '.join(self.value(branch, names) for branch in ordered)},)[{subject}]"
        first = ordered[0]
        if isinstance(first, Fluent):
            items = [labels[numbers.index(number)] for number in range(len(numbers))]
            for place, argument in enumerate(first.arguments):
                read = [_with(first, place, item) for item in items]
                if argument == items[0] and read == ordered:
                    found = Variable("?found", (of,))
                    return self._fluent(_with(first, place, found), {**names, found: subject})
        return super()._switch(value, names)


def picker(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Return a function that takes the values at these places out of a list."""
    match places:
        case []:
            return lambda values: ()
        case [place]:
            return lambda values: (values[place],)
        case _:
            return itemgetter(*places)


def _with(value: Fluent, place: int, argument: Value) -> Fluent:
    """Return a fluent with another argument at a place."""
    return replace(value, arguments=(*value.arguments[:place], argument, *value.arguments[place + 1 :]))
