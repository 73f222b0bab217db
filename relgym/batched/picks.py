"""Uniform picks among the valid actions of each environment, by rank.

Eight actions make a byte, whose ones are counted. Where there are many bytes, the counts of each eight are added up,
and so on. A pick is a rank among an environment's valid actions: the search goes down from the largest sums to the byte
that contains the rank, and a table gives the position of the one in that byte. Nothing is sorted, no action needs a
separate random number, and only the first level visits all actions of all environments.

>>> from relgym.batched.arrays import NumpyArrays
>>> mask = np.array([[1, 0, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1]], np.uint8)
>>> picked(NumpyArrays(4), mask, np.array([0.6, 0.5, 0.9, 0.4])).tolist()
[2, -1, 1, 1]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from relgym.batched.arrays import Array, ArrayLibrary
from relgym.tuning.batched import TOP_COUNTS_LIMIT

FAN_OUT = 8
"""The number of counts that are added up to one."""

_CHILDREN = np.arange(FAN_OUT)[:, None]

_POSITIONS = np.zeros(256 * FAN_OUT, np.int32)
"""For each byte the positions of its ones, lowest first; the byte without ones has the least number instead."""
_POSITIONS[0] = np.iinfo(np.int32).min
for _byte in range(1, 256):
    _ones = [position for position in range(FAN_OUT) if _byte >> position & 1]
    _POSITIONS[_byte * FAN_OUT : _byte * FAN_OUT + len(_ones)] = _ones


def picked(xp: ArrayLibrary, mask: Array, uniform: Array) -> Array:
    """Pick the number of a valid action for each environment, or -1 where there is none.

    `mask` holds 0 and 1 (uint8) and has the shape (actions, environments); `uniform` has a number in [0, 1) for each
    environment.
    """
    octets = xp.octets(_filled_up(xp, mask))
    levels = [xp.counted(octets)]
    while len(levels[-1]) > TOP_COUNTS_LIMIT:
        eights = _filled_up(xp, levels[-1]).reshape(-1, FAN_OUT, mask.shape[1])
        levels.append(eights.sum(axis=1, dtype=_room(FAN_OUT ** (len(levels) + 1))))
    room = _room(len(mask))
    counts = levels[-1].astype(room, copy=False)
    running = xp.running(counts)
    position, rank = _fallen(xp, counts, running, (uniform * running[-1]).astype(room))
    for level in levels[-2::-1]:
        counts = xp.entries(level, position * FAN_OUT + _CHILDREN).astype(room, copy=False)
        child, rank = _fallen(xp, counts, xp.running(counts), rank)
        # Without valid actions the search goes to the last position, and must not go past it.
        position = xp.module.minimum(position * FAN_OUT + child, len(level) - 1)
    octet = xp.entries(octets, position)
    chosen = position * FAN_OUT + xp.take(xp.module.asarray(_POSITIONS), octet * np.uint16(FAN_OUT) + rank)
    return xp.module.maximum(chosen, -1)


def _room(largest: int) -> type[Any]:
    """Return the smallest integer type up to a number, since most of the time is spent on copying."""
    return np.min_scalar_type(largest).type


def _filled_up(xp: ArrayLibrary, rows: Array) -> Array:
    """Fill up rows with rows of 0 to a multiple of eight."""
    missing = -len(rows) % FAN_OUT
    return xp.padded(rows, missing) if missing else rows


def _fallen(xp: ArrayLibrary, counts: Array, running: Array, rank: Array) -> tuple[Array, Array]:
    """Find the count that contains a rank, and the rank within it; the last count if the rank is past all of them."""
    position = xp.trues(running[:-1] <= rank)
    return position, rank - xp.entries(running - counts, position)
