"""Find fixed values, values that cannot fail, and conditions that select the rows of an aggregate.

A truth value in a product is an Iverson bracket: where it is false the product is 0, and the other factors are not
computed, like the branch of an `if` that is not taken (Knuth, *Two Notes on Notation*, 1992). The truth values of a
product are evaluated from the left, up to the first that is false.

>>> from relgym.model.rddl.expressions import Constant
>>> program = Equations({}, {}, {}, (), (), (), 0)
>>> half = rddl.Operation("/", (Constant(1), Constant(2)))
>>> cannot_fail(rddl.Operation("*", (Constant(1), Constant(2))), program), cannot_fail(half, program)
(True, False)
>>> print(*bracketed(rddl.Operation("*", (half, Constant(True))), program))
true (1 / 2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equations, Part
from relgym.model.rddl.expressions import BOOL, Value
from relgym.model.rddl.traversal import walk
from relgym.translate.equations.finiteness import is_infinite, may_be_infinite, may_overflow
from relgym.translate.equations.ranges import range_of

_SAFE = frozenset({"abs", "min", "max"})
"""Functions that have a value for all finite numbers."""


def is_fixed(value: Value | rddl.Slot, program: Equations) -> bool:
    """Tell whether a value reads only constants and variables, and draws nothing."""
    for part in walk(value):
        match part:
            case rddl.Fluent(name, _, primed):
                if program.functions[name, primed].part is not Part.CONSTANT:
                    return False
            case rddl.Slot(name):
                if program.functions[name, False].part is not Part.CONSTANT:
                    return False
            case rddl.Draw() | rddl.DrawItem() | rddl.DrawAny() | rddl.DrawVector() | rddl.External():
                return False
    return True


def conditioned(
    value: rddl.Aggregate, program: Equations, chosen: Callable[[Value], bool] | None = None
) -> tuple[Value, Value] | None:
    """Split an aggregate's body into a condition that rows must satisfy to contribute, and the rest of the body.

    The condition consists of the parts that are `chosen`, by default those on constants. If the rest may fail (a
    division, a function), the condition must stand before it as a guard; in a product, before other truth values.
    """
    wanted = chosen or (lambda part: is_fixed(part, program))
    match value.operator, value.body:
        case "exists", rddl.Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted)
        case "forall", rddl.Operation("=>", (premise, conclusion)):
            parts = chain(premise, "^")
            split = _split(parts, "^", program, wanted) if len(parts) > 1 else None
            if split is not None:
                return split[0], rddl.Operation("=>", (split[1], conclusion))
            return (premise, conclusion) if wanted(premise) else None
        case "sum", rddl.If(condition, then, rddl.Constant(nothing)) if not nothing and wanted(condition):
            return condition, then
        case "sum", rddl.Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted)
        case "sum", rddl.Operation("*") as body:
            return _bracketed(body, program, wanted)
        case _:
            return None


def _split(
    parts: Sequence[Value], operator: str, program: Equations, wanted: Callable[[Value], bool]
) -> tuple[Value, Value] | None:
    """Separate the conditions from the other parts; None if these might fail without the conditions before them."""
    conditions = [part for part in parts if range_of(part, program.functions) == BOOL and wanted(part)]
    others = [part for part in parts if part not in conditions]
    if not conditions or not others:
        return None
    first = list(parts[: len(conditions)]) == conditions
    if not first and not all(cannot_fail(part, program) for part in others):
        return None
    return _joined(conditions, "^"), _joined(others, operator)


def _bracketed(body: Value, program: Equations, wanted: Callable[[Value], bool]) -> tuple[Value, Value] | None:
    """Separate the truth values of a product that are chosen as conditions from the product of all other factors."""
    truths, others = factors(body, program)
    conditions = [part for part in truths if wanted(part)]
    rest = [part for part in truths if part not in conditions]
    if not conditions or not (rest or others):
        return None
    first = truths[: len(conditions)] == conditions
    if not first and not all(cannot_fail(part, program) for part in rest):
        return None
    return _joined(conditions, "^"), _joined([*rest, *([] if others is None else [others])], "*")


def factors(value: Value, program: Equations) -> tuple[list[Value], Value | None]:
    """Return the truth values among the factors of a product, and the product of the others, if there are any.

    The others keep their order, since a product in another order might overflow.
    """
    match value:
        # A product is a number; finding its range would visit all its factors at every level.
        case rddl.Operation("*", (left, right)):
            truths, one = factors(left, program)
            more, other = factors(right, program)
            rest = other if one is None else one if other is None else rddl.Operation("*", (one, other))
            return truths + more, rest
        case _ if range_of(value, program.functions) == BOOL:
            return [value], None
        case _:
            return [], value


def bracketed(value: Value, program: Equations) -> tuple[Value, Value] | None:
    """Return the conjunction of the truth values among the factors of a product, and the product of the others.

    None if no factor is a truth value.
    """
    match value:
        case rddl.Operation("*"):
            truths, others = factors(value, program)
            return (_joined(truths, "^"), rddl.Constant(1) if others is None else others) if truths else None
        case _:
            return None


def lazy_product(value: Value, program: Equations) -> tuple[Value, Value] | None:
    """Return the result of `bracketed` if it matters that factors after a false truth value are not computed."""
    split = bracketed(value, program)
    if split is None:
        return None
    condition, rest = split
    later = chain(condition, "^")[1:]
    if all(cannot_fail(part, program) for part in (*later, rest)):
        return split if may_be_infinite(rest, program) or is_infinite(rest, program) else None
    return split


def chain(value: Value, operator: str) -> list[Value]:
    """Return the operands of a chain of one operator, such as `a ^ b ^ c`."""
    match value:
        case rddl.Operation(other, (left, right)) if other == operator:
            return [*chain(left, operator), *chain(right, operator)]
        case _:
            return [value]


def _joined(parts: Sequence[Value], operator: str) -> Value:
    joined, *others = parts
    for part in others:
        joined = rddl.Operation(operator, (joined, part))
    return joined


def cannot_fail(value: Value, program: Equations) -> bool:
    """Tell whether a value can be computed in every state; it may still be infinite."""
    return not any(
        isinstance(part, rddl.Draw | rddl.DrawItem | rddl.DrawAny | rddl.DrawVector | rddl.External | rddl.Matrix)
        or (isinstance(part, rddl.Call) and part.function not in _SAFE)
        or (isinstance(part, rddl.Operation) and part.operator == "/")
        or may_overflow(part, program)
        for part in walk(value)
    )
