"""Many episodes of an instance at once, by several rows of weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from relgym.data.policy_search.choosing import Chooser
from relgym.data.policy_search.heads import Head
from relgym.data.policy_search.terms import StateTerms
from relgym.envs.vector.rddl_batch import RDDLBatch
from relgym.errors import SimulationError
from relgym.model.rddl.equations import Part


class BatchSimulator:
    """An instance in which policies play many episodes at once.

    Attributes:
        reasoner: The reasoner of the instance.
        terms: Its terms.
        sizes: The number of objects of each type.
    """

    def __init__(self, reasoner: Any) -> None:
        self.reasoner = reasoner
        dynamics = reasoner.dynamics
        self._batch = RDDLBatch(dynamics)
        self.terms = StateTerms(dynamics)
        self.chooser = Chooser(reasoner, self._batch)
        self.sizes = {name: len(items) for name, items in dynamics.layout.items.items()}
        self._dynamics = dynamics
        program = dynamics.program
        self._stepped = (*(program.functions[f.name, True] for f in program.states), *program.of_part(Part.REWARD))

    def arrays(self, state: Any) -> list[Any]:
        """Return the arrays of one state, with an axis of length 1 for the copies."""
        return [array[None] for array in self._batch.arrays(self._dynamics.program.states, state)]

    def actions(self, heads: Sequence[Head], weights: Any, state: Sequence[Any], copies: int) -> list[Any]:
        """Return the actions of all copies; each row of weights has an equal number of them."""
        terms = self.terms.values(state, copies)
        scores, at = [], 0
        for head in heads:
            inputs = head.inputs(terms, copies, self.sizes)
            scores.append(head.scores(inputs, weights[:, at : at + head.size]))
            at += head.size
        return self.chooser.actions(state, scores)

    def play(
        self,
        act: Callable[[Sequence[Any]], Sequence[Any]],
        copies: int,
        episodes: int,
        steps: int,
        discount: float,
        seed: Any,
    ) -> Any:
        """Return the returns of episodes.

        Args:
            act: Gives an action for each copy.
            copies: The number of episodes at once, a multiple of `episodes`.
            episodes: The number of different episodes. Each sequence of this many copies has the same random numbers as
                the one before.
            steps: The number of steps.
            discount: The discount.
            seed: Seeds the draws.
        """
        rng = np.random.default_rng(seed)
        state: Sequence[Any] = [np.repeat(array, copies, axis=0) for array in self.arrays(self._dynamics.start)]
        playing = np.ones(copies, bool)
        total, weight = np.zeros(copies), 1.0
        for _ in range(steps):
            action = act(state)
            u = np.tile(rng.random((episodes, self._dynamics.uniforms)), (copies // episodes, 1))
            stepped = self._batch.quick(self._stepped, state, action, u)
            if stepped is None:
                values: Sequence[Any] = self._batch.values(self._stepped, state, action, u, playing, _failed)
                over = self._batch.some(Part.TERMINATION, values[:-1], action, playing)
                broken = self._batch.some(Part.INVARIANT, values[:-1], action, playing)
            else:
                values, over, broken = stepped
            total += np.where(playing, weight * values[-1], 0.0)
            weight *= discount
            for ended in (over, broken):
                if ended is not None:
                    playing = playing & ~ended
            if not playing.any():
                break
            state = values[:-1]
        return total


def _failed(copy: int, error: Exception) -> Exception:
    if not isinstance(error, SimulationError):
        return error
    return SimulationError(error.message, span=error.span, expected=error.expected, hint=error.hint)
