"""Baselines: random actions, and no actions."""

from __future__ import annotations

from random import Random
from typing import Any

from relgym.errors import UnsupportedFeature
from relgym.limits import Limits
from relgym.planning.stochastic.generative import generative
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.process import DecisionProcess, TaskProcess


class RandomPolicy(Policy):
    """A policy that draws a valid action."""

    method = "random"

    def __init__(self, process: DecisionProcess, limits: Limits, seed: int) -> None:
        self.criterion = process.criterion
        self._process = process
        self._model = generative(process)
        self._seed, self._rng = seed, Random(f"{seed}")

    def __call__(self, state: Any, step: int = 0) -> Any:
        if isinstance(self._process, TaskProcess):
            actions = self._process.actions(state)
            return self._rng.choice(actions) if actions else None
        move = self._model.drawn(self._model.inner(state), self._rng)
        return None if move is None else self._model.action(move)

    def begin(self, seed: int) -> None:
        self._rng = Random(f"{self._seed} {seed}")


class NoopPolicy(Policy):
    """A policy for RDDL whose actions are all defaults."""

    method = "noop"

    def __init__(self, process: DecisionProcess, limits: Limits, seed: int) -> None:
        if isinstance(process, TaskProcess):
            raise UnsupportedFeature("the method 'noop' does not support PDDL: it has no action that does nothing")
        self.criterion = process.criterion
        self._reasoner = process.reasoner

    def __call__(self, state: Any, step: int = 0) -> Any:
        return {} if self._reasoner.is_valid(state, {}) else None
