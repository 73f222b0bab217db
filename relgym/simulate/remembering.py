"""Whether it pays to remember states: measured on the walk itself.

A step whose end is remembered takes a fraction of a microsecond. One that is not may take several times as long as on
an engine that keeps all valid actions from step to step. So a walk remembers states at first. When its steps take long
and the share of those that need the engine no longer falls, it tries the other way for some steps, and goes on with the
faster one.

>>> remembering = Remembering()
>>> remembering.steps = 1000
>>> for _ in range(970):
...     remembering.miss(asked=True, seconds=10e-6)
>>> remembering.review()
'try'
>>> remembering.judge(4e-6)
'forget'
"""

from __future__ import annotations

from statistics import median
from typing import Literal

FIRST_MISSES, MOST_MISSES = 256, 8192
"""Steps that are not remembered after which the first review is due; the number doubles up to a limit."""

HIT_SECONDS = 0.4e-6
"""Seconds that a remembered step takes."""

CHEAP_SECONDS = 1.0e-6
"""Seconds of a step below which nothing else is tried."""

FALLING = 0.96
"""The share of steps that need the engine is falling if it is this part of what it was at the last review."""

PATIENCE_SECONDS = 0.3
"""Seconds of steps that were not remembered after which a falling share is no reason to wait."""

RARE_MISSES = 0.02
"""The share of steps that are not remembered below which steps need not be counted."""

TRIAL_STEPS = 200
"""Steps for which the other way is tried."""

Verdict = Literal["record", "trust", "try", "forget"]
"""Go on and count all steps; go on and count only misses; try the other way; remember nothing."""


class Remembering:
    """Counts what steps take.

    Attributes:
        steps: Steps since the last review, as far as they are counted.
        misses: Steps among them whose ends were not remembered.
        visits: Steps among them that needed the engine.
        due: The number of misses at which the next review is due.
    """

    def __init__(self) -> None:
        self.due = FIRST_MISSES
        self._share = 1.0
        self._spent = 0.0
        # Seconds of a step, here and on an engine that keeps all valid actions.
        self._own = 0.0
        self._other: float | None = None
        self._reset()

    def _reset(self) -> None:
        self.steps = self.misses = self.visits = 0
        # Seconds of misses, without and with the engine.
        self._known: list[float] = []
        self._asked: list[float] = []

    def miss(self, asked: bool, seconds: float) -> None:
        """Count a step whose end was not remembered; `asked` tells whether it needed the engine."""
        self.misses += 1
        if asked:
            self.visits += 1
            self._asked.append(seconds)
        else:
            self._known.append(seconds)

    def review(self) -> Verdict:
        """Judge the steps since the last review."""
        if self.steps < self.misses:
            # Only misses were counted.
            self._reset()
            return "record"
        # Medians, for others may take the processor away for a while.
        spent = sum(median(own) * len(own) for own in (self._known, self._asked) if own)
        self._own = (spent + HIT_SECONDS * (self.steps - self.misses)) / self.steps
        self._spent += spent
        share, before = self.visits / self.steps, self._share
        self._share = share
        is_rare = self.misses < RARE_MISSES * self.steps
        self.due = min(2 * self.due, MOST_MISSES)
        self._reset()
        if is_rare:
            return "trust"
        if self._own < CHEAP_SECONDS:
            return "record"
        if self._other is not None:
            return "forget" if self._other < self._own else "record"
        return "record" if share <= FALLING * before and self._spent < PATIENCE_SECONDS else "try"

    def judge(self, seconds: float) -> Verdict:
        """Judge the other way, on which a step took `seconds`."""
        self._other = seconds
        return "forget" if seconds < self._own else "record"
