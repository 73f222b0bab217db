"""The numeric effects of an action that take place in a state, in any outcome of its draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple, assert_never

from relgym.explain.binding import Binding, filled_formula
from relgym.explain.search import FormulaSearch
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.traversal import primitives

Draw = tuple[int, tuple[tuple[str, str], ...]]
"""A draw, by the identity of its effect and the objects of the variables around it."""


class NumericUpdate(NamedTuple):
    """A numeric effect, the objects of its variables, and the outcome of each draw around it.

    It is not `possible` in an outcome whose probability is 0.
    """

    effect: Assign
    binding: Binding
    choices: Mapping[Draw, int]
    possible: bool


def updates(
    effect: Effect,
    binding: Binding,
    search: FormulaSearch,
    choices: Mapping[Draw, int] | None = None,
    possible: bool = True,
) -> Iterator[NumericUpdate]:
    """Yield the numeric effects that take place."""
    choices = choices or {}
    match effect:
        case Add() | Delete():
            return
        case Assign():
            yield NumericUpdate(effect, binding, choices, possible)
        case When() | ForallEffect() if not any(isinstance(each, Assign) for each in primitives(effect)):
            # Neither its condition nor its objects matter.
            return
        case When(condition, inner):
            if search.holds(filled_formula(condition, binding)):
                yield from updates(inner, binding, search, choices, possible)
        case ForallEffect(variables, inner):
            for row in product(*(search.world.ranged(variable) for variable in variables)):
                search.world.look()
                more = dict(zip((variable.name for variable in variables), row, strict=True))
                yield from updates(inner, {**binding, **more}, search, choices, possible)
        case Probabilistic(outcomes):
            draw = id(effect), tuple(sorted((name, item.name) for name, item in binding.items()))
            for number, (share, inner) in enumerate(outcomes):
                yield from updates(inner, binding, search, {**choices, draw: number}, possible and share > 0)
        case All(parts):
            for part in parts:
                yield from updates(part, binding, search, choices, possible)
        case _:
            assert_never(effect)
