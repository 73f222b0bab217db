"""Truth values packed into words of 32 bits, and uniform picks among them.

>>> bits = jnp.arange(41) % 13 == 1
>>> words = packed(bits)
>>> words.tolist(), unpacked(words, 41).nonzero()[0].tolist()
([134234114, 256], [1, 14, 27, 40])
>>> [int(picked(words, uniform)) for uniform in (0.0, 0.3, 0.6, 0.9)], int(picked(words * 0, 0.5))
([1, 14, 27, 40], -1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import Array
from relgym.batched.word_tables import WORD_BITS, word_count
from relgym.jax.copies import OverCopies
from relgym.tuning.jax import PICK_WORDS, PLANES_AT_ONCE


def packed(bits: Array, once: bool = False) -> Array:
    """Pack truth values into words, the first of them as the lowest bits.

    Args:
        bits: The truth values, shape (bits, ...).
        once: Whether to make the words in a loop, as `planes_in_turns` does.

    Returns:
        The words, uint32 of the shape (words, ...).
    """
    missing = word_count(bits.shape[0]) * WORD_BITS - bits.shape[0]
    rows = jnp.pad(bits, [(0, missing)] + [(0, 0)] * (bits.ndim - 1)).reshape(-1, WORD_BITS, *bits.shape[1:])
    planes = jnp.moveaxis(rows, 1, 0).astype(jnp.uint32)
    return planes_in_turns(lambda plane: plane, planes, planes.shape[1:]) if once else of_planes(planes)


def of_planes(planes: Iterable[Array]) -> Array:
    """Make words of their planes: for each bit an array (uint32) that is 1 where a word has the bit."""
    # A reduction over an axis in the middle takes longer on processors.
    return reduce(or_, (plane << np.uint32(bit) for bit, plane in enumerate(planes)))


def planes_in_turns(
    plane: Callable[[Any], Array], parts: Any, shape: tuple[int, ...], at_once: int = PLANES_AT_ONCE
) -> Array:
    """Make words in a loop over their planes. What is made without one, XLA makes again for each of its readers.

    Args:
        plane: Makes a plane (uint32) of its part.
        parts: A tree of arrays, whose first axis is that of the planes.
        shape: The shape of the words.
        at_once: The number of planes that a turn makes.
    """

    def turn(words: Array, part: tuple[Any, Array]) -> tuple[Array, None]:
        own, shift = part
        return words | plane(own) << shift, None

    shifts = np.arange(WORD_BITS, dtype=np.uint32)
    return jax.lax.scan(turn, jnp.zeros(shape, jnp.uint32), (parts, shifts), unroll=at_once)[0]


def united(words: Array) -> Array:
    """Unite several words: shape (several, ...) to (...)."""
    if len(words) == 1:
        return words[0]
    return jax.lax.reduce(words, np.uint32(0), jax.lax.bitwise_or, (0,))


def unpacked(words: Array, bits: int) -> Array:
    """Return the truth values of the first bits of some words: shape (words, ...) to (bits, ...)."""
    shifts = np.arange(WORD_BITS, dtype=np.uint32).reshape(-1, *[1] * (words.ndim - 1))
    rows = words[:, None] >> shifts & np.uint32(1)
    return rows.reshape(-1, *words.shape[1:])[:bits].astype(bool)


def stored(bits: np.ndarray) -> np.ndarray:
    """Pack truth values as `packed` does, outside of JAX: rows of the shape (..., bits) to (..., words)."""
    missing = word_count(bits.shape[-1]) * WORD_BITS - bits.shape[-1]
    padded = np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, missing)])
    return np.packbits(padded, axis=-1, bitorder="little").view("<u4").astype(np.uint32)


def picked(words: Array, uniform: Array) -> Array:
    """Pick the place of a one, all equally likely, or -1 where there is none; `uniform` is a number in [0, 1).

    As `relgym.batched.picks.picked`, it takes the one whose rank is the number times the number of ones.
    """
    place: Array = _PICKED(words, uniform)
    return place


def _picked_of_copies(words: Array, uniform: Array) -> Array:
    total = jax.lax.population_count(words).astype(jnp.int32).sum(axis=0)
    # A number next to 1 may be rounded up to the number of ones.
    rank = jnp.minimum(jnp.floor(uniform * total).astype(jnp.int32), total - 1)

    def turn(carried: tuple[Array, ...], word: Array) -> tuple[tuple[Array, ...], None]:
        """Take a word if the rank falls into it; `left` is the rank among the ones from this word on."""
        number, left, place, chosen, inside = carried
        ones = jax.lax.population_count(word).astype(jnp.int32)
        here = (left >= 0) & (left < ones)
        taken = jnp.where(here, number, place), jnp.where(here, word, chosen), jnp.where(here, left, inside)
        return (number + 1, left - ones, *taken), None

    nothing = jnp.zeros_like(rank)
    start = (jnp.int32(0), rank, nothing, jnp.zeros_like(words[0]), nothing)
    (_, _, place, word, rank), _ = jax.lax.scan(turn, start, words, unroll=min(PICK_WORDS, len(words)))
    bit = nothing
    for half in (16, 8, 4, 2, 1):
        low = word & np.uint32((1 << half) - 1)
        ones = jax.lax.population_count(low).astype(jnp.int32)
        above = rank >= ones
        word = jnp.where(above, word >> half, low)
        bit, rank = bit + half * above, rank - ones * above
    return jnp.where(total > 0, place * WORD_BITS + bit, -1).astype(jnp.int32)


_PICKED = OverCopies(_picked_of_copies)
