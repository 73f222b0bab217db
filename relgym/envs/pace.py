"""How an environment goes through a problem: by asking a reasoner about each state, or step by step with a walker.

A walker is faster, but takes a while to make; so an environment asks at first, and walks once that will pay. What they
say is the same, to the order of the actions and the numbers drawn.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import ClassVar

from relgym.backends.builtin import Builtin
from relgym.envs.reward import Reward
from relgym.model.action import Action
from relgym.model.state import State
from relgym.reasoner import Reasoner
from relgym.transition import Generator
from relgym.walker import Walker

SOON = 0.02
"""After how many seconds of steps in a problem a walker is made for it; that, and to begin, takes about as long."""


class Pace(ABC):
    """Stands in a state of one problem, and says what an environment says of it."""

    asks: ClassVar[bool]
    state: State
    goal: bool
    stuck: bool

    @abstractmethod
    def go_to(self, state: State) -> None:
        """Stand in a state. Raises `AmbiguousAction` where the valid actions cannot be told apart."""

    @abstractmethod
    def step(self, action: Action | str, rng: Generator) -> None:
        """Carry out an action; raises as `Reasoner.successor` does, and stays where it is then."""

    @abstractmethod
    def valid_actions(self) -> list[Action]:
        """The valid actions in a reasoner's order."""


class Asking(Pace):
    """Asks a reasoner, whatever its engine is."""

    asks = True

    def __init__(self, reasoner: Reasoner) -> None:
        self._reasoner = reasoner
        self._valid: list[Action] = []
        # In how many seconds all steps so far were made.
        self.spent = 0.0

    def go_to(self, state: State) -> None:
        self.goal = self._reasoner.goal(state)
        self._valid = self._reasoner.valid_actions(state)
        self.stuck = not self._valid
        self.state = state

    def step(self, action: Action | str, rng: Generator) -> None:
        begun = time.perf_counter()
        self.go_to(self._reasoner.successor(self.state, action, rng))
        self.spent += time.perf_counter() - begun

    def valid_actions(self) -> list[Action]:
        return self._valid[:]


class Walking(Pace):
    """Goes with a walker, which knows the builtin engine alone."""

    asks = False

    def __init__(self, reasoner: Reasoner) -> None:
        self._walker = Walker(reasoner)

    def go_to(self, state: State) -> None:
        self._walker.go_to(state)
        self._look()

    def step(self, action: Action | str, rng: Generator) -> None:
        self._walker.step(action, rng)
        self._look()

    def _look(self) -> None:
        walker = self._walker
        self.state, self.goal, self._numbers = walker.look()
        # Where some action may be ambiguous it is said now, not when somebody asks.
        self._valid = walker.valid_actions(self._numbers) if walker.chooses else None
        self.stuck = not self._numbers

    def valid_actions(self) -> list[Action]:
        return self._walker.valid_actions(self._numbers) if self._valid is None else self._valid[:]


def faster(pace: Pace, reasoner: Reasoner) -> Pace:
    """The fastest pace there is for a reasoner, standing where another one stands."""
    if type(reasoner.engine) is not Builtin:
        return pace
    walking = Walking(reasoner)
    walking.go_to(pace.state)
    return walking


class Played:
    """A problem that is being played: its reasoner, its reward, and how it is gone through."""

    def __init__(self, reasoner: Reasoner, reward: Reward) -> None:
        self.reasoner = reasoner
        self.reward = reward
        self.pace: Pace = Asking(reasoner)

    def hurry(self) -> None:
        """A step has been made: go faster from here on, if all of them have taken long by now."""
        if isinstance(self.pace, Asking) and self.pace.spent >= SOON:
            self.pace = faster(self.pace, self.reasoner)
