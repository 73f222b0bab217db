"""The interface of an array library that the functions of a batch need, beyond operators.

Bits of environments are packed into words, environment number n into bit n % 64 of word n // 64. A library other than
NumPy needs a class with these methods.

>>> xp = NumpyArrays(3)
>>> words = xp.packed(np.array([[True, False, True]]))
>>> words.tolist(), xp.unpacked(words).tolist()
([[5]], [[1, 0, 1]])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from relgym.model.pddl.grounded import TRUE, Gates
from relgym.tuning.batched import BLOCK_BYTES

Array = Any
"""An array of the library."""

Turn = Callable[[Array, Array], tuple[Array, Array]]
"""One turn of rows that depend on each other: from a table and these rows to the next table and the next rows."""

WORD = 64

CONSTANTS = 2
"""The number of rows with which every table begins: `FALSE` and `TRUE`."""

_GATES: Mapping[str, np.ufunc] = {"and": np.bitwise_and, "or": np.bitwise_or}


class ArrayLibrary(Protocol):
    """Arrays for `count` environments.

    Attributes:
        module: The functions of the library, with the names and meanings of NumPy's.
        index: The type of numbers of rows.
    """

    module: Any
    index: Any

    def opened(self, rows: int, blocks: Sequence[Array]) -> Array:
        """Make a table of `rows` rows: first one that is false everywhere and one that is true everywhere, then blocks.

        The content of the other rows does not matter.
        """

    def chosen(self, rows: int, valid: Array, choices: Array) -> tuple[Array, Array]:
        """Make a table that begins with the constants and then has a one for each environment in the row of its choice.

        Choices that are no rows, or false in `valid` (as many rows of words), give no one. The second array (truth
        values) is true for the environments with a one. The last row of `valid` must be false everywhere.
        """

    def numbers(self, rows: int) -> Array:
        """Make rows of doubles with arbitrary content."""

    def put(self, table: Array, at: int, block: Array) -> Array:
        """Return a table with the rows from `at` on replaced; the given table may be changed."""

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        """Return a new table with these rows replaced."""

    def take(self, table: Array, rows: Array) -> Array:
        """Return a copy of rows of a table, in the shape of `rows`."""

    def gates(self, table: Array, at: int, steps: Sequence[Gates]) -> Array:
        """Return the table with the new rows of some steps from row `at` on; it may be changed, as by `put`."""

    def settled(self, turn: Turn, table: Array, rows: Array) -> Array:
        """Take turns until the rows that a turn returns are those that it was given; return its table."""

    def packed(self, truths: Array) -> Array:
        """Pack truth values, with the environments on the last axis, into words."""

    def unpacked(self, words: Array) -> Array:
        """Unpack words to 0 and 1 (uint8), with the environments on the last axis."""

    def padded(self, rows: Array, more: int) -> Array:
        """Append `more` rows of 0."""

    def octets(self, truths: Array) -> Array:
        """Pack each eight rows of 0 and 1 (uint8) into one row of bytes, the first of them as the lowest bits."""

    def running(self, counts: Array) -> Array:
        """Return the running sums over the rows, in their type, which must be large enough."""

    def trues(self, rows: Array) -> Array:
        """Count for each environment the rows in which it is true, of fewer than 256 rows."""

    def entries(self, table: Array, rows: Array) -> Array:
        """Return for each environment the entries of a table (rows, environments) in rows of its own.

        The last axis of `rows`, and of the result, is the axis of the environments.
        """

    def counted(self, octets: Array) -> Array:
        """Count the ones of each byte."""


_WEIGHTS = (1 << np.arange(8, dtype=np.uint8))[:, None]

_COUNTS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)

_counted: Any = getattr(np, "bitwise_count", _COUNTS.take)
"""Counts the ones of bytes; NumPy has a function for that from version 2 on."""


def _wide(rows: Array) -> Array:
    """View rows of small numbers as rows of 64-bit words, several in each; their sums must not overflow."""
    missing = -rows.shape[-1] % 8
    if missing:
        rows = np.concatenate([rows, np.zeros((*rows.shape[:-1], missing), rows.dtype)], axis=-1)
    return rows.view(np.uint64)


class NumpyArrays:
    """The interface for NumPy."""

    module: Any = np
    index: Any = np.intp

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
        # Negative numbers are very large as unsigned ones.
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
        # No two environments share a bit, so that addition is the same as `or`, and faster. Environments without a
        # choice add 0 to the last row.
        np.add.at(table.reshape(-1)[CONSTANTS * self.words :], at, bits)
        return table, bits.astype(bool)

    def numbers(self, rows: int) -> Array:
        return np.empty((rows, self.count))

    def put(self, table: Array, at: int, block: Array) -> Array:
        table[at : at + len(block)] = block
        return table

    def replaced(self, table: Array, rows: Array, block: Array) -> Array:
        array = table.copy()
        array[rows] = block
        return array

    def take(self, table: Array, rows: Array) -> Array:
        # Without a mode NumPy checks every index, which takes longer than copying a short row.
        return table.take(rows, axis=0, mode="clip")

    def gates(self, table: Array, at: int, steps: Sequence[Gates]) -> Array:
        for step in steps:
            inputs = table.take(step.operands, axis=0, mode="clip")
            made = table[at : at + step.operands.shape[1]]
            if step.operator == "not":
                np.invert(inputs[0], out=made)
            elif len(inputs) == 2:
                # A binary operation takes half as long as a reduction.
                _GATES[step.operator](inputs[0], inputs[1], out=made)
            else:
                _GATES[step.operator].reduce(inputs, axis=0, out=made)
            at += len(made)
        return table

    def settled(self, turn: Turn, table: Array, rows: Array) -> Array:
        while True:
            table, after = turn(table, rows)
            if (after == rows).all():
                return table
            rows = after

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
            # Without an axis, `unpackbits` takes half as long.
            return np.unpackbits(octets.ravel(), bitorder="little").reshape(*words.shape[:-1], self.count)
        return np.unpackbits(octets, axis=-1, count=self.count, bitorder="little")

    def padded(self, rows: Array, more: int) -> Array:
        return np.concatenate([rows, np.zeros((more, self.count), rows.dtype)])

    def octets(self, truths: Array) -> Array:
        eights = truths.reshape(-1, 8, self.count)
        array = np.empty((len(eights), self.count), np.uint8)
        # In parts that fit into a core's cache, and that the system can allocate fast.
        several = max(1, BLOCK_BYTES // (8 * self.count))
        for at in range(0, len(eights), several):
            part = eights[at : at + several]
            np.add.reduce(part * _WEIGHTS, axis=1, dtype=np.uint8, out=array[at : at + several])
        return array

    def running(self, counts: Array) -> Array:
        sums = np.add.accumulate(_wide(counts), axis=0).view(counts.dtype)
        return sums[:, : self.count]

    def trues(self, rows: Array) -> Array:
        sums = np.add.reduce(_wide(rows), axis=0).view(np.uint8)
        return sums[: self.count].astype(np.intp)

    def entries(self, table: Array, rows: Array) -> Array:
        return table.ravel().take(rows * np.intp(self.count) + self._environment, mode="clip")

    def counted(self, octets: Array) -> Array:
        return _counted(octets)
