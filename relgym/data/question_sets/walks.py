"""Random walks through a problem, from which the states and plans of questions are taken."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Generic, NamedTuple, TypeVar

QUESTION_WALK_STEPS = 20
"""Number of steps of one random walk through a problem, from which the states of questions are taken. Judged: longer
walks visit states that are less like the start, and reach fewer of them from it."""

STALE_WALKS = 12
"""Number of walks in a row without a new state after which a problem counts as known. Judged."""


S = TypeVar("S")
A = TypeVar("A")


class WalkStep(NamedTuple, Generic[S, A]):
    """A step of a walk."""

    before: S
    action: A
    after: S


class Walks(Generic[S, A]):
    """The random walks of a problem, by their numbers; half of them begin in a state of another one."""

    def __init__(
        self,
        seed: str,
        start: Callable[[Random], S],
        step: Callable[[S, Random], tuple[A, S] | None],
        key: Callable[[S], Hashable],
    ) -> None:
        """Prepare the walks.

        Args:
            seed: The seed of all that is drawn.
            start: Returns a first state.
            step: Returns a random action with the state after it; `None` where there is none.
            key: Returns what tells a state from others.
        """
        self._draws = Random(f"{seed} walks")
        self._start, self._step, self._key = start, step, key
        self._walks: list[list[WalkStep[S, A]]] = []
        self._states: list[S] = []
        self._known: set[Hashable] = set()
        self._stale = 0

    def state(self, number: int) -> S:
        """Return a state by its number; the states come again where there are fewer."""
        while len(self._states) <= number and self._stale < STALE_WALKS:
            self._walk()
        return self._states[number % len(self._states)]

    def walk(self, number: int) -> list[WalkStep[S, A]]:
        """Return a walk by its number; a walk may end early, or have no step at all."""
        while len(self._walks) <= number:
            self._walk()
        return self._walks[number]

    def _walk(self) -> None:
        rng = self._draws
        start = not self._states or rng.random() < 0.5
        state = self._start(rng) if start else self._states[rng.randrange(len(self._states))]
        steps: list[WalkStep[S, A]] = []
        new = self._note(state)
        for _ in range(QUESTION_WALK_STEPS):
            taken = self._step(state, rng)
            if taken is None:
                break
            action, after = taken
            steps.append(WalkStep(state, action, after))
            new |= self._note(after)
            state = after
        self._walks.append(steps)
        self._stale = 0 if new else self._stale + 1

    def _note(self, state: S) -> bool:
        key = self._key(state)
        if key in self._known:
            return False
        self._known.add(key)
        self._states.append(state)
        return True
