"""What the functions of a batch ask of an array library, beyond operators.

Bits of environments are packed into words, environment number n into bit n % 64 of word n // 64. Another library than
NumPy needs a class with these methods, each of which may compute whatever NumPy's function of that name does.

>>> xp = NumpyArrays(3)
>>> words = xp.packed(np.array([[True, False, True]]))
>>> words.tolist(), xp.unpacked(words).tolist()
([[5]], [[1, 0, 1]])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, Protocol

import numpy as np

Array = Any
"""An array of the library."""

WORD = 64


FEW = 4
"""Below so many operands one operation after another is faster than a reduction."""

_GATES: Mapping[str, Callable[[Any, Any], Any]] = {"and": and_, "or": or_}
_REDUCED: Mapping[str, Callable[..., Any]] = {"and": np.bitwise_and.reduce, "or": np.bitwise_or.reduce}


class Arrays(Protocol):
    """Arrays for `count` environments."""

    def table(self, rows: int) -> Array:
        """Rows of words, whatever is in them."""

    def numbers(self, rows: int) -> Array:
        """Rows of doubles, whatever is in them."""

    def put(self, table: Array, at: int, block: Array) -> Array:
        """The table with the rows from `at` on replaced; the table that was given may be used for that."""

    def take(self, table: Array, rows: Array) -> Array:
        """Rows of a table, in the shape of `rows`."""

    def packed(self, truths: Array) -> Array:
        """Truth values, the last axis for the environments, as words."""

    def unpacked(self, words: Array) -> Array:
        """Words as 0 and 1 (uint8), the last axis for the environments."""

    def one_hot(self, choices: Array, rows: int) -> Array:
        """Rows of words with a one for each environment, in the row of its choice; none where that is negative."""

    def stacked(self, rows: Sequence[Array]) -> Array:
        """Rows as one array."""

    def joined(self, operator: str, operands: Array) -> Array:
        """The `and` or the `or` of rows of words, along the first axis."""

    def below(self, rows: Array, number: float) -> Array:
        """Rows with another one under them that holds one number."""

    def padded(self, rows: Array, more: int) -> Array:
        """Rows with some of 0 under them."""

    def running(self, counts: Array) -> Array:
        """For each row the sum of the rows up to it, in their type."""

    def gathered(self, groups: Array, which: Array) -> Array:
        """Of an array (groups, rows, environments) the rows of one group for each environment."""

    def constant(self, array: Array) -> Array:
        """An array of NumPy's in this library."""

    def zeros(self, rows: int) -> Array:
        """Rows of whole numbers that are 0."""

    def any_row(self, words: Array) -> Array:
        """The words of where any row is true."""

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """One or the other, element by element."""

    def maximum(self, one: Array, other: Array) -> Array:
        """The larger ones, element by element."""

    def minimum(self, one: Array, other: Array) -> Array:
        """The smaller ones, element by element."""

    @property
    def constants(self) -> Array:
        """A row of words that is nowhere, and one that is everywhere true."""


class NumpyArrays:
    """NumPy."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.words = -(-count // WORD)
        self.constants = np.zeros((2, self.words), np.uint64)
        self.constants[1] = ~np.uint64(0)
        self._environment = np.arange(count)
        self._word = self._environment // WORD
        self._bit = np.left_shift(np.uint64(1), (self._environment % WORD).astype(np.uint64))

    def table(self, rows: int) -> Array:
        return np.empty((rows, self.words), np.uint64)

    def numbers(self, rows: int) -> Array:
        return np.empty((rows, self.count))

    def put(self, table: Array, at: int, block: Array) -> Array:
        table[at : at + len(block)] = block
        return table

    def take(self, table: Array, rows: Array) -> Array:
        return table.take(rows, axis=0)

    def packed(self, truths: Array) -> Array:
        truths = np.asarray(truths, bool)
        packed = np.packbits(truths, axis=-1, bitorder="little")
        missing = 8 * self.words - packed.shape[-1]
        if missing:
            packed = np.concatenate([packed, np.zeros((*packed.shape[:-1], missing), np.uint8)], axis=-1)
        return packed.view("<u8")

    def unpacked(self, words: Array) -> Array:
        words = np.ascontiguousarray(words)
        return np.unpackbits(words.view(np.uint8), axis=-1, count=self.count, bitorder="little")

    def one_hot(self, choices: Array, rows: int) -> Array:
        # The row of those without a choice is the last one, which is where a negative index leads, and is left out.
        table = np.zeros((rows + 1) * self.words, np.uint64)
        # No two environments share a bit, so that adding is the same as `or`, and it is faster.
        np.add.at(table, choices * self.words + self._word, self._bit)
        return table.reshape(rows + 1, self.words)[:rows]

    def joined(self, operator: str, operands: Array) -> Array:
        if len(operands) < FEW:
            return reduce(_GATES[operator], operands)
        return _REDUCED[operator](operands, axis=0)

    def below(self, rows: Array, number: float) -> Array:
        return np.concatenate([rows, np.full((1, self.count), number, rows.dtype)])

    def padded(self, rows: Array, more: int) -> Array:
        return np.concatenate([rows, np.zeros((more, self.count), rows.dtype)])

    def running(self, counts: Array) -> Array:
        # Row by row: `cumsum` goes through one column after another.
        sums = counts.copy()
        for row in range(1, len(sums)):
            np.add(sums[row - 1], sums[row], out=sums[row])
        return sums

    def gathered(self, groups: Array, which: Array) -> Array:
        rows = groups.shape[1]
        first = which * (rows * self.count) + self._environment
        return groups.ravel().take(first + self.count * np.arange(rows)[:, None])

    def constant(self, array: Array) -> Array:
        return array

    def zeros(self, rows: int) -> Array:
        return np.zeros((rows, self.count), int)

    def any_row(self, words: Array) -> Array:
        return np.bitwise_or.reduce(words, axis=0)

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        return np.where(condition, yes, no)

    def maximum(self, one: Array, other: Array) -> Array:
        return np.maximum(one, other)

    def minimum(self, one: Array, other: Array) -> Array:
        return np.minimum(one, other)

    def stacked(self, rows: Sequence[Array]) -> Array:
        return np.stack(rows)
