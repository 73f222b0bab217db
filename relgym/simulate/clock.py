"""Seconds of processor time of this thread: what others do on the same machine does not count."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from time import thread_time


def clock_seconds(clock: Callable[[], float] = thread_time) -> float:
    """Measure the seconds between two readings of the clock that follow each other."""
    readings = [clock() for _ in range(21)]
    return min(after - before for before, after in pairwise(readings))


CLOCK_SECONDS = clock_seconds()
"""Seconds that reading the clock adds to a measurement."""


def elapsed(begun: float) -> float:
    """Return the seconds since a reading of `thread_time`, without those of reading the clock."""
    return max(0.0, thread_time() - begun - CLOCK_SECONDS)
