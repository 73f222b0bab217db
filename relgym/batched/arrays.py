"""What the functions of a batch ask of an array library, beyond operators.

Bits of environments are packed into words, environment number n into bit n % 64 of word n // 64. Another library than
NumPy needs a class with these methods, each of which may compute whatever NumPy's function of that name does.

>>> xp = NumpyArrays(3)
>>> words = xp.packed(np.array([[True, False, True]]))
>>> words.tolist(), xp.unpacked(words).tolist()
([[5]], [[1, 0, 1]])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from relgym.model.grounded import TRUE

Array = Any
"""An array of the library."""

WORD = 64

CONSTANTS = 2
"""How many rows every table begins with: `FALSE` and `TRUE`."""

_GATES: Mapping[str, np.ufunc] = {"and": np.bitwise_and, "or": np.bitwise_or}


class Arrays(Protocol):
    """Arrays for `count` environments."""

    def opened(self, rows: int, blocks: Sequence[Array]) -> Array:
        """A table of so many rows that begins with one that is nowhere and one that is everywhere true, then blocks.

        What is in the other rows does not matter.
        """

    def chosen(self, rows: int, valid: Array, choices: Array) -> tuple[Array, Array]:
        """A table that begins as opened with rows with a one for each environment, in the row of its choice.

        Where `valid` (as many rows of words) is false in that row there is none, as for a choice that is no row; the
        second array (truth values) says for which environments there is one. The last row must be nowhere true.
        """

    def numbers(self, rows: int) -> Array:
        """Rows of doubles, whatever is in them."""

    def put(self, table: Array, at: int, block: Array) -> Array:
        """The table with the rows from `at` on replaced; the table that was given may be used for that."""

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        """A new table in which these rows are others."""

    def take(self, table: Array, rows: Array) -> Array:
        """Rows of a table, in the shape of `rows`; the table that comes is a new one."""

    def gates(self, table: Array, at: int, operator: str, operands: Array) -> Array:
        """The table with rows from `at` on: each is the `and`, the `or` or the `not` of a column of `operands`.

        Operands are numbers of rows. The table that was given may be used, as by `put`.
        """

    def packed(self, truths: Array) -> Array:
        """Truth values, the last axis for the environments, as words."""

    def unpacked(self, words: Array) -> Array:
        """Words as 0 and 1 (uint8), the last axis for the environments."""

    def stacked(self, rows: Sequence[Array]) -> Array:
        """Rows as one array."""

    def padded(self, rows: Array, more: int) -> Array:
        """Rows with some of 0 under them."""

    def octets(self, truths: Array) -> Array:
        """Rows of 0 and 1 (uint8) by eights as rows of bytes, the first of eight rows as the lowest bits."""

    def running(self, counts: Array) -> Array:
        """For each row the sum of the rows up to it, in their type, which has room for them."""

    def trues(self, rows: Array) -> Array:
        """In how many of the rows, fewer than 256, each environment is true."""

    def entries(self, table: Array, rows: Array) -> Array:
        """Of a table (rows, environments) for each environment what stands in rows of its own.

        The last axis of `rows` is for the environments, as that of what comes.
        """

    def constant(self, array: Array) -> Array:
        """An array of NumPy's in this library."""

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """One or the other, element by element."""

    def maximum(self, one: Array, other: Array) -> Array:
        """The larger ones, element by element."""

    def minimum(self, one: Array, other: Array) -> Array:
        """The smaller ones, element by element."""

    def counted(self, octets: Array) -> Array:
        """How many ones each byte has."""


_WEIGHTS = (1 << np.arange(8, dtype=np.uint8))[:, None]

_PART = 2**17
"""Bytes that are worked on at a time."""

_COUNTS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)

_counted: Any = getattr(np, "bitwise_count", _COUNTS.take)
"""How many ones bytes have; from its second version on NumPy has a function for that."""


def _wide(rows: Array) -> Array:
    """Rows of small numbers as rows of large ones, several in each: none of their sums runs over into the next."""
    missing = -rows.shape[-1] % 8
    if missing:
        rows = np.concatenate([rows, np.zeros((*rows.shape[:-1], missing), rows.dtype)], axis=-1)
    return rows.view(np.uint64)


