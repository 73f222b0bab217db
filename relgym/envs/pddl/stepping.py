"""The two ways of an environment to play a problem: ask a reasoner about each state, or apply steps to a simulator.

A simulator is faster, but takes a while to build: an environment asks the reasoner at first, and uses a simulator once
it pays off. Both give the same results, including the order of actions and the random numbers drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Protocol

import gymnasium as gym

from relgym.backends.builtin.engine import Builtin
from relgym.errors import BackendError
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import MetricReward
from relgym.reasoning.randomness import Generator
from relgym.simulate.pddl import PDDLSimulator
from relgym.tuning.envs import WARMUP_SECONDS

Seen = tuple[State, bool, Sequence[Any]]
"""The state, whether the goal holds, and something for each valid action, from which a strategy makes their list."""


class SteppingStrategy(Protocol):
    """Stands in a state of one problem, and says what an environment says of it; `PDDLSimulator` is one."""

    def go_to(self, state: State) -> Seen:
        """Stand in a state."""

    def step(self, action: Action | str, rng: Generator | None) -> Seen:
        """Carry out an action; raises as `Reasoner.successor` does, and stays where it is then."""

    @property
    def lister(self) -> Callable[[Sequence[Any]], list[Action]]:
        """A function that makes a new list of the valid actions seen last, in a reasoner's order."""


class Asking:
    """Plays by questions to a reasoner with any engine; after enough slow steps, `hurry` may switch to a simulator."""

    lister: Callable[[Sequence[Any]], list[Action]] = list

    def __init__(self, reasoner: PDDLReasoner, hurry: Callable[[Seen], Seen]) -> None:
        self._reasoner = reasoner
        self._state: State | None = None
        self._hurry = hurry
        # How many seconds of steps are left until then.
        self._left = WARMUP_SECONDS

    def go_to(self, state: State) -> Seen:
        seen = state, self._reasoner.goal(state), self._reasoner.valid_actions(state)
        self._state = state
        return seen

    def step(self, action: Action | str, rng: Generator | None) -> Seen:
        if self._state is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        begun = time.perf_counter()
        seen = self.go_to(self._reasoner.successor(self._state, action, rng))
        self._left -= time.perf_counter() - begun
        if self._left > 0:
            return seen
        seen = self._hurry(seen)
        self._left = inf
        return seen


class Choosing:
    """Goes with a simulator where agents choose only some parameters, so that a number is not an action."""

    lister: Callable[[Sequence[Any]], list[Action]] = list

    def __init__(self, simulator: PDDLSimulator) -> None:
        self._simulator = simulator

    def go_to(self, state: State) -> Seen:
        return self._seen(*self._simulator.go_to(state))

    def step(self, action: Action | str, rng: Generator | None) -> Seen:
        return self._seen(*self._simulator.step(action, rng))

    def _seen(self, state: State, goal: bool, numbers: Sequence[int]) -> Seen:
        return state, goal, self._simulator.valid_actions(numbers)


class Returning:
    """Goes on after a step that was broken off: stands where it began before anything else, or waits for a reset.

    Any exception may break a step off, also that of a signal such as Ctrl-C. To return takes time, and is put off.

    Attributes:
        strategy: The strategy that goes on.
    """

    def __init__(self, played: Played, state: State | None) -> None:
        self._played, self._state = played, state
        before = played.strategy
        self.strategy: SteppingStrategy = before.strategy if isinstance(before, Returning) else before

    def go_to(self, state: State) -> Seen:
        seen = self.strategy.go_to(state)
        self._played.strategy = self.strategy
        return seen

    def step(self, action: Action | str, rng: Generator | None) -> Seen:
        return self._returned().step(action, rng)

    @property
    def lister(self) -> Callable[[Sequence[Any]], list[Action]]:
        return self._returned().lister

    def _returned(self) -> SteppingStrategy:
        if self._state is None:
            raise gym.error.ResetNeeded("the last reset was broken off: call reset() again")
        self.go_to(self._state)
        return self.strategy


class Played:
    """A problem that is being played: its reasoner, its strategy, and its metric reward, if there is one."""

    def __init__(
        self, reasoner: PDDLReasoner, reward: MetricReward | None, strategy: SteppingStrategy | None = None
    ) -> None:
        self.reasoner = reasoner
        self.reward = reward
        self.strategy: SteppingStrategy = Asking(reasoner, self._hurry) if strategy is None else strategy

    def close(self) -> None:
        """Give the engine up, and stand nowhere; calling it twice is no error."""
        self.reasoner.close()
        self.strategy = Asking(self.reasoner, self._hurry)

    def return_to(self, state: State | None) -> None:
        """Stand in a state before anything else is done; without one, a reset must come first."""
        self.strategy = Returning(self, state)

    def _hurry(self, seen: Seen) -> Seen:
        """Go faster from here on, where this was seen, if a simulator can be made."""
        if type(self.reasoner.engine) is not Builtin:
            return seen
        try:
            simulator = PDDLSimulator(self.reasoner)
            strategy: SteppingStrategy = Choosing(simulator) if simulator.chooses else simulator
            seen = strategy.go_to(seen[0])
        except BackendError:
            # To find all that there is may take too long where to ask does not.
            return seen
        self.strategy = strategy
        return seen
