"""Uniform picks among the valid actions of each environment, by rank.

Eight actions make a byte, whose ones are counted; where there are many bytes, the counts of eight are added up, and so
on. A pick is a rank among an environment's valid actions: it goes down from the largest sums to the byte in which that
rank falls, and a table tells which of its ones it is. Nothing is sorted, no action gets a random number of its own, and
only the first level goes through all actions of all environments.

>>> from relgym.batched.arrays import NumpyArrays
>>> mask = np.array([[1, 0, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1]], np.uint8)
>>> picked(NumpyArrays(4), mask, np.array([0.6, 0.5, 0.9, 0.4])).tolist()
[2, -1, 1, 1]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from relgym.batched.arrays import Array, Arrays

WAYS = 8
"""How many counts are added up to one."""

TOP = 32
"""So many counts are gone through at once."""

_CHILDREN = np.arange(WAYS)[:, None]

_PLACES = np.zeros(256 * WAYS, np.int32)
"""For each byte the places of its ones, lowest first; that without ones has one that is negative beyond all numbers."""
_PLACES[0] = np.iinfo(np.int32).min
for _byte in range(1, 256):
    _ones = [place for place in range(WAYS) if _byte >> place & 1]
    _PLACES[_byte * WAYS : _byte * WAYS + len(_ones)] = _ones


def picked(xp: Arrays, mask: Array, uniform: Array) -> Array:
    """The number of a valid action for each environment, -1 where there is none.

    `mask` holds 0 and 1 (uint8) and has the shape (actions, environments); `uniform` has a number in [0, 1) for each
    environment.
    """
    octets = xp.octets(_filled_up(xp, mask))
    levels = [xp.counted(octets)]
    while len(levels[-1]) > TOP:
        eights = _filled_up(xp, levels[-1]).reshape(-1, WAYS, mask.shape[1])
        levels.append(eights.sum(axis=1, dtype=_room(WAYS ** (len(levels) + 1))))
    room = _room(len(mask))
    counts = levels[-1].astype(room, copy=False)
    running = xp.running(counts)
    place, rank = _fallen(xp, counts, running, (uniform * running[-1]).astype(room))
    for level in levels[-2::-1]:
        counts = xp.entries(level, place * WAYS + _CHILDREN).astype(room, copy=False)
        child, rank = _fallen(xp, counts, xp.running(counts), rank)
        # Without valid actions the way down leads to the end, and must not lead past it.
        place = xp.minimum(place * WAYS + child, len(level) - 1)
    octet = xp.entries(octets, place)
    found = place * WAYS + xp.take(xp.constant(_PLACES), octet * np.uint16(WAYS) + rank)
    return xp.maximum(found, -1)


def _room(largest: int) -> type[Any]:
    """The smallest type of whole numbers up to so many: most of the time goes into moving them."""
    return np.min_scalar_type(largest).type


def _filled_up(xp: Arrays, rows: Array) -> Array:
    """Rows, filled up with some of 0 to a multiple of eight."""
    missing = -len(rows) % WAYS
    return xp.padded(rows, missing) if missing else rows


def _fallen(xp: Arrays, counts: Array, running: Array, rank: Array) -> tuple[Array, Array]:
    """On which of several counts a rank falls, and its rank within that one; the last one if it is past them all."""
    place = xp.trues(running[:-1] <= rank)
    return place, rank - xp.entries(running - counts, place)
