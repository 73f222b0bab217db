"""Steps over the nets of a batch, a bit for each row: the program of any ground task."""

from __future__ import annotations

import jax.numpy as jnp

from relgym.batched import step
from relgym.batched.arrays import Array
from relgym.jax.arrays import JaxArrays
from relgym.jax.copies import OverCopies
from relgym.jax.program import After, StateReport
from relgym.jax.words import packed, unpacked
from relgym.model.numeric import EXACT_DOUBLE, EXACT_FLOAT
from relgym.model.pddl.grounded import GOAL, VALID, BatchTask, DrawGates


class CircuitProgram:
    """The nets of a batch, whose bits of 32 copies share a word."""

    def __init__(self, task: BatchTask) -> None:
        self._task = task
        self.draws = sum(isinstance(each, DrawGates) for each in task.effects.steps)
        self._report_copies = OverCopies(self._report)
        self._step_copies = OverCopies(self._stepped)

    def report(self, facts: Array, values: Array) -> StateReport:
        report: StateReport = self._report_copies(facts, values)
        return report

    def stepped(self, facts: Array, values: Array, action: Array, numbers: Array) -> After:
        after: After = self._step_copies(facts, values, action, numbers)
        return after

    def _conditions(self, xp: JaxArrays, facts: Array, values: Array) -> tuple[step.StateConditions, Array]:
        rows = xp.packed(unpacked(facts, self._task.facts))
        return step.conditions_of(self._task, xp, rows, values), rows

    def _report(self, facts: Array, values: Array) -> StateReport:
        xp = JaxArrays(facts.shape[-1])
        now, _ = self._conditions(xp, facts, values)
        reported = xp.unpacked(now.reported[: VALID + self._task.size]).astype(bool)
        limit = EXACT_DOUBLE if values.dtype == jnp.float64 else EXACT_FLOAT
        # A comparison with NaN is false.
        large = (jnp.abs(now.numbers) >= limit).any(axis=0)
        return StateReport(reported[GOAL], packed(reported[VALID:], once=True), large)

    def _stepped(self, facts: Array, values: Array, actions: Array, numbers: Array) -> After:
        xp = JaxArrays(facts.shape[-1])
        now, rows = self._conditions(xp, facts, values)
        given = iter(range(self.draws))

        def uniform(_: Array) -> Array:
            return numbers[next(given)]

        after = step.stepped(self._task, xp, rows, values, now, actions, uniform)
        no = jnp.zeros(facts.shape[-1], bool)
        contradictory = no if after.contradictory is None else after.contradictory
        return After(packed(xp.unpacked(after.facts), once=True), after.values, after.done, contradictory)
