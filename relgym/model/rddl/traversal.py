"""All values within a value of RDDL, it included; and a value with some of them replaced.

>>> from relgym.model.rddl.expressions import Constant, Operation
>>> [str(part) for part in walk(Operation("+", (Constant(1), Constant(2))))]
['(1 + 2)', '1', '2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from relgym.model.rddl.expressions import (
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
    """Return the direct operands of a value."""
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


def has_draws(value: Value) -> bool:
    """Return True if a value contains a random draw."""
    return any(isinstance(part, Draw | DrawItem | DrawAny | DrawVector) for part in walk(value))


def rebuilt(value: Value, changed: Callable[[Value], Value]) -> Value:
    """The value with each of its parts, and then itself, given to a function that says what stands in its place."""

    def each(parts: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(rebuilt(part, changed) for part in parts)

    match value:
        case Constant() | Variable() | Object() | Item() | DrawVector() | External():
            return changed(value)
        case Fluent() | Call() | Draw():
            return changed(replace(value, arguments=each(value.arguments)))
        case Operation(_, operands):
            return changed(replace(value, operands=each(operands)))
        case Aggregate(_, _, body) | Matrix(_, _, _, body) | DrawAny(_, body):
            return changed(replace(value, body=rebuilt(body, changed)))
        case If():
            condition, then, otherwise = each((value.condition, value.then, value.otherwise))
            return changed(replace(value, condition=condition, then=then, otherwise=otherwise))
        case Switch(subject, cases, default):
            pairs = tuple((rebuilt(label, changed), rebuilt(branch, changed)) for label, branch in cases)
            last = None if default is None else rebuilt(default, changed)
            return changed(replace(value, subject=rebuilt(subject, changed), cases=pairs, default=last))
        case DrawItem(_, weights):
            several = tuple((item, None if weight is None else rebuilt(weight, changed)) for item, weight in weights)
            return changed(replace(value, weights=several))
        case _:
            assert_never(value)
