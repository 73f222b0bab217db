"""Nets of gates and of numbers, computed for all environments at once.

>>> import numpy as np
>>> from relgym.batched.arrays import NumpyArrays
>>> xp = NumpyArrays(4)
>>> both = Net(2, (Gates("and", np.array([[2], [3]])),), 5)
>>> xp.unpacked(filled(both, xp, [xp.packed(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]))]))[-1].tolist()
[0, 0, 0, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add, eq, ge, gt, le, lt, mul, sub
from typing import Any, assert_never

from relgym.batched.arrays import Array, Arrays
from relgym.model.grounded import Comparison, Draw, Fixpoint, Gates, Net, NumberNet

Uniform = Callable[[Array], Array]
"""Gives uniform numbers: to it, which environments take one (0 or 1 for each); from it, one for each environment."""

_OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul}
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


def filled(net: Net, xp: Arrays, inputs: Sequence[Array], uniform: Uniform | None = None) -> Array:
    """All rows of a net as words; `inputs` are blocks of its input rows, `uniform` makes its draws."""
    table, at = xp.table(net.rows), 0
    for block in (xp.constants, *inputs):
        table, at = xp.put(table, at, block), at + len(block)
    for step in net.steps:
        match step:
            case Gates():
                table, at = _gates(step, xp, table, at)
            case Fixpoint():
                table, at = _fixpoint(step, xp, table, at)
            case Draw():
                assert uniform is not None
                table, at = _draw(step, xp, table, at, uniform)
            case _:
                assert_never(step)
    return table


def _gates(step: Gates, xp: Arrays, table: Array, at: int) -> tuple[Array, int]:
    operands = xp.take(table, step.operands)
    found = ~operands[0] if step.operator == "not" else xp.joined(step.operator, operands)
    return xp.put(table, at, found), at + len(found)


def _fixpoint(step: Fixpoint, xp: Arrays, table: Array, at: int) -> tuple[Array, int]:
    found = xp.take(table, step.roots) & 0
    while True:
        table, end = xp.put(table, at, found), at + len(found)
        for inner in step.inner:
            table, end = _gates(inner, xp, table, end)
        new = xp.take(table, step.roots)
        if (new == found).all():
            return table, end
        found = new


def _draw(step: Draw, xp: Arrays, table: Array, at: int, uniform: Uniform) -> tuple[Array, int]:
    """Outcomes in the order in which a single environment tries them, by the same subtractions."""
    point = uniform(xp.unpacked(table[step.active]))
    hits = []
    for spread in step.spreads:
        left, past = point, point < 0
        for share in spread:
            left = left - share
            hits.append((left < 0) & ~past)
            past = left < 0
    if not hits:
        return table, at
    found = xp.take(table, step.guards) & xp.take(xp.packed(xp.stacked(hits)), step.hits)
    return xp.put(table, at, found), at + len(found)


def computed(net: NumberNet, xp: Arrays, inputs: Array) -> Array:
    """All rows of a net of numbers."""
    if not net.inputs:
        # Without fluents all comparisons and updates are of constants, and there are none of these.
        return inputs
    rows = net.inputs + len(net.constants) + sum(len(step.left) for step in net.steps)
    table, at = xp.put(xp.numbers(rows), 0, inputs), net.inputs
    table, at = xp.put(table, at, net.constants[:, None]), at + len(net.constants)
    for step in net.steps:
        found = _OPERATIONS[step.operator](xp.take(table, step.left), xp.take(table, step.right))
        table, at = xp.put(table, at, found), at + len(found)
    return table


def compared(comparisons: Sequence[Comparison], xp: Arrays, numbers: Array) -> list[Array]:
    """The rows of bits of comparisons, as words; those with NaN on a side are false."""
    return [
        xp.packed(_COMPARISONS[each.operator](xp.take(numbers, each.left), xp.take(numbers, each.right)))
        for each in comparisons
    ]
