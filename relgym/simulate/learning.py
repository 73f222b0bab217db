"""The learning curve of a cache: whether its misses still become faster.

A state that is met again takes a fraction of a microsecond; a new one may take longer than on a walk without a cache. A
walk with a cache becomes faster as the cache fills, so other ways are tried only once it learns no more.

>>> curve = LearningCurve()
>>> def review(seconds):
...     curve.samples += [seconds] * 16
...     return curve.review(2000)
>>> review(20e-6), review(10e-6), review(9e-6), review(8e-6)
(False, False, False, True)
"""

from __future__ import annotations

import math
from statistics import fmean

from relgym.tuning.simulate import (
    FALLING_SHARE,
    FIRST_REVIEW_MISSES,
    LEARNING_SECONDS,
    LEVEL_REVIEWS,
    MISS_SAMPLE_SHARE,
    SLOW_CACHE_SECONDS,
)


class LearningCurve:
    """Measures the misses of a cache.

    Attributes:
        misses: The number of misses after which the next review is due.
        samples: Seconds of some misses since the last review.
        spent: Seconds of all misses before the last review.
    """

    def __init__(self, limit_seconds: float = LEARNING_SECONDS) -> None:
        """`limit_seconds` are those of misses after which the curve is level."""
        self._limit_seconds = limit_seconds
        self.misses = FIRST_REVIEW_MISSES
        self.samples: list[float] = []
        self.spent = 0.0
        self._seconds = math.inf
        # The number of reviews since misses became faster.
        self._level = 0

    def review(self, misses: int) -> bool:
        """Tell whether the curve is level, given the number of misses since the last review."""
        counted = sorted(self.samples)[: max(1, int(MISS_SAMPLE_SHARE * len(self.samples)))]
        seconds, before = fmean(counted), self._seconds
        self.spent += seconds * misses
        self._seconds = seconds
        self.misses *= 2
        self.samples.clear()
        self._level = 0 if seconds <= FALLING_SHARE * before else self._level + 1
        return self.spent >= self._limit_seconds or (self.is_slow and self._level >= LEVEL_REVIEWS)

    @property
    def is_slow(self) -> bool:
        """Tell whether misses have taken so long that the curve may be level."""
        return self.spent >= SLOW_CACHE_SECONDS
