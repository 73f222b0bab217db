"""Whether it pays to remember states, and to ground the task: measured on the walk itself.

A step whose end is remembered takes a fraction of a microsecond. One that is not may take several times as long as on
an engine that keeps all valid actions from step to step. So a walk remembers states at first. When its steps take long
and the share of those that need the engine no longer falls, it tries the other way for some steps, and goes on with the
faster one. Where that engine cannot keep the valid actions of all schemas, the walk grounds the task instead, and goes
back if that is no faster.

>>> def walked(may_ground, seconds):
...     remembering = Remembering(may_ground)
...     remembering.steps, remembering.misses, remembering.visits = 1000, 970, 970
...     remembering.sample(asked=True, seconds=seconds)
...     return remembering
>>> walked(True, 7e-6).review()
'ground'
>>> remembering = walked(False, 7e-6)
>>> remembering.review(), remembering.judge(4e-6)
('try', 'forget')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal

FIRST_MISSES, MOST_MISSES = 256, 8192
"""Steps that are not remembered after which the first review is due; the number doubles up to a limit."""

HIT_SECONDS = 0.4e-6
"""Seconds that a remembered step takes."""

FAST_SECONDS = 2.0e-6
"""Seconds of a step below which nothing else is tried: it takes that long at best."""

GROUNDING_PATIENCE_SECONDS = 0.03
"""Seconds of steps that were not remembered after which a task is grounded though steps become faster."""

GROUNDED_REVIEWS, MUCH_SLOWER = 4, 2
"""After so many reviews a grounded walk has to be faster than it was before; until then not so many times slower."""

GROUNDING_SECONDS = 0.5
"""Seconds that grounding may take."""

FALLING = 0.96
"""The share of steps that need the engine is falling if it is this part of what it was at the last review.

So is the time of a step, where none needs the engine."""

PATIENCE_SECONDS = 0.3
"""Seconds of steps that were not remembered after which what is falling is no reason to wait."""

RARE_MISSES = 0.02
"""The share of steps that are not remembered below which steps need not be counted."""

SAMPLED = 8
"""One in so many steps that are not remembered is timed."""

MOST_STEPS = 0.97
"""The share of the times of steps that count, the shorter ones."""

TRIAL_STEPS = 200
"""Steps for which the other way is tried."""

Verdict = Literal["record", "trust", "ground", "unground", "try", "forget"]
"""Go on and count all steps; go on and count only misses; ground the task, or go on without that; try the other way;
remember nothing."""


class Remembering:
    """Counts what steps take.

    Attributes:
        steps: Steps since the last review, as far as they are counted.
        misses: Steps among them whose ends were not remembered.
        visits: Steps among them that needed the engine.
        due: The number of misses at which the next review is due.
    """

    def __init__(self, may_ground: bool = False) -> None:
        """`may_ground` says whether to ground the task may pay."""
        self._may_ground = may_ground
        self._is_grounded = False
        self.due = FIRST_MISSES
        self._share = 1.0
        self._spent = 0.0
        # Seconds of a step, here and on an engine that keeps all valid actions.
        self._own = math.inf
        self._other: float | None = None
        # Seconds of a step before the task was grounded, if it was; the reviews since.
        self._ungrounded: float | None = None
        self._grounded_reviews = 0
        self._reset()

    def _reset(self) -> None:
        self.steps = self.misses = self.visits = 0
        # Seconds of some misses, without and with the engine.
        self._known: list[float] = []
        self._asked: list[float] = []

    def sample(self, asked: bool, seconds: float) -> None:
        """Tell what a step took whose end was not remembered; `asked` tells whether it needed the engine."""
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
        own_before = self._own
        self._own = (spent + HIT_SECONDS * (self.steps - self.misses)) / self.steps
        self._spent += spent
        share, before = self.visits / self.steps, self._share
        self._share = share
        is_falling = share <= FALLING * before if share else self._own <= FALLING * own_before
        is_rare = self.misses < RARE_MISSES * self.steps
        self.due = min(2 * self.due, MOST_MISSES)
        self._reset()
        if is_rare:
            return "trust"
        if self._own < FAST_SECONDS:
            return "record"
        if self._ungrounded is not None and self._grounded_reviews < GROUNDED_REVIEWS:
            self._grounded_reviews += 1
            times = 1 if self._grounded_reviews == GROUNDED_REVIEWS else MUCH_SLOWER
            if self._own <= times * self._ungrounded:
                return "record"
            self._grounded_reviews = GROUNDED_REVIEWS
            self._is_grounded = False
            return "unground"
        if self._is_grounded:
            return "record"
        if self._other is not None:
            return "forget" if self._other < self._own else "record"
        if self._may_ground and (not is_falling or self._spent >= GROUNDING_PATIENCE_SECONDS):
            self._may_ground, self._is_grounded = False, True
            self._ungrounded, self.due = self._own, FIRST_MISSES
            return "ground"
        return "record" if is_falling and self._spent < PATIENCE_SECONDS else "try"

    def stay_ungrounded(self) -> None:
        """Go on as before, for the task could not be grounded."""
        self._ungrounded, self._is_grounded = None, False

    def judge(self, seconds: float) -> Verdict:
        """Judge the other way, on which a step took `seconds`."""
        self._other = seconds
        return "forget" if seconds < self._own else "record"


def typical(seconds: Sequence[float]) -> float:
    """The mean of the shorter ones of some times: a few may be long, since others use the processor, too."""
    return fmean(sorted(seconds)[: math.ceil(MOST_STEPS * len(seconds))])
