"""Contradictions between numeric effects: numbers that an action would change in two ways, and by which effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from relgym.explain.binding import Binding, filled_expression
from relgym.explain.world import Draw, World
from relgym.model.effects import UPDATE_KINDS
from relgym.model.numeric import Expression, Value


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


def contradictions(action: str, binding: Binding, world: World) -> Iterator[tuple[Expression, str]]:
    """The ground fluents that an action would change in two ways, each with the reason."""
    known: dict[Expression, list[Firing]] = {}
    reported: set[Expression] = set()
    for update, extended, choices, possible in world.updates(action, binding):
        value = world.value(filled_expression(update.value, extended))
        if value is None or not possible:
            continue
        fluent, firing = filled_expression(update.fluent, extended), Firing(update.operator, value, choices)
        others = known.setdefault(fluent, [])
        other = next((each for each in others if each.contradicts(firing)), None)
        if other is not None and fluent not in reported:
            reported.add(fluent)
            yield fluent, f"one effect {other}, another {firing}"
        others.append(firing)
