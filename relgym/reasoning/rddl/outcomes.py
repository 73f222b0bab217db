"""Possible results of a step of an RDDL instance, listed or drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from relgym.arguments import check_generator, check_whole
from relgym.errors import RandomOutcome
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.randomness import Generator
from relgym.reasoning.rddl.branching import Branching
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State, StepResult
from relgym.reasoning.results import Outcome


class Outcomes:
    """Finds the outcomes of actions, valid or not, given by the values of whole fluents."""

    def __init__(self, dynamics: Dynamics) -> None:
        self.lock = dynamics.lock
        self._dynamics = dynamics

    @cached_property
    def _branching(self) -> Branching:
        return Branching(self._dynamics)

    def step(self, state: State, action: Action, rng: Generator | None) -> StepResult:
        """Carry out an action; raises `RandomOutcome` if the step is random and there is no generator."""
        if rng is None and self._dynamics.uniforms:
            raise RandomOutcome
        with self._dynamics.engine.budget.call():
            return self._dynamics.step(state, action, [] if rng is None else self.uniforms(rng))

    def uniforms(self, rng: Generator) -> list[float]:
        """Draw the uniform numbers of a step, in [0, 1)."""
        check_generator(rng)
        count, budget = self._dynamics.uniforms, self._dynamics.engine.budget
        return budget.keeping(lambda: [rng.random() for _ in budget.watched(range(count))])()

    def of(self, state: State, action: Action, most: int | None) -> list[Outcome[RDDLState]]:
        """Return all outcomes, the most probable first; raises as `RDDLReasoner.outcomes` does."""
        with self._dynamics.engine.budget.call():
            return self._merged(state, action, self._branching.paths(state, action, most))

    def likeliest(self, state: State, action: Action) -> StepResult:
        """Return the step in which each draw has its likeliest result; raises `ModelError` if it has too many."""
        with self._dynamics.engine.budget.call():
            return self._dynamics.step(state, action, self._branching.likeliest(state, action))

    def sampled(self, state: State, action: Action, rng: Generator, count: int) -> list[Outcome[RDDLState]]:
        """Return the outcomes of `count` draws with their shares, the most frequent first."""
        check_whole("count", count, 1)
        budget = self._dynamics.engine.budget
        with budget.call():

            def draws() -> Iterator[tuple[float, Sequence[float]]]:
                for _ in range(count):
                    budget.check()
                    yield 1, self.uniforms(rng)

            return self._merged(state, action, draws(), count)

    def _merged(
        self, state: State, action: Action, paths: Iterable[tuple[float, Sequence[float]]], total: int = 1
    ) -> list[Outcome[RDDLState]]:
        """Return the outcomes of weighted paths; equal states with equal rewards are one, with the sum of weights."""
        weights: dict[tuple[RDDLState, float], float] = {}
        for weight, uniforms in paths:
            step = self._dynamics.step(state, action, uniforms)
            key = self._dynamics.state(step.state), step.reward
            weights[key] = weights.get(key, 0) + weight
        ranked = sorted(weights.items(), key=lambda item: -item[1])
        return [Outcome(weight / total, state, reward) for (state, reward), weight in ranked]
