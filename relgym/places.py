"""States that a walk comes by again and again, remembered with all that was asked about them."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.model.action import Action
from relgym.model.program import Row
from relgym.model.state import State, Values

LOOK = 256
"""Whenever so many further steps were not remembered, it is looked at whether to remember pays."""

NEW = 0.45
"""It does not, in the end, if more than this share of them led to states never met before; at first twice as many."""

MOST = 20_000
"""How many states are remembered at most."""

Look = tuple[State, bool, Sequence[int]]
"""What is seen at a step: the state, whether the goal holds, and the numbers of all valid actions, the lowest first."""


class Place:
    """A state that is remembered, with what was asked about it, and the places that the actions lead to."""

    __slots__ = ("actions", "after", "derived", "look", "numbers", "state")

    def __init__(self, look: Look) -> None:
        self.state, goal, numbers = look
        self.numbers = tuple(numbers)
        self.look: Look = self.state, goal, self.numbers
        self.after: dict[int | None, Place] = {}
        self.derived: list[list[Row]] | None = None
        self.actions: list[Action] | None = None


class Places:
    """All states that are remembered, and whether that pays."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Values], Place] = {}
        self._missed = self._met = 0

    def find(self, state: State) -> Place | None:
        """The place of a state, if it is remembered."""
        return self._known.get((state.bits, state.values))

    def remember(self, look: Look) -> Place:
        """A new place."""
        place = Place(look)
        self._met += 1
        self._known[place.state.bits, place.state.values] = place
        return place

    def miss(self) -> bool:
        """A step was taken that was not remembered; whether it is known by now that to remember does not pay."""
        self._missed += 1
        if self._missed % LOOK:
            return False
        return self._met > NEW * (self._missed + LOOK) or len(self._known) > MOST

    def clear(self) -> None:
        """Forget them all."""
        self._known.clear()
