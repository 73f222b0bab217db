"""All values within a value of RDDL, it included; and a value with some of them replaced.

>>> from relgym.model.rddl.expressions import Constant, Operation
>>> [str(part) for part in walk(Operation("+", (Constant(1), Constant(2))))]
['(1 + 2)', '1', '2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.expressions import Value
from relgym.model.terms import Object, Variable


def walk(value: Value | rddl.Slot) -> Iterator[Value | rddl.Slot]:
    """The value, and then all of its parts, each before its own."""
    yield value
    for part in parts_of(value):
        yield from walk(part)


def parts_of(value: Value | rddl.Slot) -> tuple[Value | rddl.Slot, ...]:
    """Return the direct operands of a value."""
    match value:
        case rddl.Constant() | Variable() | Object() | rddl.Item() | rddl.Slot():
            return ()
        case rddl.Fluent() | rddl.Call() | rddl.Draw() | rddl.DrawVector() | rddl.External():
            return value.arguments
        case rddl.Operation(_, operands):
            return operands
        case rddl.Aggregate(_, _, body) | rddl.Matrix(_, _, _, body) | rddl.DrawAny(_, body):
            return (body,)
        case rddl.If(condition, then, otherwise):
            return (condition, then, otherwise)
        case rddl.Switch(subject, cases, default):
            inner = [part for case in cases for part in case]
            return (subject, *inner) if default is None else (subject, *inner, default)
        case rddl.DrawItem(_, weights):
            return tuple(weight for _, weight in weights if weight is not None)
        case _:
            assert_never(value)


def has_draws(value: Value) -> bool:
    """Return True if a value contains a random draw."""
    return any(isinstance(part, rddl.Draw | rddl.DrawItem | rddl.DrawAny | rddl.DrawVector) for part in walk(value))


def rebuilt(value: Value, changed: Callable[[Value], Value]) -> Value:
    """The value with each of its parts, and then itself, given to a function that says what stands in its place."""

    def each(parts: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(rebuilt(part, changed) for part in parts)

    match value:
        case rddl.Constant() | Variable() | Object() | rddl.Item() | rddl.DrawVector() | rddl.External():
            return changed(value)
        case rddl.Fluent() | rddl.Call() | rddl.Draw():
            return changed(replace(value, arguments=each(value.arguments)))
        case rddl.Operation(_, operands):
            return changed(replace(value, operands=each(operands)))
        case rddl.Aggregate(_, _, body) | rddl.Matrix(_, _, _, body) | rddl.DrawAny(_, body):
            return changed(replace(value, body=rebuilt(body, changed)))
        case rddl.If():
            condition, then, otherwise = each((value.condition, value.then, value.otherwise))
            return changed(replace(value, condition=condition, then=then, otherwise=otherwise))
        case rddl.Switch(subject, cases, default):
            pairs = tuple((rebuilt(label, changed), rebuilt(branch, changed)) for label, branch in cases)
            last = None if default is None else rebuilt(default, changed)
            return changed(replace(value, subject=rebuilt(subject, changed), cases=pairs, default=last))
        case rddl.DrawItem(_, weights):
            several = tuple((item, None if weight is None else rebuilt(weight, changed)) for item, weight in weights)
            return changed(replace(value, weights=several))
        case _:
            assert_never(value)
