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

    >>> watch = Stopwatch()
    >>> for seconds in 0.25, 10.0, 0.25:
    ...     watch.add(seconds)
    >>> watch.counted, round(watch.seconds, 3)
    (0.5, 0.25)

    Attributes:
        calls: The number of calls.
        counted: Seconds of all calls but the longest, by `perf_counter`.
    """

    __slots__ = ("_before", "_longest", "calls", "counted")

    def __init__(self) -> None:
        self.calls = 0
        self.counted = self._longest = self._before = 0.0

    def prepare(self, seconds: float) -> None:
        """Add seconds to the next call."""
        self._before += seconds

    def add(self, seconds: float) -> None:
        """Count a call."""
        self.calls += 1
        seconds += self._before
        self._before = 0.0
        if seconds > self._longest:
            seconds, self._longest = self._longest, seconds
        self.counted += seconds

    @property
    def seconds(self) -> float:
        """Mean seconds of a call; those of the only one if there is one."""
        if self.calls < 2:
            return self._longest
        return max(0.0, self.counted / (self.calls - 1) - STOPWATCH_SECONDS)
