"""Steps over the nets of a batch, a truth value for each row: the program of any ground task."""

from __future__ import annotations

import jax.numpy as jnp

from relgym.batched import step
from relgym.batched.arrays import Array
from relgym.jax.arrays import JaxArrays
from relgym.jax.program import After, StateReport
from relgym.jax.words import packed, unpacked
from relgym.model.pddl.grounded import GOAL, VALID, BatchTask, DrawGates
from relgym.translate.ground.number_nets import EXACT_DOUBLE_LIMIT

EXACT_FLOAT_LIMIT = 2**24
"""Whole numbers from here on are not all floats of 32 bits."""


class CircuitProgram:
    """The nets of a batch, a bit for each row: any ground task."""

    def __init__(self, task: BatchTask) -> None:
        self._task = task
        self._xp = JaxArrays()
        self.draws = sum(isinstance(each, DrawGates) for each in task.effects.steps)

    def _conditions(self, facts: Array, values: Array) -> tuple[step.StateConditions, Array, Array]:
        bits, rows = unpacked(facts, self._task.facts)[:, None], values[:, None]
        return step.conditions_of(self._task, self._xp, bits, rows), bits, rows

    def report(self, facts: Array, values: Array) -> StateReport:
        now, _, _ = self._conditions(facts, values)
        reported = now.reported[:, 0]
        limit = EXACT_DOUBLE_LIMIT if values.dtype == jnp.float64 else EXACT_FLOAT_LIMIT
        # A comparison with NaN is false.
        large = (jnp.abs(now.numbers) >= limit).any() if self._task.values else jnp.bool_(False)
        return StateReport(reported[GOAL], packed(reported[VALID : VALID + self._task.size]), large)

    def stepped(self, facts: Array, values: Array, action: Array, numbers: Array) -> After:
        now, bits, rows = self._conditions(facts, values)
        given = iter(range(self.draws))

        def uniform(_: Array) -> Array:
            return numbers[next(given)][None]

        after = step.stepped(self._task, self._xp, bits, rows, now, action[None], uniform)
        contradictory = jnp.bool_(False) if after.contradictory is None else after.contradictory[0]
        return After(packed(after.facts[:, 0]), after.values[:, 0], after.done[0], contradictory)
