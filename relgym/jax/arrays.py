"""The array library of a batch for JAX, for one environment, which `jax.vmap` multiplies.

A bit has a truth value of its own, since bits of several environments cannot share a word there. The axis of the
environments has the length 1.

>>> import numpy as np
>>> from relgym.batched.nets import filled
>>> from relgym.model.pddl.grounded import GateNet, Gates
>>> xp = JaxArrays()
>>> both = GateNet(2, (Gates("and", np.array([[2], [3]])),), 5)
>>> filled(both, xp, xp.opened(5, [xp.packed(np.array([[1], [1]]))]))[-1].tolist()
[True]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_batching import custom_vmap

from relgym.batched.arrays import CONSTANTS, Array, Turn
from relgym.model.pddl.grounded import FALSE, TRUE, Gates
from relgym.tuning.jax import PART_OPERANDS

_WEIGHTS = 1 << np.arange(8, dtype=np.uint8)


class GateSeries(NamedTuple):
    """Gates in parts of equal size, so that one loop computes all of them: the program stays small.

    Every gate is a conjunction: `or` is the negation of the conjunction of negations.

    Attributes:
        at: For each part, the row of its first gate; rows that fill up a part are overwritten by the next one.
        operands: The rows that the gates take: shape (parts, gates, operands).
        negated: For each part, whether its gates take the negations of their rows.
        inverted: For each part, whether its gates return the negation of the conjunction.
    """

    at: Array
    operands: Array
    negated: Array
    inverted: Array

    @classmethod
    def of(cls, at: int, steps: Sequence[Gates]) -> GateSeries:
        """Cut the gates of steps into parts, for rows from `at` on."""
        width = max(len(step.operands) for step in steps)
        sizes = [step.operands.shape[1] for step in steps]
        size = min(
            sorted({*sizes}), key=lambda size: (size * width + PART_OPERANDS) * sum(-(-n // size) for n in sizes)
        )
        places: list[int] = []
        operands: list[Array] = []
        for step in steps:
            count = step.operands.shape[1]
            filling = FALSE if step.operator == "or" else TRUE
            rows = np.full((-(-count // size) * size, width), filling, np.int32)
            rows[:count, : len(step.operands)] = step.operands.T
            operands += np.split(rows, len(rows) // size)
            places += range(at, at + count, size)
            at += count
        operators = np.repeat([step.operator for step in steps], [-(-n // size) for n in sizes])
        return cls(np.array(places, np.int32), np.stack(operands), operators == "or", operators != "and")


def _with_gates(series: GateSeries) -> Callable[[Array], Array]:
    """Return the function that writes the rows of gates into a table: shape (rows, environments)."""

    def turn(table: Array, part: GateSeries) -> tuple[Array, None]:
        inputs = jnp.take(table, part.operands, axis=0, mode="clip") ^ part.negated
        made = inputs.all(axis=1) ^ part.inverted
        return jax.lax.dynamic_update_slice_in_dim(table, made, part.at, 0), None

    @custom_vmap
    def written(table: Array) -> Array:
        # The last part is filled up with rows, too.
        filled_up = jnp.pad(table, ((0, series.operands.shape[1]), (0, 0)))
        return jax.lax.scan(turn, filled_up, jax.tree.map(jnp.asarray, series))[0][: len(table)]

    # JAX would make a scatter of the update, which takes a hundred times as long on processors.
    @written.def_vmap
    def _(axis_size: int, in_batched: Any, table: Array) -> tuple[Array, bool]:
        wide = written(jnp.moveaxis(table, 0, -1).reshape(table.shape[1], -1))
        return jnp.moveaxis(wide.reshape(*table.shape[1:], axis_size), -1, 0), True

    return written


class JaxArrays:
    """The interface `relgym.batched.arrays.ArrayLibrary` for JAX."""

    module: Any = jnp
    index: Any = jnp.int32

    def opened(self, rows: int, blocks: Sequence[Array]) -> Array:
        constants = np.arange(CONSTANTS)[:, None] == TRUE
        given = jnp.concatenate([jnp.asarray(constants), *blocks])
        return self.padded(given, rows - len(given))

    def chosen(self, rows: int, valid: Array, choices: Array) -> tuple[Array, Array]:
        ones = valid & (np.arange(len(valid))[:, None] == choices)
        return self.opened(rows, [ones]), ones.any(axis=0)

    def numbers(self, rows: int) -> Array:
        return jnp.zeros((rows, 1), float)

    def put(self, table: Array, at: int, block: Array) -> Array:
        # XLA knows no update of a part under `vmap` but by a scatter, which takes far longer to compile.
        return jnp.concatenate([table[:at], block, table[at + len(block) :]])

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        return table.at[rows].set(block, unique_indices=True)

    def take(self, table: Array, rows: Array) -> Array:
        return jnp.take(table, rows, axis=0, mode="clip")

    def gates(self, table: Array, at: int, steps: Sequence[Gates]) -> Array:
        return _with_gates(GateSeries.of(at, steps))(table)

    def settled(self, turn: Turn, table: Array, rows: Array) -> Array:
        def going(carried: Any) -> Any:
            return carried[2]

        def once(carried: Any) -> Any:
            table, before, _ = carried
            table, after = turn(table, before)
            return table, after, (after != before).any()

        return jax.lax.while_loop(going, once, (table, rows, True))[0]

    def packed(self, truths: Array) -> Array:
        return jnp.asarray(truths, bool)

    def unpacked(self, words: Array) -> Array:
        return words.astype(jnp.uint8)

    def padded(self, rows: Array, more: int) -> Array:
        return jnp.concatenate([rows, jnp.zeros((more, *rows.shape[1:]), rows.dtype)])

    def octets(self, truths: Array) -> Array:
        eights = truths.reshape(-1, 8, truths.shape[-1])
        return (eights * _WEIGHTS[:, None]).sum(axis=1, dtype=jnp.uint8)

    def running(self, counts: Array) -> Array:
        return jnp.cumsum(counts, axis=0, dtype=counts.dtype)

    def trues(self, rows: Array) -> Array:
        return rows.sum(axis=0, dtype=jnp.int32)

    def entries(self, table: Array, rows: Array) -> Array:
        return table.reshape(-1).take(rows, mode="clip")

    def counted(self, octets: Array) -> Array:
        return jax.lax.population_count(octets)
