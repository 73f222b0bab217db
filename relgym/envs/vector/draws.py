"""Uniform numbers for many copies, each from its own generator.

The numbers of a copy do not depend on the other copies. A generator is asked for the numbers of many steps at once,
which gives the same numbers: hundreds of calls in every step would take longer than the steps. A generator that is
handed out is in the state as if it had given only the numbers that were used.

>>> draws = BatchDraws(2, 3)
>>> for copy in (0, 1):
...     draws.seed(copy, copy)
>>> first = draws.next(np.array([True, False]))
>>> alone, _ = seeding.np_random(0)
>>> bool((first[0] == alone.random(3)).all()), draws.generator(0).random() == alone.random()
(True, True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.utils import seeding

from relgym.tuning.envs import DRAWN_NUMBERS_LIMIT, DRAWN_STEPS_LIMIT


class BatchDraws:
    """The generators of `count` copies, and `width` numbers of each for every step."""

    def __init__(self, count: int, width: int) -> None:
        self.seeds = [-1] * count
        self._generators: list[np.random.Generator | None] = [None] * count
        self._steps = max(1, min(DRAWN_STEPS_LIMIT, DRAWN_NUMBERS_LIMIT // max(1, count * width)))
        self._numbers = np.zeros((count, self._steps, width))
        # How many steps' numbers are taken of those that were drawn.
        self._place = np.full(count, self._steps)
        self._rows = np.arange(count)
        self._width = width

    def seed(self, copy: int, seed: int) -> None:
        """Give a copy the generator that a single environment gets from this seed."""
        self._generators[copy], self.seeds[copy] = seeding.np_random(seed)
        self._place[copy] = self._steps

    def generator(self, copy: int) -> np.random.Generator:
        """A copy's generator, to draw with; as if it had given no more numbers than were taken."""
        generator = self._own(copy)
        ahead = (self._steps - int(self._place[copy])) * self._width
        if ahead:
            _advance(generator, -ahead)
            self._place[copy] = self._steps
        return generator

    def next(self, taking: Any) -> Any:
        """A row of numbers for each copy; those of the copies that take none mean nothing."""
        if not self._width:
            return self._numbers[:, 0]
        for copy in np.flatnonzero(taking & (self._place == self._steps)).tolist():
            self._own(copy).random(out=self._numbers[copy])
            self._place[copy] = 0
        place = np.minimum(self._place, self._steps - 1)
        # Where all have taken as many there is nothing to gather.
        even = (place == place[0]).all()
        self._place = self._place + taking
        return self._numbers[:, place[0]] if even else self._numbers[self._rows, place]

    def ahead(self, steps: int) -> Any:
        """Return the numbers of the next steps of all copies, shape `(N, steps, width)`, and take none of them."""
        numbers = np.zeros((len(self.seeds), steps, self._width))
        if self._width:
            for copy in range(len(self.seeds)):
                generator = self.generator(copy)
                before = generator.bit_generator.state
                generator.random(out=numbers[copy])
                generator.bit_generator.state = before
        return numbers

    def skip(self, steps: Any) -> None:
        """Take the numbers of the next steps: `steps` has their count for each copy, shape `(N,)`."""
        if self._width:
            for copy, count in enumerate(steps.tolist()):
                _advance(self.generator(copy), count * self._width)

    def _own(self, copy: int) -> np.random.Generator:
        generator = self._generators[copy]
        if generator is None:
            generator, self.seeds[copy] = seeding.np_random()
            self._generators[copy] = generator
        return generator


def _advance(generator: np.random.Generator, count: int) -> None:
    """Advance a generator by a number of uniform numbers, or take it back if `count` is negative."""
    bits: Any = generator.bit_generator
    before = bits.state
    bits.advance(count)
    # Half a number that is kept for the next small integer is not touched by uniform numbers.
    bits.state = bits.state | {name: before[name] for name in ("has_uint32", "uinteger")}
