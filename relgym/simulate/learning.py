"""The learning curve of a cache: seconds of its misses. Other ways to walk are tried once it has learned for a while.

A state that is met again takes a fraction of a microsecond; a new one may take longer than on a walk without a cache. A
walk with a cache becomes faster as the cache fills, so it is not compared with other ways before that.

>>> curve = LearningCurve()
>>> def review(seconds):
...     curve.samples += [seconds] * 16
...     return curve.review(600)
>>> review(20e-6), review(18e-6), review(16e-6)
(False, False, True)
"""

from __future__ import annotations

import math
from statistics import fmean

from relgym.tuning.simulate import (
    FIRST_REVIEW_MISSES,
    LEARNING_SECONDS,
    LEAST_STEP_SECONDS,
    MISS_SAMPLE_SHARE,
    OVERTIME,
)


class LearningCurve:
    """Measures the misses of a cache.

    Attributes:
        misses: The number of misses after which the next review is due.
        samples: Seconds of some misses since the last review.
        spent: Seconds of all misses before the last review.
        seconds: Seconds of a miss before the last review.
    """

    def __init__(self) -> None:
        """Begin without misses."""
        self.misses = FIRST_REVIEW_MISSES
        self.samples: list[float] = []
        self.spent = 0.0
        self.seconds = math.inf

    def review(self, misses: int) -> bool:
        """Tell whether misses have taken long enough, given their number since the last review."""
        counted = sorted(self.samples)[: max(1, int(MISS_SAMPLE_SHARE * len(self.samples)))]
        self.seconds = fmean(counted)
        self.spent += self.seconds * misses
        # Twice as many, but only a little beyond the limit.
        left = OVERTIME * LEARNING_SECONDS - self.spent
        self.misses = min(2 * misses, max(FIRST_REVIEW_MISSES, math.ceil(left / max(self.seconds, LEAST_STEP_SECONDS))))
        self.samples.clear()
        return self.spent >= LEARNING_SECONDS
