"""The choice of a way to walk, from what steps take.

A walk begins with a cache of states (`cached.py`). When the misses of the cache have taken some time (`learning.py`),
the task is grounded. When they have taken that long once more, and steps still take long, the walk tries other ways in
a race (`racing.py`, `ways.py`): the cache without the ground task, the ground task without a cache (`grounded.py`), and
the engine that keeps valid actions (`stepping.py`). It goes on in the fastest way. After a while they race once more,
and so on, each time after twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.simulate.cached import Cached
from relgym.simulate.ground.grounding import Bounds
from relgym.simulate.ground.task import Ground
from relgym.simulate.grounded import Grounded
from relgym.simulate.learning import LearningCurve
from relgym.simulate.racing import Entrant, Race, Way
from relgym.simulate.stepping import UNLIMITED, MakeSystem, Stepping
from relgym.simulate.ways import Ways
from relgym.tuning.simulate import (
    LEAST_STEP_SECONDS,
    LEAVING_FACTOR,
    RACE_REST_SECONDS,
    RACE_WINDOW_SECONDS,
    RACE_WINDOW_SHARE,
)

ApplyAny = Callable[..., Sequence[int]]
"""A function that carries out the valid action of an id, and returns the ids of the actions valid after it."""


Follow = Callable[[Way, ApplyAny, bool], None]
"""Takes the way in which steps are carried out, a function that carries out a step, and whether there is a race: then
the way must not carry out steps by itself."""


class Strategy:
    """Carries out a walk in one way after the other.

    Attributes:
        mode: The way in which steps are carried out.
        apply: Carries out a step.
    """

    mode: Way
    apply: ApplyAny

    def __init__(self, maker: Callable[[bool], MakeSystem], state: State, lock: Lock, follow: Follow) -> None:
        """Begin with a cache.

        Args:
            maker: Makes what makes engines; lean ones, if it is called with true.
            state: Where the walk begins.
            lock: Held for all that is new.
            follow: Called whenever the way changes.
        """
        self.lock = lock
        self._follow = follow
        self._ways = Ways(maker, state, lock, self._renew)
        self._race: Race | None = None
        # The ways that take part in the next race, that in which steps are carried out first.
        self._entrants: list[Entrant] = []
        self._rest_seconds = RACE_REST_SECONDS
        # Seconds of a miss of the cache before the task was grounded.
        self._lifted_seconds = 0.0
        self._go_on(self._ways.cached)

    def _go_on(self, way: Way) -> None:
        """Go on in a way, alone or in a race."""
        race = self._race
        self.mode, self.apply = way, way.apply if race is None else race.apply
        self._follow(way, self.apply, race is not None)

    def go_to(self, state: State) -> None:
        """Stand in another state."""
        mode = self.mode
        if isinstance(mode, Grounded) and not mode.reaches(state):
            self._settle(self._ways.make_stepping(mode.state()))
        (self._race or self.mode).go_to(state)

    def ground(self, seconds: float) -> bool:
        """Ground the task now; returns whether it is grounded."""
        match self.mode:
            case Cached() as mode:
                return mode.ground(Bounds(seconds))
            case Grounded():
                return True
            case Stepping():
                return False
            case never:
                assert_never(never)

    @property
    def ground_task(self) -> Ground | None:
        """The ground task, `None` if the task is not grounded."""
        match self.mode:
            case Cached() as mode:
                return None if mode.moves is None else mode.moves.ground
            case Grounded() as mode:
                return mode.ground_task
            case Stepping():
                return None
            case never:
                assert_never(never)

    def forget(self) -> None:
        """Go on without a cache, and choose no other way."""
        mode, ways = self.mode, self._ways
        if isinstance(mode, Cached):
            state, moves = mode.state(), mode.moves
            self._settle(ways.make_stepping(state) if moves is None else ways.make_grounded(moves, state))
        else:
            self._settle(mode)

    def _settle(self, way: Way) -> None:
        """Go on in a way for good."""
        if way is not self.mode:
            self.mode.retire()
        if self._race is not None:
            self._race.is_over = True
        self._race, self._entrants = None, []
        way.lease = UNLIMITED
        self._go_on(way)

    # -- races -------------------------------------------------------------------------------

    @synchronized
    def _renew(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out a step for a way whose lease is used up, or that the walk has left."""
        mode = self.mode
        if self._race is None and mode.lease <= 0:
            if self._entrants:
                self._begin_race()
            elif isinstance(mode, Cached):
                self._review(mode)
        return self.apply(action_id, rng)

    def _review(self, mode: Cached) -> None:
        """Ground the task, or begin the first race, if the cache has learned for a while."""
        curve, ways = mode.curve, self._ways
        assert curve is not None
        before = curve.spent
        has_learned = curve.review(curve.misses)
        ways.walked_seconds += curve.spent - before
        if not has_learned:
            mode.lease = curve.misses
        elif not mode.uses_ground and ways.ground():
            # The ground task has caches that must be filled, too.
            self._lifted_seconds = curve.seconds
            mode.curve = LearningCurve()
            mode.lease = mode.curve.misses
        else:
            mode.curve = None
            # Both caches have the same states, so only their misses differ.
            is_close = self._lifted_seconds < LEAVING_FACTOR * max(curve.seconds, LEAST_STEP_SECONDS)
            self._entrants = ways.entrants(is_close)
            self._begin_race()

    def _begin_race(self) -> None:
        window_seconds = max(RACE_WINDOW_SECONDS, RACE_WINDOW_SHARE * self._rest_seconds)
        self._race = Race(
            self._entrants, self.mode, window_seconds, self.lock, self._renew, self._go_on, self._end_race
        )
        self._go_on(self.mode)

    def _end_race(self) -> None:
        """Go on in the fastest way for a while."""
        race = self._race
        assert race is not None
        self._race, self._entrants = None, [*race.entrants, *race.refused]
        # The next race comes earlier if an engine may be made by then.
        rest = min(self._rest_seconds, self._ways.engine_rest)
        fastest = race.entrants[0]
        race.way.lease = 1 + int(fastest.leased * rest / max(fastest.seconds, LEAST_STEP_SECONDS))
        self._ways.walked_seconds += race.seconds + rest
        if rest == self._rest_seconds:
            self._rest_seconds *= 2
        self._go_on(race.way)
