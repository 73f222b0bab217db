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
    LEAST_STEP_SECONDS,
    LEVEL_REVIEWS,
    MISS_SAMPLE_SHARE,
    OVERTIME,
    SLOW_CACHE_SECONDS,
)


class LearningCurve:
    """Measures the misses of a cache.

    Attributes:
        misses: The number of misses after which the next review is due.
        samples: Seconds of some misses since the last review.
        spent: Seconds of all misses before the last review.
        seconds: Seconds of a miss before the last review.
    """

    def __init__(self, limit_seconds: float = LEARNING_SECONDS) -> None:
        """Begin without misses.

        Args:
            limit_seconds: Seconds of misses after which the curve counts as level.
        """
        self._limit_seconds = limit_seconds
        self.misses = FIRST_REVIEW_MISSES
        self.samples: list[float] = []
        self.spent = 0.0
        self.seconds = math.inf
        # The number of reviews since misses became faster.
        self._level = 0

    def review(self, misses: int) -> bool:
        """Tell whether the curve is level, given the number of misses since the last review."""
        counted = sorted(self.samples)[: max(1, int(MISS_SAMPLE_SHARE * len(self.samples)))]
        seconds, before = fmean(counted), self.seconds
        self.spent += seconds * misses
        self.seconds = seconds
        # Twice as many, but only a little beyond the next limit.
        left = OVERTIME * (self._limit_seconds if self.is_slow else SLOW_CACHE_SECONDS) - self.spent
        self.misses = min(2 * misses, max(FIRST_REVIEW_MISSES, math.ceil(left / max(seconds, LEAST_STEP_SECONDS))))
        self.samples.clear()
        self._level = 0 if seconds <= FALLING_SHARE * before else self._level + 1
        return self.spent >= self._limit_seconds or (self.is_slow and self._level >= LEVEL_REVIEWS)

    @property
    def is_slow(self) -> bool:
        """Tell whether misses have taken so long that the curve may be level."""
        return self.spent >= SLOW_CACHE_SECONDS
