"""Truth values packed into words of 32 bits, and uniform picks among them.

>>> bits = jnp.arange(41) % 13 == 1
>>> words = packed(bits)
>>> words.tolist(), unpacked(words, 41).nonzero()[0].tolist()
([134234114, 256], [1, 14, 27, 40])
>>> [int(picked(words, uniform)) for uniform in (0.0, 0.3, 0.6, 0.9)], int(picked(words * 0, 0.5))
([1, 14, 27, 40], -1)
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import Array
from relgym.batched.word_tables import WORD_BITS, word_count


def packed(bits: Array) -> Array:
    """Pack truth values of the shape (bits,) into words (uint32), the first of them as the lowest bits."""
    missing = word_count(bits.shape[0]) * WORD_BITS - bits.shape[0]
    rows = jnp.pad(bits, (0, missing)).reshape(-1, WORD_BITS).astype(jnp.uint32)
    return (rows << np.arange(WORD_BITS, dtype=np.uint32)).sum(axis=1, dtype=jnp.uint32)


def unpacked(words: Array, bits: int) -> Array:
    """Return the truth values of the first bits of some words: shape (bits,)."""
    rows = words[:, None] >> np.arange(WORD_BITS, dtype=np.uint32) & np.uint32(1)
    return rows.reshape(-1)[:bits].astype(bool)


def stored(bits: np.ndarray) -> np.ndarray:
    """Pack truth values as `packed` does, outside of JAX: rows of the shape (..., bits) to (..., words)."""
    missing = word_count(bits.shape[-1]) * WORD_BITS - bits.shape[-1]
    padded = np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, missing)])
    return np.packbits(padded, axis=-1, bitorder="little").view("<u4").astype(np.uint32)


def bit_of(words: Array, place: Array) -> Array:
    """Return one bit of some words as a truth value; places outside of them are false."""
    inside = (place >= 0) & (place < len(words) * WORD_BITS)
    place = jnp.clip(place, 0, len(words) * WORD_BITS - 1)
    return inside & ((words[place // WORD_BITS] >> (place % WORD_BITS).astype(jnp.uint32) & 1) == 1)


def picked(words: Array, uniform: Array) -> Array:
    """Pick the place of a one, all equally likely, or -1 where there is none; `uniform` is a number in [0, 1).

    As `relgym.batched.picks.picked`, it takes the one whose rank is the number times the number of ones.
    """
    counts = jax.lax.population_count(words).astype(jnp.int32)
    before = jnp.cumsum(counts) - counts
    total = counts.sum()
    rank = jnp.floor(jnp.asarray(uniform) * total).astype(jnp.int32)
    place = (before + counts <= rank).sum()
    # A number next to 1 may be rounded up to the number of ones; where there is none, any word will do.
    place = jnp.minimum(place, len(words) - 1)
    word, rank = words[place], rank - before[place]
    bit = jnp.int32(0)
    for half in (16, 8, 4, 2, 1):
        low = word & np.uint32((1 << half) - 1)
        ones = jax.lax.population_count(low).astype(jnp.int32)
        above = rank >= ones
        word = jnp.where(above, word >> half, low)
        bit, rank = bit + half * above, rank - ones * above
    return jnp.where(total > 0, place * WORD_BITS + bit, -1).astype(jnp.int32)
