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
        if is_fixed(value, self.program):
            table = self._table(value, value.variables, super()._aggregate, names)
            if table is not None:
                return table
        conditioned = _conditioned(value, self)
        if conditioned is not None:
            condition, body = conditioned
            found = self._table(condition, value.variables, lambda _, inner: self._rows(value, condition, inner), names)
            if found is not None:
                inner = {**names, **{variable: self._fresh() for variable in value.variables}}
                own = ", ".join(inner[variable] for variable in value.variables)
                return self.folded(value, body, f"for {own} in {found}", inner)
        return super()._aggregate(value, names)

    def _rows(self, value: Aggregate, condition: Value, names: Names) -> str:
        """The list of the items, or rows of items, for which a condition holds."""
        loops, inner = self.loops(value.variables, names)
        own = ", ".join(inner[variable] for variable in value.variables)
        row = own if len(value.variables) == 1 else f"({own})"
        return f"[{row} {loops} if {ValueWriter.value(self, condition, inner)}]"

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
        terms = []
        for place, variable in enumerate(outside):
            stride = prod(sizes[place + 1 :])
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return f"{table}[{'+'.join(terms)}]" if terms else table


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


def _conditioned(value: Aggregate, writer: FixedWriter) -> tuple[Value, Value] | None:
    """A condition on constants without which a row adds nothing to an aggregate, and the body where it holds.

    Where the body may fail (a division, a function), the condition has to stand before it, as one that guards it.
    """
    match value.operator, value.body:
        case "exists", Operation("^") as body:
            return _split(_chain(body, "^"), "^", writer, ordered=True)
        case "forall", Operation("=>", (premise, conclusion)):
            parts = _chain(premise, "^")
            found = _split(parts, "^", writer, ordered=True) if len(parts) > 1 else None
            if found is not None:
                return found[0], Operation("=>", (found[1], conclusion))
            return (premise, conclusion) if is_fixed(premise, writer.program) else None
        case "sum", If(condition, then, Constant(nothing)) if not nothing and is_fixed(condition, writer.program):
            return condition, then
        case "sum", Operation("^") as body:
            return _split(_chain(body, "^"), "^", writer, ordered=True)
        case "sum", Operation("*") as body:
            return _split(_chain(body, "*"), "*", writer, ordered=False)
        case _:
            return None


def _split(parts: Sequence[Value], operator: str, writer: FixedWriter, ordered: bool) -> tuple[Value, Value] | None:
    """The parts that are conditions on constants, and the others; nothing if it is not sure that these cannot fail."""
    conditions = [part for part in parts if writer.range_of(part) == BOOL and is_fixed(part, writer.program)]
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


def _cannot_fail(value: Value) -> bool:
    return not any(
        isinstance(part, Call | Draw | DrawItem | DrawAny | DrawVector | External | Matrix)
        or (isinstance(part, Operation) and part.operator == "/")
        for part in walk(value)
    )
