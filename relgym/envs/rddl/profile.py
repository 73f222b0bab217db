"""Profiling runs: find the faster of two steppers of an environment, by the CPU time of its own steps.

A run starts with the stepper that an estimate chooses. Once steps have taken a while, both steppers take turns for some
steps each, and the faster one goes on. Runs are repeated from time to time, since how much is computed depends on the
states that an agent reaches.

>>> run = ProfilingRun(arrays=False, patience=1.0)
>>> while not run.passes():
...     run.told(0.1 if run.arrays else 0.5)
>>> run.arrays, run.untimed > 100
(True, True)
"""

from __future__ import annotations

from collections.abc import Generator

TURNS = 3
"""The number of turns of each stepper; the fastest one counts, since other work disturbs some."""

TURN_STEPS = 6
"""The least number of steps in a turn."""

TURN_SECONDS = 0.0007
"""The least CPU time of a turn: many times what reading the clock takes."""

FIRST_STEPS = 2
"""Steps at the start of a turn that do not count: the first one compiles, and the caches are cold."""

GAIN = 0.85
"""The share of the time that the other stepper has to stay below to be chosen, so that noise changes nothing."""

HOPELESS = 5.0
"""A stepper that takes so many times as long as the other one loses at once."""

REST = 50
"""The next run begins after so many times the CPU time that the last one took: runs cost 2% at most."""


class ProfilingRun:
    """Chooses the stepper of each next step, given the time of the last one.

    Args:
        arrays: True if the stepper of arrays is estimated to be the faster one.
        patience: The CPU seconds of steps after which the first run begins.

    Attributes:
        arrays: True if the stepper of arrays takes the next step.
        untimed: The number of steps before the next one that is timed.
    """

    def __init__(self, arrays: bool, patience: float) -> None:
        self.arrays = arrays
        self.untimed = 0
        self._schedule = self._scheduled(patience)
        next(self._schedule)

    def passes(self) -> bool:
        """Tell whether the next step needs no timing; if it does, call `told` after it."""
        if self.untimed == 0:
            return False
        self.untimed -= 1
        return True

    def told(self, seconds: float) -> None:
        """Take the CPU time of the last step."""
        self._schedule.send(seconds)

    def _scheduled(self, patience: float) -> Generator[None, float, None]:
        spent = 0.0
        while spent < patience:
            spent += yield
        while True:
            own, other = self.arrays, not self.arrays
            best: dict[bool, float] = {}
            cost = 0.0
            for _ in range(TURNS):
                for arrays in (own, other):
                    self.arrays = arrays
                    limit = HOPELESS * best[own] if arrays is other else None
                    seconds, total = yield from self._turn(limit)
                    best[arrays] = min(seconds, best.get(arrays, seconds))
                    cost += total
                if best[other] > HOPELESS * best[own]:
                    break
            self.arrays = other if best[other] < GAIN * best[own] else own
            self.untimed = int(REST * cost / max(best[self.arrays], 1e-6)) + 1
            yield

    def _turn(self, limit: float | None) -> Generator[None, float, tuple[float, float]]:
        """Time some steps of one stepper; return the seconds for one step and for all.

        The turn ends early if a step takes longer than the limit on average.
        """
        total = 0.0
        for _ in range(FIRST_STEPS):
            total += yield
        steps, counted = 0, 0.0
        while steps < TURN_STEPS or counted < TURN_SECONDS:
            counted += yield
            steps += 1
            if limit is not None and steps > 1 and counted > steps * limit:
                break
        return counted / steps, total + counted
