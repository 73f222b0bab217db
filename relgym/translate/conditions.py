"""What never changes in a value, what cannot fail, and conditions that say which rows of an aggregate matter.

>>> from relgym.model.rddl_expressions import Constant
>>> cannot_fail(Operation("*", (Constant(1), Constant(2)))), cannot_fail(Operation("/", (Constant(1), Constant(2))))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from relgym.translate.ranges import range_of

_SAFE = frozenset({"abs", "min", "max"})
"""Functions that have a value for all finite numbers."""


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


def conditioned(
    value: Aggregate, program: Equations, chosen: Callable[[Value], bool] | None = None
) -> tuple[Value, Value] | None:
    """A condition without which a row adds nothing to an aggregate, and the body where it holds.

    It is made of those parts that are chosen, by default those on constants. Where the body may fail (a division, a
    function), the condition has to stand before it, as one that guards it.
    """
    wanted = chosen or (lambda part: is_fixed(part, program))
    match value.operator, value.body:
        case "exists", Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted, ordered=True)
        case "forall", Operation("=>", (premise, conclusion)):
            parts = chain(premise, "^")
            found = _split(parts, "^", program, wanted, ordered=True) if len(parts) > 1 else None
            if found is not None:
                return found[0], Operation("=>", (found[1], conclusion))
            return (premise, conclusion) if wanted(premise) else None
        case "sum", If(condition, then, Constant(nothing)) if not nothing and wanted(condition):
            return condition, then
        case "sum", Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted, ordered=True)
        case "sum", Operation("*") as body:
            return _split(chain(body, "*"), "*", program, wanted, ordered=False)
        case _:
            return None


def _split(
    parts: Sequence[Value], operator: str, program: Equations, wanted: Callable[[Value], bool], ordered: bool
) -> tuple[Value, Value] | None:
    """The parts that are conditions, and the others; nothing if it is not sure that these cannot fail."""
    conditions = [part for part in parts if range_of(part, program.functions) == BOOL and wanted(part)]
    others = [part for part in parts if part not in conditions]
    if not conditions or not others:
        return None
    first = ordered and list(parts[: len(conditions)]) == conditions
    if not first and not all(map(cannot_fail, others)):
        return None
    return _joined(conditions, "^"), _joined(others, operator)


def chain(value: Value, operator: str) -> list[Value]:
    """What an operator stands between, in a value that may be several of it in a row."""
    match value:
        case Operation(other, (left, right)) if other == operator:
            return [*chain(left, operator), *chain(right, operator)]
        case _:
            return [value]


def _joined(parts: Sequence[Value], operator: str) -> Value:
    joined, *others = parts
    for part in others:
        joined = Operation(operator, (joined, part))
    return joined


def cannot_fail(value: Value) -> bool:
    """Whether a value can be computed whatever the state is."""
    return not any(
        isinstance(part, Draw | DrawItem | DrawAny | DrawVector | External | Matrix)
        or (isinstance(part, Call) and part.function not in _SAFE)
        or (isinstance(part, Operation) and part.operator == "/")
        for part in walk(value)
    )
