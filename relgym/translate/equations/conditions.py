"""What never changes in a value, what cannot fail, and conditions that say which rows of an aggregate matter.

A truth value in a product is a bracket as Iverson has it: where it is false the product is 0, and the other factors are
not computed, as the branch of an `if` that is not taken is not (Knuth, *Two Notes on Notation*, 1992). The truth values
of a product are looked at from the left, up to the first that is false.

>>> from relgym.model.rddl_expressions import Constant
>>> program = Equations({}, {}, {}, (), (), (), 0)
>>> half = Operation("/", (Constant(1), Constant(2)))
>>> cannot_fail(Operation("*", (Constant(1), Constant(2))), program), cannot_fail(half, program)
(True, False)
>>> print(*bracketed(Operation("*", (half, Constant(True))), program))
true (1 / 2)
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
from relgym.translate.equations.finiteness import is_infinite, may_be_infinite, may_overflow
from relgym.translate.equations.ranges import range_of

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
    function), the condition has to stand before it, as one that guards it; in a product, before other truth values.
    """
    wanted = chosen or (lambda part: is_fixed(part, program))
    match value.operator, value.body:
        case "exists", Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted)
        case "forall", Operation("=>", (premise, conclusion)):
            parts = chain(premise, "^")
            found = _split(parts, "^", program, wanted) if len(parts) > 1 else None
            if found is not None:
                return found[0], Operation("=>", (found[1], conclusion))
            return (premise, conclusion) if wanted(premise) else None
        case "sum", If(condition, then, Constant(nothing)) if not nothing and wanted(condition):
            return condition, then
        case "sum", Operation("^") as body:
            return _split(chain(body, "^"), "^", program, wanted)
        case "sum", Operation("*") as body:
            return _bracketed(body, program, wanted)
        case _:
            return None


def _split(
    parts: Sequence[Value], operator: str, program: Equations, wanted: Callable[[Value], bool]
) -> tuple[Value, Value] | None:
    """The parts that are conditions, and the others; nothing if it is not sure that these cannot fail."""
    conditions = [part for part in parts if range_of(part, program.functions) == BOOL and wanted(part)]
    others = [part for part in parts if part not in conditions]
    if not conditions or not others:
        return None
    first = list(parts[: len(conditions)]) == conditions
    if not first and not all(cannot_fail(part, program) for part in others):
        return None
    return _joined(conditions, "^"), _joined(others, operator)


def _bracketed(body: Value, program: Equations, wanted: Callable[[Value], bool]) -> tuple[Value, Value] | None:
    """The truth values of a product that are chosen as conditions, and the product of all other factors."""
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
    """The truth values among the factors of a product, and the product of the others, if there are any.

    The others stay as they are put together: to multiply them in another order may overflow.
    """
    match value:
        # A product is a number, so its range need not be found; that would take all its factors, at every level.
        case Operation("*", (left, right)):
            truths, one = factors(left, program)
            more, other = factors(right, program)
            rest = other if one is None else one if other is None else Operation("*", (one, other))
            return truths + more, rest
        case _ if range_of(value, program.functions) == BOOL:
            return [value], None
        case _:
            return [], value


def bracketed(value: Value, program: Equations) -> tuple[Value, Value] | None:
    """The conjunction of the truth values among the factors of a product, and the product of the others.

    Nothing where no factor is a truth value.
    """
    match value:
        case Operation("*"):
            truths, others = factors(value, program)
            return (_joined(truths, "^"), Constant(1) if others is None else others) if truths else None
        case _:
            return None


def lazy_product(value: Value, program: Equations) -> tuple[Value, Value] | None:
    """What `bracketed` gives, where it matters that what stands beside a false truth value is not computed."""
    found = bracketed(value, program)
    if found is None:
        return None
    condition, rest = found
    later = chain(condition, "^")[1:]
    if all(cannot_fail(part, program) for part in (*later, rest)):
        return found if may_be_infinite(rest, program) or is_infinite(rest, program) else None
    return found


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


def cannot_fail(value: Value, program: Equations) -> bool:
    """Whether a value can be computed whatever the state is; it may be infinite still."""
    return not any(
        isinstance(part, Draw | DrawItem | DrawAny | DrawVector | External | Matrix)
        or (isinstance(part, Call) and part.function not in _SAFE)
        or (isinstance(part, Operation) and part.operator == "/")
        or may_overflow(part, program)
        for part in walk(value)
    )
