"""Explanations of numbers: the values that a comparison or an effect reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import assert_never

from relgym.explain.binding import Binding, filled_expression, filled_formula
from relgym.explain.search import Search
from relgym.explain.world import World
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.translate.program.effects import new_value


def values_in(expressions: Iterable[Expression], world: World) -> str:
    """The values of all fluents in ground expressions, and of sums and the like: `(f a) is 3/2, (* 2 (f a)) is 3`."""
    said: dict[str, str] = {}
    for expression in expressions:
        parts = [*_fluents(expression)]
        values = [world.value(part) for part in parts]
        said.update((str(part), _value(value)) for part, value in zip(parts, values, strict=True))
        # Without the values in it nobody expects it to have one.
        if isinstance(expression, Arithmetic) and None not in values:
            said[str(expression)] = _value(world.value(expression))
    return ", ".join(f"{text} {value}" for text, value in said.items())


def _value(value: Value | None) -> str:
    return "has no value" if value is None else f"is {value}"


def _fluents(expression: Expression) -> Iterator[FluentValue]:
    match expression:
        case Number():
            return
        case FluentValue():
            yield expression
        case Arithmetic(_, operands):
            for operand in operands:
                yield from _fluents(operand)
        case _:
            assert_never(expression)


def undefined(effect: Effect, binding: Binding, search: Search) -> Iterator[Expression]:
    """The ground expressions without a value that a numeric effect reads if it fires."""
    match effect:
        case Add() | Delete():
            return
        case Assign():
            value = filled_expression(new_value(effect), binding)
            if search.world.value(value) is None:
                yield value
        case When(condition, inner):
            if search.holds(filled_formula(condition, binding)):
                yield from undefined(inner, binding, search)
        case ForallEffect(variables, inner):
            for row in product(*(search.world.ranged(variable) for variable in variables)):
                more = dict(zip((variable.name for variable in variables), row, strict=True))
                yield from undefined(inner, {**binding, **more}, search)
        case Probabilistic(outcomes):
            for _, inner in outcomes:
                yield from undefined(inner, binding, search)
        case All(parts):
            for part in parts:
                yield from undefined(part, binding, search)
        case _:
            assert_never(effect)
