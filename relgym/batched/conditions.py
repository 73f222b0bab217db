"""Conditions of the states of a batch, computed once for each of them: valid actions, the goal, and numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from relgym.batched import step
from relgym.batched.arrays import NumpyArrays
from relgym.batched.states import BatchStates, too_large
from relgym.model.numeric import EXACT_DOUBLE
from relgym.model.pddl.grounded import BatchTask
from relgym.reasoning.pddl.actions import warn_of_ambiguity


class BatchConditions:
    """The conditions of the current states of a batch."""

    def __init__(self, task: BatchTask, xp: NumpyArrays, states: BatchStates) -> None:
        self._task = task
        self._xp = xp
        self._states = states
        self._current: step.StateConditions | None = None
        self._unpacked: tuple[step.StateConditions, NDArray[np.uint8]] | None = None
        self._warned = False

    def forget(self) -> None:
        """Forget all conditions, since the states have changed."""
        self._current = None

    def now(self) -> step.StateConditions:
        """Return the conditions; raises `SimulationError` for numbers that arrays cannot hold."""
        if self._current is None:
            self._current = step.conditions_of(self._task, self._xp, self._states.facts, self._states.values)
            self._check(self._current)
        return self._current

    def _check(self, now: step.StateConditions) -> None:
        """Warn about ambiguous actions as single environments do, and raise for numbers that arrays cannot hold."""
        task = self._task
        if len(task.ambiguous) and not self._warned:
            rows = self._xp.unpacked(self._xp.take(now.conditions, task.ambiguous))
            if rows.any():
                self._warned = True
                row, copy = (int(places[0]) for places in rows.nonzero())
                problem = self._states.problem[copy]
                action = task.actions[problem][task.ambiguous_actions[row]]
                warn_of_ambiguity(task.tasks[problem].actions[action.name])
        # The double of 2**53 + 1 is 2**53.
        if task.values and (np.abs(now.numbers) >= EXACT_DOUBLE).any():
            raise too_large(int((np.abs(now.numbers) >= EXACT_DOUBLE).any(axis=0).nonzero()[0][0]))

    def reported(self) -> NDArray[np.uint8]:
        """Return the rows of the goal and of valid actions, unpacked together since callers need both."""
        now = self.now()
        if self._unpacked is None or self._unpacked[0] is not now:
            # The last array is released only now; released earlier, its memory would go back to the system, and come
            # back page by page.
            self._unpacked = now, self._xp.unpacked(now.reported)
        return self._unpacked[1]
