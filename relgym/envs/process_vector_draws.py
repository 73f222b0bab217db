"""Uniform numbers for many copies, each from a generator of its own.

What a copy draws does not depend on the others. A generator is asked for the numbers of many steps at once, which gives
the same ones: to ask each of hundreds in every step would take longer than the steps.

>>> draws = Draws([np.random.default_rng(seed) for seed in (1, 2)], 3)
>>> first = draws.next(np.array([True, False]))
>>> bool((draws.next(np.array([False, True]))[1] == np.random.default_rng(2).random(3)).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

_STEPS = 64
"""For how many steps numbers are drawn at most."""

_KEPT = 1_000_000
"""How many numbers are kept at most, if one step takes no more."""


class Draws:
    """The numbers of some generators, `width` of them for each step."""

    def __init__(self, generators: Sequence[np.random.Generator], width: int) -> None:
        self._generators = [*generators]
        count = len(generators)
        self._steps = max(1, min(_STEPS, _KEPT // max(1, count * width)))
        self._numbers = np.zeros((count, self._steps, width))
        self._place = np.full(count, self._steps)
        self._rows = np.arange(count)
        self._width = width

    def renew(self, copy: int, generator: np.random.Generator) -> None:
        """Take the numbers of a copy from another generator from now on."""
        self._generators[copy] = generator
        self._place[copy] = self._steps

    def next(self, taking: Any) -> Any:
        """A row of numbers for each copy; those of the copies that take none mean nothing."""
        if not self._width:
            return self._numbers[:, 0]
        for copy in np.flatnonzero(taking & (self._place == self._steps)).tolist():
            self._generators[copy].random(out=self._numbers[copy])
            self._place[copy] = 0
        place = np.minimum(self._place, self._steps - 1)
        # Where all have taken as many there is nothing to gather.
        even = (place == place[0]).all()
        self._place = self._place + taking
        return self._numbers[:, place[0]] if even else self._numbers[self._rows, place]
