"""The contract of codes, and the words in which they keep bits and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from relgym.errors import UnsupportedFeature
from relgym.exploration.table import Rows

WORD = 64

NUMBER_WORDS = 2
"""Words of a number: its numerator and its denominator."""

_UNDEFINED, _DOUBLE = 0, -1
"""Denominators that stand for an undefined value, and for a double, whose bits are the numerator."""


_SWAPS = (
    (np.uint64(7), np.uint64(0x00AA00AA00AA00AA)),
    (np.uint64(14), np.uint64(0x0000CCCC0000CCCC)),
    (np.uint64(28), np.uint64(0x00000000F0F0F0F0)),
)
"""Distances between bits of a square that change places, and those of them that come first."""


class StateCode(Protocol):
    """Writes states as rows of words. Equal states have equal rows, in every process.

    Attributes:
        width: The number of words of a state.
    """

    width: int

    def packed(self, states: Sequence[Any]) -> Rows:
        """Return the rows of states."""

    def state(self, row: Rows) -> Any:
        """Return the state of a row."""


def words_of(bits: int) -> int:
    """Return the number of words that hold some bits."""
    return -(-bits // WORD)


def packed_bits(truths: NDArray[Any]) -> Rows:
    """Pack truth values into words: shape (states, bits) to (states, words), the first bit as the lowest.

    >>> packed_bits(np.array([[1, 0, 1]], np.uint8)).tolist()
    [[5]]
    """
    octets = np.packbits(truths, axis=1, bitorder="little")
    words = np.zeros((len(truths), 8 * words_of(truths.shape[1])), np.uint8)
    words[:, : octets.shape[1]] = octets
    return words.view("<u8").astype(np.uint64, copy=False)


def unpacked_bits(rows: Rows, bits: int) -> NDArray[np.uint8]:
    """Unpack the first bits of rows: shape (states, bits) of 0 and 1."""
    octets = np.ascontiguousarray(rows[:, : words_of(bits)]).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=bits, bitorder="little")


def transposed_bits(rows: Rows, bits: int) -> Rows:
    """Return columns of bits as rows, packed again: shape (states, words) to (bits, words of states).

    Squares of 8 by 8 bits are transposed within words (Warren, Hacker's Delight, section 7-3), and bytes around them,
    which are eight times fewer than the bits.

    >>> transposed_bits(np.array([[1], [3], [2]], np.uint64), 2).tolist()
    [[3], [6]]
    """
    octets, eights = -(-bits // 8), 8 * words_of(len(rows))
    squares = np.zeros((octets, 8 * eights), np.uint8)
    squares[:, : len(rows)] = np.ascontiguousarray(rows, "<u8").view(np.uint8)[:, :octets].T
    words = squares.view("<u8")
    for shift, mask in _SWAPS:
        swapped = (words ^ (words >> shift)) & mask
        words ^= swapped
        words ^= swapped << shift
    turned = np.ascontiguousarray(squares.reshape(octets, eights, 8).transpose(0, 2, 1))
    return turned.reshape(8 * octets, eights)[:bits].view("<u8").astype(np.uint64, copy=False)


def number_words(value: int | float | Fraction | None) -> tuple[int, int]:
    """Return the words of a number.

    Raises:
        UnsupportedFeature: Its numerator or denominator does not fit into 64 bits.

    >>> number_words(Fraction(3, 2)), number_words(None)
    ((3, 2), (0, 0))
    """
    match value:
        case None:
            return 0, _UNDEFINED
        case float():
            # -0.0 equals 0.0.
            return int(np.float64(value + 0.0).view(np.int64)), _DOUBLE
        case _:
            words = int(value.numerator), int(value.denominator)
    if not -(2**63) <= words[0] < 2**63 or words[1] >= 2**63:
        raise UnsupportedFeature(
            "a number of a reachable state has too many digits for a state space, which keeps 64 bits",
            hint="explore less: limit=STATES",
        )
    return words


def number_of(numerator: int, denominator: int) -> int | float | Fraction | None:
    """Return the number of two words.

    >>> number_of(3, 2), number_of(3, 1), number_of(*number_words(0.5)), number_of(*number_words(None))
    (Fraction(3, 2), 3, 0.5, None)
    """
    if denominator == _UNDEFINED:
        return None
    if denominator == _DOUBLE:
        return float(np.int64(numerator).view(np.float64))
    return numerator if denominator == 1 else Fraction(numerator, denominator)