class NumpyArrays:
    """NumPy."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.words = -(-count // WORD)
        self._environment = np.arange(count)
        self._word = self._environment // WORD
        self._constants = np.zeros((CONSTANTS, self.words), np.uint64)
        self._constants[TRUE] = ~np.uint64(0)
        self._bit = np.left_shift(np.uint64(1), (self._environment % WORD).astype(np.uint64))
        self._full = self.count == WORD * self.words

    def opened(self, rows: int, blocks: Sequence[Array]) -> Array:
        table = np.empty((rows, self.words), np.uint64)
        table[:CONSTANTS] = self._constants
        at = CONSTANTS
        for block in blocks:
            table[at : at + len(block)] = block
            at += len(block)
        return table

    def chosen(self, rows: int, valid: Array, choices: Array) -> tuple[Array, Array]:
        # Negative ones are very large without their sign.
        known = choices.view(np.uint64) < len(valid)
        if np.count_nonzero(known) < self.count:
            choices = np.where(known, choices, len(valid) - 1)
        at = choices * self.words
        at += self._word
        bits = valid.ravel().take(at, mode="clip")
        bits &= self._bit
        table = np.empty((rows, self.words), np.uint64)
        table[: CONSTANTS + len(valid)] = 0
        table[TRUE] = self._constants[TRUE]
        # No two environments share a bit, so that adding is the same as `or`, and it is faster. Those without a choice
        # add nothing, to the row that is nowhere true.
        np.add.at(table.reshape(-1)[CONSTANTS * self.words :], at, bits)
        return table, bits.astype(bool)

    def numbers(self, rows: int) -> Array:
        return np.empty((rows, self.count))

    def put(self, table: Array, at: int, block: Array) -> Array:
        table[at : at + len(block)] = block
        return table

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        found = table.copy()
        found[rows] = block
        return found

    def take(self, table: Array, rows: Array) -> Array:
        # Without a mode every index is checked, which takes longer than moving a short row.
        return table.take(rows, axis=0, mode="clip")

    def gates(self, table: Array, at: int, operator: str, operands: Array) -> Array:
        found = table.take(operands, axis=0, mode="clip")
        made = table[at : at + operands.shape[1]]
        if operator == "not":
            np.invert(found[0], out=made)
        elif len(found) == 2:
            # One operation takes half as long as a reduction.
            _GATES[operator](found[0], found[1], out=made)
        else:
            _GATES[operator].reduce(found, axis=0, out=made)
        return table

    def packed(self, truths: Array) -> Array:
        truths = np.asarray(truths, bool)
        packed = np.packbits(truths, axis=-1, bitorder="little")
        missing = 8 * self.words - packed.shape[-1]
        if missing:
            packed = np.concatenate([packed, np.zeros((*packed.shape[:-1], missing), np.uint8)], axis=-1)
        return packed.view("<u8")

    def unpacked(self, words: Array) -> Array:
        octets = np.ascontiguousarray(words).view(np.uint8)
        if self._full:
            # Without an axis it takes half as long.
            return np.unpackbits(octets.ravel(), bitorder="little").reshape(*words.shape[:-1], self.count)
        return np.unpackbits(octets, axis=-1, count=self.count, bitorder="little")

    def padded(self, rows: Array, more: int) -> Array:
        return np.concatenate([rows, np.zeros((more, self.count), rows.dtype)])

    def octets(self, truths: Array) -> Array:
        eights = truths.reshape(-1, 8, self.count)
        found = np.empty((len(eights), self.count), np.uint8)
        # In parts that fit into a core's cache, and that are no work for the system to make room for.
        several = max(1, _PART // (8 * self.count))
        for at in range(0, len(eights), several):
            part = eights[at : at + several]
            np.add.reduce(part * _WEIGHTS, axis=1, dtype=np.uint8, out=found[at : at + several])
        return found

    def running(self, counts: Array) -> Array:
        sums = np.add.accumulate(_wide(counts), axis=0).view(counts.dtype)
        return sums[:, : self.count]

    def trues(self, rows: Array) -> Array:
        sums = np.add.reduce(_wide(rows), axis=0).view(np.uint8)
        return sums[: self.count].astype(np.intp)

    def entries(self, table: Array, rows: Array) -> Array:
        return table.ravel().take(rows * np.intp(self.count) + self._environment, mode="clip")

    def constant(self, array: Array) -> Array:
        return array

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        return np.where(condition, yes, no)

    def maximum(self, one: Array, other: Array) -> Array:
        return np.maximum(one, other)

    def minimum(self, one: Array, other: Array) -> Array:
        return np.minimum(one, other)

    def counted(self, octets: Array) -> Array:
        return _counted(octets)

    def stacked(self, rows: Sequence[Array]) -> Array:
        return np.stack(rows)
