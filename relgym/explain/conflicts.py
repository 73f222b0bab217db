"""Contradictions between numeric effects: numbers that an action would change in two ways, and by which effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from relgym.explain.binding import Binding, filled_expression, filled_formula
from relgym.explain.search import Search
from relgym.model.effects import UPDATE_KINDS
from relgym.model.numeric import Expression, Value
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When

Draw = tuple[int, tuple[tuple[str, str], ...]]
"""A draw, by the identity of its effect and the objects of the variables around it."""


@dataclass(frozen=True, slots=True)
class Firing:
    """A numeric effect that fires: its value, and the outcome of each draw in which it stands."""

    operator: str
    value: Value
    choices: Mapping[Draw, int]

    def contradicts(self, other: Firing) -> bool:
        """Return True if both effects may happen together and change a number in different ways."""
        if any(other.choices.get(draw, outcome) != outcome for draw, outcome in self.choices.items()):
            return False
        kind = UPDATE_KINDS[self.operator]
        return kind != UPDATE_KINDS[other.operator] or (kind == "=" and self.value != other.value)

    def __str__(self) -> str:
        return {
            "assign": f"assigns {self.value}",
            "increase": f"adds {self.value}",
            "decrease": f"takes {self.value} away",
            "scale-up": f"multiplies by {self.value}",
            "scale-down": f"divides by {self.value}",
        }[self.operator]


def contradictions(effect: Effect, binding: Binding, search: Search) -> Iterator[tuple[Expression, str]]:
    """The ground fluents that an effect would change in two ways, each with the reason."""
    known: dict[Expression, list[Firing]] = {}
    told: set[Expression] = set()
    for fluent, firing in _firings(effect, binding, search, {}):
        others = known.setdefault(fluent, [])
        other = next((each for each in others if each.contradicts(firing)), None)
        if other is not None and fluent not in told:
            told.add(fluent)
            yield fluent, f"one effect {other}, another {firing}"
        others.append(firing)


def _firings(
    effect: Effect, binding: Binding, search: Search, choices: Mapping[Draw, int]
) -> Iterator[tuple[Expression, Firing]]:
    match effect:
        case Add() | Delete():
            return
        case Assign(operator, fluent, expression):
            value = search.world.value(filled_expression(expression, binding))
            if value is not None:
                yield filled_expression(fluent, binding), Firing(operator, value, choices)
        case When(condition, inner):
            if search.holds(filled_formula(condition, binding)):
                yield from _firings(inner, binding, search, choices)
        case ForallEffect(variables, inner):
            for row in product(*(search.world.ranged(variable) for variable in variables)):
                search.world.look()
                more = dict(zip((variable.name for variable in variables), row, strict=True))
                yield from _firings(inner, {**binding, **more}, search, choices)
        case Probabilistic(outcomes):
            draw = id(effect), tuple(sorted((name, item.name) for name, item in binding.items()))
            for number, (share, inner) in enumerate(outcomes):
                if share:
                    yield from _firings(inner, binding, search, {**choices, draw: number})
        case All(parts):
            for part in parts:
                yield from _firings(part, binding, search, choices)
        case _:
            assert_never(effect)
