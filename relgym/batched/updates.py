"""Numeric fluents after a step, for all environments at once.

A code tells by which amount a fluent changes; 0 means no change. The binary digits of the code are rows of bits like
all others, so a fluent that hundreds of actions change costs one row for each digit, and one look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, mul
from typing import Any

from relgym.batched.arrays import Array, ArrayLibrary
from relgym.model.pddl.grounded import OCTET, BatchTask, Updates

_CHANGED: Mapping[str, Callable[[Any, Any], Any]] = {"+": add, "*": mul, "=": lambda _, new: new}


def updated(
    task: BatchTask, xp: ArrayLibrary, effects: Array, numbers: Array, values: Array
) -> tuple[Array, Array | None]:
    """Compute the values after an effect, and where effects contradict each other; None if they never can.

    `effects` are the rows of the net of effects, `numbers` those of the net of numbers over the values before.
    """
    updated_values, contradictory = values, None
    touched: dict[str, Array] = {}
    for updates in task.updates:
        code = _codes(xp, effects, updates)
        changed = code > 0
        old = xp.take(updated_values, updates.targets)
        new = xp.module.where(changed, _CHANGED[updates.operator](old, _amounts(xp, numbers, updates, code)), old)
        if task.contradictory:
            nowhere = values < values
            hit, differs = (xp.replaced(nowhere, updates.targets, each) for each in (changed, new != old))
            clash = nowhere
            for operator, other in touched.items():
                if operator != updates.operator:
                    clash = clash | (hit & other)
                elif operator == "=":
                    clash = clash | (hit & other & differs)
            contradictory = clash.any(axis=0) if contradictory is None else contradictory | clash.any(axis=0)
            touched[updates.operator] = hit | touched.get(updates.operator, nowhere)
        updated_values = xp.replaced(updated_values, updates.targets, new)
    return updated_values, contradictory


def _codes(xp: ArrayLibrary, effects: Array, updates: Updates) -> Array:
    """Return the code of each target's change in each environment, counted from 1; 0 for no change."""
    targets, digits = updates.digits.shape
    rows = xp.unpacked(xp.take(effects, updates.digits.reshape(-1)))
    octets = xp.octets(rows).reshape(targets, digits // OCTET, -1).astype(xp.index)
    code = octets[:, 0]
    for position in range(1, digits // OCTET):
        code = code + (octets[:, position] << OCTET * position)
    return code


def _amounts(xp: ArrayLibrary, numbers: Array, updates: Updates, code: Array) -> Array:
    """Return the amounts by which targets change, with arbitrary numbers where they do not change."""
    amounts = updates.amounts
    which = code + (updates.first - 1)[:, None]
    if amounts.dtype.kind == "f":
        return xp.take(xp.module.asarray(amounts[:, 0]), which)
    return xp.entries(numbers, xp.take(xp.module.asarray(amounts), which))
