"""Measurements of a walk, from which follows whether to remember states and whether to ground the task.

A step whose end is remembered takes a fraction of a microsecond. One that is not may take several times as long as on a
walk that remembers nothing. So a walk remembers states at first. When new steps have taken as long as it takes to
ground a small task, it grounds the task. When its steps take long and the share of those that need the engine no longer
falls, it tries other ways for some steps (`profiling.py`), and goes on in the fastest one.

>>> def walked(remembering, seconds):
...     remembering.steps, remembering.misses, remembering.visits = 1000, 970, 970
...     remembering.sample(asked=True, seconds=seconds)
...     return remembering.review()
>>> remembering = Remembering()
>>> walked(remembering, 7e-6), walked(remembering, 7e-6)
('record', 'ground')
>>> remembering.grounded(True)
>>> walked(remembering, 5e-6), walked(remembering, 90e-6), walked(remembering, 7e-6), walked(remembering, 7e-6)
('record', 'unground', 'record', 'record')
>>> walked(remembering, 7e-6)
'try'
>>> remembering.judge(4e-6)
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from relgym.simulate.ground.grounding import Bounds

FIRST_MISSES, MOST_MISSES = 256, 8192
"""Steps that are not remembered after which the first review is due; the number doubles up to a limit."""

HIT_SECONDS = 0.4e-6
"""Seconds that a remembered step takes."""

FAST_SECONDS = 1.0e-6
"""Seconds of a step below which nothing else is tried: it takes that long at best."""

SLOW_SECONDS = 2.0e-6
"""Seconds of a step from which on grounding may pay."""

GROUNDED_SECONDS = 0.03
"""Seconds of steps that were not remembered after which a task is grounded though steps become faster."""

GROUNDING_SECONDS, GROUNDING_STEPS = (0.1, 0.6), 5000
"""Grounding may take as long as so many steps that are not remembered, within these bounds of seconds."""

GROUNDED_ACTIONS, GROUNDED_READERS = 2000, 300
"""Bounds of the tasks that are grounded: on others the engine that keeps valid actions is faster for a long time."""

SLOWER_GROUNDED = (10.0, 4.0, 2.0, 1.5)
"""At the reviews after a task was grounded new steps may take so many times as long as before: at first all is new."""

FALLING = 0.96
"""Steps become faster if their mean time, or the share of them that need the engine, is this part of what it was at the
last review."""

PATIENCE_SECONDS, GROUNDED_PATIENCE_SECONDS = 0.3, 0.06
"""Seconds of steps that were not remembered after which other ways are tried though steps become faster: on tasks that
are not grounded, where that takes long, and on grounded ones."""

MUCH_FASTER = 0.6
"""As long as steps become faster, another way is taken only if its steps take this part of the time."""

LEVEL_REVIEWS = 2
"""The number of reviews at which steps have not become faster before other ways are tried on a task that is not
grounded: one may be wrong."""

RARE_MISSES = 0.02
"""The share of steps that are not remembered below which steps need not be counted."""

SAMPLED = 16
"""One in so many steps that are not remembered is timed."""

MOST_STEPS = 0.97
"""The share of the times of steps that count, the shorter ones."""

Verdict = Literal["record", "trust", "ground", "unground", "try", "leave"]
"""Go on and count all steps; go on and count only misses; ground the task, or go on without that; try other ways; go on
in the way that was the fastest of those that were tried."""


class Remembering:
    """Counts what steps take.

    Attributes:
        steps: Steps since the last review, as far as they are counted.
        misses: Steps among them whose ends were not remembered.
        visits: Steps among them that needed the engine.
        due: The number of misses at which the next review is due.
        seconds: Seconds of a step, remembered ones included, at the last review.
    """

    def __init__(self) -> None:
        self.due = FIRST_MISSES
        self.seconds = math.inf
        self._share = 1.0
        # Whether steps have become faster since the review before the last one.
        self._is_falling = False
        # The reviews since they last became faster.
        self._level = 0
        # Seconds of all steps that were not remembered.
        self._spent = 0.0
        # Seconds of a step in the fastest other way that was tried.
        self._rival: float | None = None
        # Whether nobody has tried to ground the task.
        self._may_ground = True
        # Seconds of a step that was not remembered before the task was grounded, if it is; the reviews since.
        self._ungrounded: float | None = None
        self._grounded_reviews = 0
        self._reset()

    def _reset(self) -> None:
        self.steps = self.misses = self.visits = 0
        # Seconds of some misses, without and with the engine.
        self._known: list[float] = []
        self._asked: list[float] = []

    def sample(self, asked: bool, seconds: float) -> None:
        """Take the seconds of a step whose end was not remembered; `asked` tells whether it needed the engine."""
        (self._asked if asked else self._known).append(seconds)

    def review(self) -> Verdict:
        """Judge the steps since the last review."""
        if self.steps < self.misses:
            # Only misses were counted.
            self._reset()
            return "record"
        # Means of most steps, for others may take the processor away for a while.
        counts = self.misses - self.visits, self.visits
        spent = sum(typical(own) * count for own, count in zip((self._known, self._asked), counts, strict=True) if own)
        miss, seconds = spent / self.misses, self.seconds
        self.seconds = (spent + HIT_SECONDS * (self.steps - self.misses)) / self.steps
        self._spent += spent
        share, before = self.visits / self.steps, self._share
        self._share = share
        is_falling = self.seconds <= FALLING * seconds or 0 < share <= FALLING * before
        self._is_falling = is_falling
        self._level = 0 if is_falling else self._level + 1
        is_rare = self.misses < RARE_MISSES * self.steps
        self.due = min(2 * self.due, MOST_MISSES)
        self._reset()
        if is_rare:
            return "trust"
        if self._is_slower_grounded(miss):
            return "unground"
        if self.seconds < FAST_SECONDS or self._is_on_probation:
            return "record"
        is_time = not is_falling or self._spent >= GROUNDED_SECONDS
        if self._may_ground and is_time and self.seconds >= SLOW_SECONDS:
            self._ungrounded, self._grounded_reviews = miss, 0
            return "ground"
        if self._rival is not None:
            return "leave" if self._is_faster(self._rival) else "record"
        if self._ungrounded is None:
            return "record" if self._level < LEVEL_REVIEWS and self._spent < PATIENCE_SECONDS else "try"
        return "record" if is_falling and self._spent < GROUNDED_PATIENCE_SECONDS else "try"

    # -- grounding ---------------------------------------------------------------------------

    @property
    def bounds(self) -> Bounds:
        """The bounds within which the task is grounded."""
        least, most = GROUNDING_SECONDS
        seconds = min(max(least, GROUNDING_STEPS * (self._ungrounded or 0)), most)
        return Bounds(seconds, GROUNDED_ACTIONS, GROUNDED_READERS)

    def grounded(self, is_grounded: bool) -> None:
        """Take note of whether the task could be grounded."""
        self._may_ground = False
        self.due = FIRST_MISSES
        if not is_grounded:
            self._ungrounded = None

    @property
    def _is_on_probation(self) -> bool:
        """Tell whether it is too early to judge the grounding."""
        return self._ungrounded is not None and self._grounded_reviews < len(SLOWER_GROUNDED)

    def _is_slower_grounded(self, miss: float) -> bool:
        """Tell whether new steps take longer than before the task was grounded."""
        if self._ungrounded is None or not self._is_on_probation:
            return False
        self._grounded_reviews += 1
        if miss <= SLOWER_GROUNDED[self._grounded_reviews - 1] * self._ungrounded:
            return False
        self._ungrounded, self._share, self.seconds = None, 1.0, math.inf
        return True

    # -- other ways --------------------------------------------------------------------------

    def judge(self, seconds: float) -> bool:
        """Tell whether another way is faster, on which a step took `seconds`."""
        self._rival = seconds
        return self._is_faster(seconds)

    def _is_faster(self, seconds: float) -> bool:
        return seconds < self.seconds * (MUCH_FASTER if self._is_falling else 1)


def typical(seconds: Sequence[float], share: float = MOST_STEPS) -> float:
    """Return the mean of the shorter ones of some times: others may take the processor away for a while."""
    return fmean(sorted(seconds)[: math.ceil(share * len(seconds))])
