"""Sets of small numbers as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from relgym.tuning.model import FEW_BITS, PIECE_BYTES


def bits_of(bits: int) -> Iterator[int]:
    """The positions of the ones in `bits`, lowest first.

    >>> list(bits_of(0b1101))
    [0, 2, 3]
    >>> list(bits_of(mask_of(range(0, 2000, 9)))) == list(range(0, 2000, 9))
    True
    """
    if bits.bit_count() <= FEW_BITS:
        words: Iterable[int] = (bits,)
    else:
        # To take one of many bits out of a long number takes time for all the others.
        data = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
        words = (
            int.from_bytes(data[start : start + PIECE_BYTES], "little") for start in range(0, len(data), PIECE_BYTES)
        )
    position = 0
    for word in words:
        while word:
            lowest = word & -word
            yield position + lowest.bit_length() - 1
            word ^= lowest
        position += 8 * PIECE_BYTES


def mask_of(positions: Iterable[int]) -> int:
    """The int with ones at some positions; those may be many.

    >>> mask_of([3, 0, 2]) == 0b1101
    True
    """
    wanted = list(positions)
    data = bytearray(max(wanted, default=0) // 8 + 1)
    for position in wanted:
        data[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(data, "little")
