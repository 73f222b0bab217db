"""All values within a value of RDDL, it included.

>>> from relgym.model.rddl_expressions import Constant, Operation
>>> [str(part) for part in walk(Operation("+", (Constant(1), Constant(2))))]
['(1 + 2)', '1', '2']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from relgym.model.rddl_expressions import (
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
    Item,
    Matrix,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.terms import Object, Variable


def walk(value: Value | Slot) -> Iterator[Value | Slot]:
    """The value, and then all of its parts, each before its own."""
    yield value
    for part in parts_of(value):
        yield from walk(part)


def parts_of(value: Value | Slot) -> tuple[Value | Slot, ...]:
    """The values of which one is made directly."""
    match value:
        case Constant() | Variable() | Object() | Item() | Slot():
            return ()
        case Fluent() | Call() | Draw() | DrawVector() | External():
            return value.arguments
        case Operation(_, operands):
            return operands
        case Aggregate(_, _, body) | Matrix(_, _, _, body) | DrawAny(_, body):
            return (body,)
        case If(condition, then, otherwise):
            return (condition, then, otherwise)
        case Switch(subject, cases, default):
            inner = [part for case in cases for part in case]
            return (subject, *inner) if default is None else (subject, *inner, default)
        case DrawItem(_, weights):
            return tuple(weight for _, weight in weights if weight is not None)
        case _:
            assert_never(value)
