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

from relgym.tuning.envs import (
    COLD_STEPS,
    GAIN_SHARE,
    HOPELESS_RATIO,
    PROFILED_TURNS,
    REST_RATIO,
    TURN_SECONDS,
    TURN_STEPS,
)


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
            first, other = self.arrays, not self.arrays
            best: dict[bool, float] = {}
            cost = 0.0
            for _ in range(PROFILED_TURNS):
                for arrays in (first, other):
                    self.arrays = arrays
                    limit = HOPELESS_RATIO * best[first] if arrays is other else None
                    seconds, total = yield from self._turn(limit)
                    best[arrays] = min(seconds, best.get(arrays, seconds))
                    cost += total
                if best[other] > HOPELESS_RATIO * best[first]:
                    break
            self.arrays = other if best[other] < GAIN_SHARE * best[first] else first
            self.untimed = int(REST_RATIO * cost / max(best[self.arrays], 1e-6)) + 1
            yield

    def _turn(self, limit: float | None) -> Generator[None, float, tuple[float, float]]:
        """Time some steps of one stepper; return the seconds for one step and for all.

        The turn ends early if a step takes longer than the limit on average.
        """
        total = 0.0
        for _ in range(COLD_STEPS):
            total += yield
        steps, counted = 0, 0.0
        while steps < TURN_STEPS or counted < TURN_SECONDS:
            counted += yield
            steps += 1
            if limit is not None and steps > 1 and counted > steps * limit:
                break
        return counted / steps, total + counted
