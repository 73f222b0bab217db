"""Uniform picks among the valid actions of each environment, by rank.

Eight actions make a byte, whose ones are counted; the counts of eight bytes are added up, and so on until there are
eight or fewer. A pick is a rank among an environment's valid actions: it goes down from the largest sums to the byte
in which that rank falls, and a table tells which of its ones it is. Nothing is sorted, no action gets a random number
of its own, and only the first level goes through all actions of all environments.

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

_WEIGHTS = (1 << np.arange(WAYS, dtype=np.uint8))[:, None]

_PLACES = np.zeros(256 * WAYS, np.int64)
"""For each byte the places of its ones, lowest first."""
for _byte in range(256):
    _ones = [place for place in range(WAYS) if _byte >> place & 1]
    _PLACES[_byte * WAYS : _byte * WAYS + len(_ones)] = _ones


def picked(xp: Arrays, mask: Array, uniform: Array) -> Array:
    """The number of a valid action for each environment, -1 where there is none.

    `mask` holds 0 and 1 (uint8) and has the shape (actions, environments); `uniform` has a number in [0, 1) for each
    environment.
    """
    eights = _eights(xp, mask)
    octets = (eights * _WEIGHTS).sum(axis=1, dtype=np.uint8)
    levels = [eights.sum(axis=1, dtype=np.uint8)]
    while len(levels[-1]) > WAYS:
        levels.append(_eights(xp, levels[-1]).sum(axis=1, dtype=_room(WAYS ** (len(levels) + 1))))
    room = _room(len(mask))
    running = xp.running(levels[-1].astype(room))
    total = running[-1]
    place, rank = _child(running, (uniform * total).astype(room))
    for counts in levels[-2::-1]:
        children = xp.gathered(_eights(xp, counts), place)
        child, rank = _child(xp.running(children.astype(room)), rank)
        # Without valid actions the way down leads to the end, and must not lead past it.
        place = xp.minimum(place * WAYS + child, len(counts) - 1)
    octet = xp.gathered(octets[:, None], place)[0]
    found = place * WAYS + xp.take(xp.constant(_PLACES), octet * np.uint16(WAYS) + rank)
    return xp.where(total > 0, found, -1)


def _room(largest: int) -> type[Any]:
    """The smallest type of whole numbers up to so many: most of the time goes into moving them."""
    return np.min_scalar_type(largest).type


def _eights(xp: Arrays, rows: Array) -> Array:
    """Rows by eights: (eights, 8, environments), filled up with rows of 0."""
    missing = -len(rows) % WAYS
    filled = xp.padded(rows, missing) if missing else rows
    return filled.reshape(-1, WAYS, filled.shape[-1])


def _child(running: Array, rank: Array) -> tuple[Array, Array]:
    """Which of several counts a rank falls on, and its rank within that one; the last one if it is past them all."""
    below = running[:-1]
    past = below <= rank
    return past.sum(axis=0), rank - (below * past).max(axis=0, initial=0)
