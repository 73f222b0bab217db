"""Explanations of numbers: the values that a comparison or an effect reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from relgym.explain.binding import Binding, filled_expression
from relgym.explain.world import World
from relgym.model.numeric import Arithmetic, Expression, Value, fluents_in
from relgym.translate.program.effects import new_value


def values_in(expressions: Iterable[Expression], world: World) -> str:
    """The values of all fluents in ground expressions, and of sums and the like: `(f a) is 3/2, (* 2 (f a)) is 3`."""
    said: dict[str, str] = {}
    for expression in expressions:
        parts = [*fluents_in(expression)]
        values = [world.value(part) for part in parts]
        said.update((str(part), _value(value)) for part, value in zip(parts, values, strict=True))
        # Without the values in it nobody expects it to have one.
        if isinstance(expression, Arithmetic) and None not in values:
            said[str(expression)] = _value(world.value(expression))
    return ", ".join(f"{text} {value}" for text, value in said.items())


def _value(value: Value | None) -> str:
    return "has no value" if value is None else f"is {value}"


def undefined(action: str, binding: Binding, world: World) -> Iterator[Expression]:
    """Yield the ground expressions without a value that the numeric effects of an action read."""
    for update in world.updates(action, binding):
        value = filled_expression(new_value(update.effect), update.binding)
        if world.value(value) is None:
            yield value
