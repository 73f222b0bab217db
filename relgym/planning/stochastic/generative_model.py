"""Generative models: states in which a search draws what happens, for both languages.

A tree search does not need the outcomes of actions, only draws from them. A move is an action in the form in which a
model takes it fastest: the id of a simulator (PDDL), or the values of all action-fluents (RDDL).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from random import Random
from typing import Any

from relgym.planning.stochastic.criterion import Criterion


class GenerativeModel(ABC):
    """Draws what follows from moves. Rewards are maximised; a cost is a negative one."""

    criterion: Criterion

    @abstractmethod
    def inner(self, state: Any) -> Any:
        """Return a state in the form that the other methods take."""

    @abstractmethod
    def key(self, state: Any) -> Hashable:
        """Return what tells two states apart."""

    @abstractmethod
    def end_value(self, state: Any) -> float | None:
        """Return the value of a state in which an episode ends; `None` for other states."""

    @abstractmethod
    def moves(self, state: Any) -> tuple[list[Any], bool]:
        """Return valid moves, and whether these are all; else `drawn` draws others."""

    @abstractmethod
    def drawn(self, state: Any, rng: Random, near: Any = None) -> Any:
        """Draw a valid move; `None` if none is found.

        Args:
            state: The state.
            rng: Draws.
            near: A move that the new one may vary.
        """

    @abstractmethod
    def step(self, state: Any, move: Any, rng: Random) -> tuple[float, Any]:
        """Carry out a move; return the reward and the next state."""

    @abstractmethod
    def rollout(self, state: Any, depth: int, rng: Random) -> float:
        """Return the discounted return of at most `depth` random steps."""

    @abstractmethod
    def action(self, move: Any) -> Any:
        """Return the action of a move."""
