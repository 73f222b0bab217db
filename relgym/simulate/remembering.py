"""Whether it pays to remember states: what a walk has taken so far tells.

A step whose end is remembered costs a tenth of one that the engine carries out. A state that nobody has met costs the
engine about twice as much as a step that remembers nothing, for the engine has to be taken there first.

>>> remembering = Remembering()
>>> remembering.steps, remembering.visits, remembering.misses = 1000, 900, 950
>>> remembering.review()
'record'
>>> for _ in range(10):
...     remembering.steps, remembering.visits, remembering.misses = 1000, 900, 950
...     verdict = remembering.review()
>>> verdict
'forget'
"""

from __future__ import annotations

from typing import Literal

MISSES_PER_REVIEW = 256
"""After how many steps that are not remembered a review is due."""

FIRST_LIMIT, LIMIT, PATIENCE = 1.0, 0.45, 0.02
"""The share of steps that need the engine above which remembering does not pay: at first, at last, and by how much it
falls from review to review. At the beginning of a walk nearly every state is new."""

RARE_MISSES = 0.02
"""The share of steps that are not remembered below which steps need not be counted."""

Verdict = Literal["record", "trust", "forget"]
"""Go on and count all steps; go on and count only misses; remember nothing."""


class Remembering:
    """Counts what a walk takes.

    Attributes:
        steps: Steps since the last review, as far as they are counted.
        misses: Steps among them whose ends were not remembered.
        visits: Steps among them that needed the engine.
    """

    def __init__(self) -> None:
        self.steps = self.misses = self.visits = 0
        self._reviews = 0

    def miss(self) -> bool:
        """Count a step whose end was not remembered; tell whether a review is due."""
        self.misses += 1
        return self.misses >= MISSES_PER_REVIEW

    def review(self) -> Verdict:
        """Judge the steps since the last review."""
        self._reviews += 1
        # While only misses are counted there are fewer steps than misses.
        steps = max(self.steps, self.misses)
        limit = max(LIMIT, FIRST_LIMIT - PATIENCE * self._reviews)
        verdict: Verdict = "record"
        if self.steps >= self.misses:
            if self.visits > limit * steps:
                verdict = "forget"
            elif self.misses < RARE_MISSES * steps:
                verdict = "trust"
        self.steps = self.misses = self.visits = 0
        return verdict
