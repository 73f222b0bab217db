"""The starts of problems as tables: which problem is played, and which of its random starts, is drawn."""

from __future__ import annotations

from itertools import accumulate

import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import Array, NumpyArrays
from relgym.batched.states import BatchStates
from relgym.errors import BackendError, UnsupportedFeature
from relgym.jax.words import stored
from relgym.limits import Limits
from relgym.model.pddl.grounded import BatchTask
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.tuning.jax import STARTS_LIMIT


class Starts:
    """The starts of the problems of a ground task.

    Attributes:
        draws: The number of uniform numbers that a start takes: one for the problem if there are several, and one for
            the start if some problem has several.
    """

    def __init__(self, task: BatchTask) -> None:
        self._problems = len(task.tasks)
        states = BatchStates(task, NumpyArrays(1))
        every = [_starts(task, problem, states) for problem in range(self._problems)]
        most = max(len(shares) for shares, _, _ in every)
        # Problems with fewer starts are filled up by starts that are never drawn.
        self._passed = np.array([[*accumulate(shares), *[1.0] * (most - len(shares))][:-1] for shares, _, _ in every])
        self._facts = np.stack([_filled_up(facts, most) for _, facts, _ in every])
        self._values = np.stack([_filled_up(values, most) for _, _, values in every])
        self.draws = (self._problems > 1) + (most > 1)

    def drawn(self, numbers: Array) -> tuple[Array, Array, Array]:
        """Return the facts, the values and the problem of a start."""
        problem = jnp.int32(0)
        if self._problems > 1:
            problem = jnp.minimum((numbers[0] * self._problems).astype(jnp.int32), self._problems - 1)
        start = jnp.int32(0)
        if self._passed.shape[1]:
            start = (numbers[-1] >= jnp.asarray(self._passed)[problem]).sum()
        return jnp.asarray(self._facts)[problem, start], jnp.asarray(self._values)[problem, start], problem


def _filled_up(rows: Array, most: int) -> Array:
    return np.concatenate([rows, np.repeat(rows[-1:], most - len(rows), axis=0)])


def _starts(task: BatchTask, problem: int, states: BatchStates) -> tuple[list[float], Array, Array]:
    """Return the probabilities of the starts of a problem, their facts as words, and their values."""
    own = task.tasks[problem]
    if not own.problem.chances:
        return [1.0], stored(task.starts[problem][None]), task.start_values[problem][None].copy()
    try:
        outcomes = PDDLReasoner(own, limits=Limits(outcomes=STARTS_LIMIT)).starts()
    except BackendError as error:
        raise UnsupportedFeature(
            f"the problem '{own.problem.name}' has too many random starts to be listed: {error.sentence}",
            expected=f"at most {STARTS_LIMIT:,}",
            hint="relgym.make_vec or relgym.batch draws each start by itself",
        ) from error
    shares, facts, values = [], [], []
    states.begin(problem, np.ones(1, bool))
    states.problem[:] = problem
    for outcome in outcomes:
        states.put(0, outcome.state)
        shares.append(float(outcome.probability))
        facts.append(stored(NumpyArrays(1).unpacked(states.facts).T))
        values.append(states.values.T.copy())
    return shares, np.concatenate(facts), np.concatenate(values)
