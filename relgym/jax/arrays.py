"""The array library of a batch for JAX.

Bits of 32 copies share a word. With `words` words in a row, copy number n has bit n // words of word n % words, so that
words are made of whole parts of an array.

>>> import numpy as np
>>> from relgym.batched.nets import filled
>>> from relgym.model.pddl.grounded import GateNet, Gates
>>> xp = JaxArrays(40)
>>> truths = np.arange(40) % 3 == np.array([[0], [0]])
>>> truths[1, 30:] = False
>>> both = GateNet(2, (Gates("and", np.array([[2], [3]])),), 5)
>>> row = filled(both, xp, xp.opened(5, [xp.packed(truths)]))[-1]
>>> row.shape, xp.unpacked(row).nonzero()[0].tolist()
((2,), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import CONSTANTS, Array, Turn
from relgym.batched.word_tables import WORD_BITS
from relgym.jax.words import of_planes, united
from relgym.model.pddl.grounded import FALSE, TRUE, Gates
from relgym.tuning.jax import PART_OPERANDS

_WEIGHTS = 1 << np.arange(8, dtype=np.uint8)

_ALL = ~np.uint32(0)


class GateSeries(NamedTuple):
    """Gates in parts of equal size, so that one loop computes all of them: the program stays small.

    Every gate is a conjunction: `or` is the negation of the conjunction of negations.

    Attributes:
        at: For each part, the row of its first gate; rows that fill up a part are overwritten by the next one.
        operands: The rows that the gates take: shape (parts, gates, operands).
        negated: For each part, all bits if its gates take the negations of their rows, else none.
        inverted: For each part, all bits if its gates return the negation of the conjunction, else none.
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
        negated, inverted = (np.where(each, _ALL, np.uint32(0)) for each in (operators == "or", operators != "and"))
        return cls(np.array(places, np.int32), np.stack(operands), negated, inverted)


class JaxArrays:
    """The interface `relgym.batched.arrays.ArrayLibrary` for JAX.

    Args:
        count: The number of copies.
    """

    module: Any = jnp
    index: Any = jnp.int32

    def __init__(self, count: int) -> None:
        self.count = count
        self.words = -(-count // WORD_BITS)

    def opened(self, rows: int, blocks: Sequence[Array]) -> Array:
        constants = np.zeros((CONSTANTS, self.words), np.uint32)
        constants[TRUE] = _ALL
        given = jnp.concatenate([jnp.asarray(constants), *blocks])
        return jnp.pad(given, ((0, rows - len(given)), (0, 0)))

    def chosen(self, rows: int, valid: Array, choices: Array) -> tuple[Array, Array]:
        ones = valid & self.packed(np.arange(len(valid))[:, None] == choices)
        return self.opened(rows, [ones]), self.unpacked(united(ones)).astype(bool)

    def numbers(self, rows: int) -> Array:
        return jnp.zeros((rows, self.count), float)

    def put(self, table: Array, at: int, block: Array) -> Array:
        # A block of constants has one column.
        block = jnp.broadcast_to(block, (len(block), table.shape[1]))
        return jax.lax.dynamic_update_slice_in_dim(table, block, at, 0)

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        return table.at[rows].set(block, unique_indices=True)

    def take(self, table: Array, rows: Array) -> Array:
        return jnp.take(table, rows, axis=0, mode="clip")

    def gates(self, table: Array, at: int, steps: Sequence[Gates]) -> Array:
        series = GateSeries.of(at, steps)

        def turn(table: Array, part: GateSeries) -> tuple[Array, None]:
            made = _ALL
            for operand in range(part.operands.shape[1]):
                made = made & (self.take(table, part.operands[:, operand]) ^ part.negated)
            return jax.lax.dynamic_update_slice_in_dim(table, made ^ part.inverted, part.at, 0), None

        # The last part is filled up with rows, too.
        room = jnp.pad(table, ((0, series.operands.shape[1]), (0, 0)))
        return jax.lax.scan(turn, room, jax.tree.map(jnp.asarray, series))[0][: len(table)]

    def settled(self, turn: Turn, table: Array, rows: Array) -> Array:
        def going(carried: Any) -> Any:
            return carried[2]

        def once(carried: Any) -> Any:
            table, before, _ = carried
            table, after = turn(table, before)
            return table, after, (after != before).any()

        return jax.lax.while_loop(going, once, (table, rows, True))[0]

    def packed(self, truths: Array) -> Array:
        truths = jnp.asarray(truths, bool)
        missing = self.words * WORD_BITS - self.count
        parts = jnp.pad(truths, [(0, 0)] * (truths.ndim - 1) + [(0, missing)]).astype(jnp.uint32)
        return of_planes(jnp.split(parts, WORD_BITS, axis=-1))

    def unpacked(self, words: Array) -> Array:
        shifts = np.arange(WORD_BITS, dtype=np.uint32)[:, None]
        bits = (words[..., None, :] >> shifts & np.uint32(1)).astype(jnp.uint8)
        return bits.reshape(*words.shape[:-1], WORD_BITS * self.words)[..., : self.count]

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
        return table.at[rows, np.arange(self.count)].get(mode="clip")

    def counted(self, octets: Array) -> Array:
        return jax.lax.population_count(octets)
