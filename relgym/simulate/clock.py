"""Clocks for which it does not count what others do on the same machine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

from relgym.libraries import thread_time


def clock_seconds(clock: Callable[[], float] = thread_time) -> float:
    """Measure the seconds between two readings of the clock that follow each other."""
    readings = [clock() for _ in range(21)]
    return min(after - before for before, after in pairwise(readings))


CLOCK_SECONDS = clock_seconds()
"""Seconds that reading the clock adds to a measurement."""

STOPWATCH_SECONDS = clock_seconds(perf_counter)
"""Seconds that a stopwatch adds to a call."""


def elapsed(begun: float) -> float:
    """Return the seconds since a reading of `thread_time`, without those of reading the clock."""
    return max(0.0, thread_time() - begun - CLOCK_SECONDS)


class Stopwatch:
    """Seconds of many short calls, with other work between them.

    To read the clock of processor time may take longer than a call. So another clock is read, and the longest call does
    not count: others may have had the processor meanwhile.

    Attributes:
        calls: The number of calls.
        total: Seconds of all calls, by `perf_counter`.
        longest: Seconds of the longest one.
    """

    __slots__ = ("calls", "longest", "total")

    def __init__(self) -> None:
        self.calls = 0
        self.total = self.longest = 0.0

    @property
    def seconds(self) -> float:
        """Mean seconds of a call."""
        if self.calls < 2:
            return self.total
        return max(0.0, (self.total - self.longest) / (self.calls - 1) - STOPWATCH_SECONDS)
