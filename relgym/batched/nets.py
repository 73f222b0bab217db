"""Nets of gates and of numbers, computed for all environments at once.

>>> import numpy as np
>>> from relgym.batched.arrays import NumpyArrays
>>> xp = NumpyArrays(4)
>>> both = GateNet(2, (Gates("and", np.array([[2], [3]])),), 5)
>>> table = xp.opened(5, [xp.packed(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]))])
>>> xp.unpacked(filled(both, xp, table))[-1].tolist()
[0, 0, 0, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any, assert_never

from relgym.batched.arrays import CONSTANTS, Array, ArrayLibrary
from relgym.model.arithmetic import COMPARISONS
from relgym.model.pddl.grounded import Comparisons, DrawGates, Fixpoint, GateNet, Gates, NetStep, NumberNet

if TYPE_CHECKING:
    from relgym.model.pddl.grounded import Operand

Uniform = Callable[[Array], Array]
"""A function that returns a uniform number for each environment, given 0 or 1 for each: whether it takes one."""

_OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul}


def filled(net: GateNet, xp: ArrayLibrary, table: Array, uniform: Uniform | None = None) -> Array:
    """Compute all rows of a net as words, in a table that is opened with its inputs; `uniform` makes its draws."""
    at = CONSTANTS + net.inputs
    for step in _joined(net.steps):
        match step:
            case list():
                table, at = _gates(step, xp, table, at)
            case Fixpoint():
                table, at = _fixpoint(step, xp, table, at)
            case DrawGates():
                assert uniform is not None
                table, at = _draw(step, xp, table, at, uniform)
            case _:
                assert_never(step)
    return table


def _joined(steps: Sequence[NetStep]) -> Iterator[list[Gates] | Fixpoint | DrawGates]:
    """Yield steps, with gates that follow each other as one list."""
    gates: list[Gates] = []
    for step in steps:
        if isinstance(step, Gates):
            gates.append(step)
            continue
        if gates:
            yield gates
            gates = []
        yield step
    if gates:
        yield gates


def _gates(steps: Sequence[Gates], xp: ArrayLibrary, table: Array, at: int) -> tuple[Array, int]:
    return xp.gates(table, at, steps), at + sum(step.operands.shape[1] for step in steps)


def _fixpoint(step: Fixpoint, xp: ArrayLibrary, table: Array, at: int) -> tuple[Array, int]:
    count = len(step.roots)

    def turn(table: Array, before: Array) -> tuple[Array, Array]:
        table, _ = _gates(step.inner, xp, xp.put(table, at, before), at + count)
        return table, xp.take(table, step.roots)

    nothing = xp.module.zeros_like(xp.take(table, step.roots))
    return xp.settled(turn, table, nothing), at + count + sum(inner.operands.shape[1] for inner in step.inner)


def _draw(step: DrawGates, xp: ArrayLibrary, table: Array, at: int, uniform: Uniform) -> tuple[Array, int]:
    hits = hits_of(step.spreads, uniform(xp.unpacked(table[step.active])))
    if not hits:
        return table, at
    drawn = xp.take(table, step.guards) & xp.take(xp.packed(xp.module.stack(hits)), step.hits)
    return xp.put(table, at, drawn), at + len(drawn)


def hits_of(spreads: Sequence[Sequence[float]], point: Array) -> list[Array]:
    """Return where a uniform number falls on each outcome of some spreads.

    They are found by the same subtractions, in the same order, as in a single environment.
    """
    hits = []
    for spread in spreads:
        left, past = point, point < 0
        for share in spread:
            left = left - share
            hits.append((left < 0) & ~past)
            past = left < 0
    return hits


def computed(net: NumberNet, xp: ArrayLibrary, inputs: Array) -> Array:
    """Compute all rows of a net of numbers."""
    if not net.steps:
        return inputs
    table, at = xp.put(xp.numbers(net.inputs + sum(len(step.left) for step in net.steps)), 0, inputs), net.inputs
    for step in net.steps:
        numbers = _OPERATIONS[step.operator](operand(xp, table, step.left), operand(xp, table, step.right))
        table, at = xp.put(table, at, numbers), at + len(numbers)
    return table


def compared(comparisons: Sequence[Comparisons], xp: ArrayLibrary, numbers: Array) -> list[Array]:
    """Compute the rows of bits of comparisons, as words; comparisons with NaN are false."""
    return [
        xp.packed(COMPARISONS[each.operator](operand(xp, numbers, each.left), operand(xp, numbers, each.right)))
        for each in comparisons
    ]


def operand(xp: ArrayLibrary, numbers: Array, of: Operand) -> Array:
    """Return rows of numbers, or a column of constants."""
    return xp.module.asarray(of) if of.dtype.kind == "f" else xp.take(numbers, of)
