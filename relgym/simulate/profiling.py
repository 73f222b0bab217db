"""A profiling run: some steps of a walk in other ways, each of which is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time

from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.simulate.clock import elapsed
from relgym.simulate.grounded import Grounded
from relgym.simulate.remembering import typical
from relgym.simulate.stepping import Stepping

WARMUP_STEPS, MEASURED_STEPS = 300, 300
"""Steps in each way, of which the latter are measured: functions are made when they are first needed."""

MOST_STEPS = 0.9
"""The share of their times that count, the shorter ones."""

FAST_SECONDS = 8.0e-6
"""Seconds of a step below which no further way is tried: to make an engine that keeps valid actions may take long."""

Rival = Grounded | Stepping
"""A way to walk that remembers no states."""


class ProfilingRun:
    """Carries out the steps of a walk in one way after the other.

    Attributes:
        mode: The way in which steps are carried out now.
        fastest: The fastest way so far.
        seconds: The seconds of a step in that way.
        is_over: Whether all ways have been measured.
    """

    def __init__(self, rivals: Sequence[Callable[[State], Rival]], state: State, seconds: float) -> None:
        """Begin in the first way.

        Args:
            rivals: Functions that make the ways from the states in which they begin.
            state: Where the walk stands.
            seconds: Seconds of a step so far.
        """
        self._before = seconds
        self._rivals = [*rivals]
        self._times: list[float] = []
        self.mode: Rival = self._rivals.pop(0)(state)
        self.fastest, self.seconds = self.mode, float("inf")
        self.is_over = False

    def take(self, number: int, rng: Generator | None) -> Sequence[int]:
        """Carry out the valid action of a number; returns the numbers valid after it."""
        begun = thread_time()
        numbers = self.mode.take(number, rng)
        self._times.append(elapsed(begun))
        if len(self._times) >= WARMUP_STEPS + MEASURED_STEPS and not self.is_over:
            self._end()
        return numbers

    def _end(self) -> None:
        """Compare the way that was measured, and begin the next one."""
        seconds = typical(self._times[WARMUP_STEPS:], MOST_STEPS)
        if seconds < self.seconds:
            self.fastest, self.seconds = self.mode, seconds
        if self._rivals and min(self.seconds, self._before) >= FAST_SECONDS:
            self.mode = self._rivals[0](self.mode.state())
            del self._rivals[0]
            self._times.clear()
        else:
            self.is_over = True
