"""Values as Python, with what never changes computed beforehand.

An aggregate over constants alone becomes a table, over the variables outside it that it reads. A sum or a quantifier
with a condition on constants (`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]`) goes through the items for which it holds, and
through no others: of each item its neighbours, found once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from relgym.model.equations import Equations, Part
from relgym.model.rddl_expressions import (
    BOOL,
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Matrix,
    Operation,
    Slot,
    Value,
)
from relgym.model.rddl_walk import walk
from relgym.model.terms import Variable
from relgym.translate.python_values import Names, ValueWriter

Way = Callable[[Aggregate, Names], str | None]
"""Writes an aggregate, or does not."""

LARGEST = 1_000_000
"""How many rows may be gone through to make a table."""


class FixedWriter(ValueWriter):
    """A writer that adds its tables to `scope`, where the functions and constants are that make them."""

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
        """What to try for an aggregate, one after the other, before a loop is written."""
        return self._tabled, self._over_rows

    def _tabled(self, value: Aggregate, names: Names) -> str | None:
        """An aggregate over constants alone."""
        if not is_fixed(value, self.program):
            return None
        return self._table(value, value.variables, super()._aggregate, names)

    def _over_rows(self, value: Aggregate, names: Names) -> str | None:
        """An aggregate over those rows for which a condition on constants holds."""
        conditioned = _conditioned(value, self)
        if conditioned is None:
            return None
        condition, body = conditioned
        found = self._table(condition, value.variables, lambda _, inner: self._rows(value, condition, inner), names)
        return None if found is None else self._through(value, body, found, names)

    def _through(self, value: Aggregate, body: Value, found: str, names: Names) -> str:
        """An aggregate over the rows of a list."""
        inner = {**names, **{variable: self._fresh() for variable in value.variables}}
        own = ", ".join(inner[variable] for variable in value.variables)
        return self.folded(value, body, f"for {own} in {found}", inner)

    def _rows(self, value: Aggregate, condition: Value, names: Names) -> str:
        """The list of the items, or rows of items, for which a condition holds."""
        loops, inner = self.loops(value.variables, names)
        own = ", ".join(inner[variable] for variable in value.variables)
        row = own if len(value.variables) == 1 else f"({own})"
        return f"[{row} {loops} if {self.value(condition, inner)}]"

    def _table(
        self, value: Value, own: Sequence[Variable], written: Callable[[Any, Names], str], names: Names
    ) -> str | None:
        """The place, in a table made now, of what a text gives for the variables outside; none if it would be large."""
        outside = [variable for variable in names if variable in {*walk(value)} - {*own}]
        sizes = [self.program.size(variable.types[0]) for variable in outside]
        if prod([*sizes, *(self.program.size(variable.types[0]) for variable in own)]) > LARGEST:
            return None
        loops, inner = self.loops(outside, {})
        text = written(value, inner)
        try:
            made = eval(f"[{text} {loops}]" if loops else text, self._scope)
        except (ArithmeticError, ValueError):
            # It may stand in a branch that is never taken.
            return None
        table = f"t{self._fresh()[1:]}"
        self._scope[table] = made
        return table + self.entry(outside, names)

    def entry(self, outside: Sequence[Variable], names: Names) -> str:
        """The index, in a list over some variables, of the entry for their present items; nothing without any."""
        sizes = [self.program.size(variable.types[0]) for variable in outside]
        terms = []
        for place, variable in enumerate(outside):
            stride = prod(sizes[place + 1 :])
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return f"[{'+'.join(terms)}]" if terms else ""


def is_fixed(value: Value | Slot, program: Equations) -> bool:
    """Whether nothing that a value reads ever changes, but for the variables."""
    for part in walk(value):
        match part:
            case Fluent(name, _, primed):
                if program.functions[name, primed].part is not Part.CONSTANT:
                    return False
            case Slot(name):
                if program.functions[name, False].part is not Part.CONSTANT:
                    return False
            case Draw() | DrawItem() | DrawAny() | DrawVector() | External():
                return False
    return True


def _conditioned(
    value: Aggregate, writer: FixedWriter, chosen: Callable[[Value], bool] | None = None
) -> tuple[Value, Value] | None:
    """A condition without which a row adds nothing to an aggregate, and the body where it holds.

    It is made of those parts that are chosen, by default those on constants. Where the body may fail (a division, a
    function), the condition has to stand before it, as one that guards it.
    """
    wanted = chosen or (lambda part: is_fixed(part, writer.program))
    match value.operator, value.body:
        case "exists", Operation("^") as body:
            return _split(_chain(body, "^"), "^", writer, wanted, ordered=True)
        case "forall", Operation("=>", (premise, conclusion)):
            parts = _chain(premise, "^")
            found = _split(parts, "^", writer, wanted, ordered=True) if len(parts) > 1 else None
            if found is not None:
                return found[0], Operation("=>", (found[1], conclusion))
            return (premise, conclusion) if wanted(premise) else None
        case "sum", If(condition, then, Constant(nothing)) if not nothing and wanted(condition):
            return condition, then
        case "sum", Operation("^") as body:
            return _split(_chain(body, "^"), "^", writer, wanted, ordered=True)
        case "sum", Operation("*") as body:
            return _split(_chain(body, "*"), "*", writer, wanted, ordered=False)
        case _:
            return None


def _split(
    parts: Sequence[Value], operator: str, writer: FixedWriter, wanted: Callable[[Value], bool], ordered: bool
) -> tuple[Value, Value] | None:
    """The parts that are conditions, and the others; nothing if it is not sure that these cannot fail."""
    conditions = [part for part in parts if writer.range_of(part) == BOOL and wanted(part)]
    others = [part for part in parts if part not in conditions]
    if not conditions or not others:
        return None
    first = ordered and list(parts[: len(conditions)]) == conditions
    if not first and not all(map(_cannot_fail, others)):
        return None
    return _joined(conditions, "^"), _joined(others, operator)


def _chain(value: Value, operator: str) -> list[Value]:
    match value:
        case Operation(other, (left, right)) if other == operator:
            return [*_chain(left, operator), *_chain(right, operator)]
        case _:
            return [value]


def _joined(parts: Sequence[Value], operator: str) -> Value:
    joined, *others = parts
    for part in others:
        joined = Operation(operator, (joined, part))
    return joined


_SAFE = frozenset({"abs", "min", "max"})
"""Functions that have a value for all finite numbers."""


def _cannot_fail(value: Value) -> bool:
    return not any(
        isinstance(part, Draw | DrawItem | DrawAny | DrawVector | External | Matrix)
        or (isinstance(part, Call) and part.function not in _SAFE)
        or (isinstance(part, Operation) and part.operator == "/")
        for part in walk(value)
    )
