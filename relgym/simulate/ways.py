"""The ways to walk through a task, made when a race first needs them."""

from __future__ import annotations

import math
from collections.abc import Callable

from relgym.libraries import thread_time
from relgym.locking import Lock
from relgym.model.pddl.state import State
from relgym.simulate.cached import Cached
from relgym.simulate.clock import elapsed
from relgym.simulate.ground.grounding import Bounds
from relgym.simulate.ground.moves import Moves
from relgym.simulate.grounded import Grounded
from relgym.simulate.racing import Entrant, Way
from relgym.simulate.stepping import Apply, MakeSystem, Stepping
from relgym.translate.analysis.invariants import mutex_groups
from relgym.tuning.simulate import (
    ENGINE_GAIN,
    ENGINE_MAKING_SHARE,
    ENGINE_STEP_SECONDS,
    GROUNDING_LIMIT_FACTOR,
    GROUNDING_SHARE,
    LIFTED_ENGINE_GAIN,
    NEW_STATES_SHARE,
    RACE_GROUND_ACTIONS_LIMIT,
    RACE_GROUNDING_SECONDS,
    RACE_REACHABILITY_SHARE,
)


class Ways:
    """Makes the ways to walk through a task.

    Attributes:
        cached: The way with a cache.
        walked_seconds: Seconds that the walk has taken so far.
        engine_rest: Seconds until an engine may be made, if it was too early for one; else infinite.
    """

    def __init__(self, maker: Callable[[bool], MakeSystem], state: State, lock: Lock, renew: Apply) -> None:
        """Make the way with a cache.

        Args:
            maker: Makes what makes engines; lean ones, if it is called with true.
            state: The initial state, where the walk begins.
            lock: Held for all that is new.
            renew: Carries out a step for a way whose lease is used up.
        """
        self._maker = maker
        self._lock = lock
        self._renew = renew
        self._start = state
        self.cached = Cached(maker(True), mutex_groups, state, lock, renew)
        self.walked_seconds = 0.0
        self.engine_rest = math.inf
        self._grounded: Grounded | None = None
        self._stepping: Stepping | None = None
        # Seconds that the next attempt to ground the task may take, and seconds of the walk after which it is made.
        self._grounding_limit = RACE_GROUNDING_SECONDS
        self._grounding_due = 0.0
        self._others: list[Entrant] = []

    def entrants(self, lifted: bool) -> list[Entrant]:
        """Return the ways, that in which the walk stands first; it is one with a cache.

        Args:
            lifted: Whether the cache without the ground task takes part, too, if the task is grounded.
        """
        with_cache = [Entrant(self._enter_cached), Entrant(self._enter_cached_ground)]
        if self.cached.uses_ground:
            with_cache = [with_cache[1], *with_cache[: int(lifted)]]
        self._others = [*with_cache, Entrant(self._enter_grounded)]
        return [*self._others, Entrant(self._enter_stepping, waits=True)]

    def make_stepping(self, state: State) -> Stepping:
        """Make a walk on which the engine carries out every step."""
        return Stepping(self._maker(False), self.cached.groups, state, self._lock, self._renew)

    def make_grounded(self, moves: Moves, state: State) -> Grounded:
        """Make a walk through the ground task without a cache."""
        cached = self.cached
        return Grounded(cached.system, self._maker(True), cached.groups, moves, state, self._lock, self._renew)

    def ground(self) -> bool:
        """Try to ground the task, and let the way with a cache use that; tells whether it is grounded."""
        if self.cached.moves is None and self.walked_seconds >= self._grounding_due:
            begun, limit = thread_time(), self._grounding_limit
            is_grounded = self.cached.ground(Bounds(limit, RACE_GROUND_ACTIONS_LIMIT, RACE_REACHABILITY_SHARE))
            self._grounding_limit = GROUNDING_LIMIT_FACTOR * limit
            # More time may help, but not if the task is too large.
            may_help = not is_grounded and elapsed(begun) >= RACE_REACHABILITY_SHARE * limit
            self._grounding_due = self._grounding_limit / GROUNDING_SHARE if may_help else math.inf
        return self.cached.moves is not None

    # -- entrants of races -------------------------------------------------------------------

    def _enter_cached(self, state: State) -> Way:
        self.cached.use_ground(False)
        return _at(self.cached, state)

    def _enter_cached_ground(self, state: State) -> Way | None:
        if not self.ground():
            return None
        self.cached.use_ground(True)
        return _at(self.cached, state)

    def _enter_grounded(self, state: State) -> Way | None:
        way, moves = self._grounded, self.cached.moves
        if way is None and moves is not None:
            way = self._grounded = self.make_grounded(moves, self._start)
        return _at(way, state) if way is not None and way.reaches(state) else None

    def _enter_stepping(self, state: State) -> Way | None:
        if self._stepping is None:
            due = self._engine_due()
            if due > self.walked_seconds:
                self.engine_rest = due - self.walked_seconds
                return None
            self.engine_rest = math.inf
            self._stepping = self.make_stepping(state)
        return _at(self._stepping, state)

    def _engine_due(self) -> float:
        """Return the seconds of the walk after which an engine may be made."""
        return self.cached.making_seconds / (ENGINE_MAKING_SHARE * self._engine_gain())

    def _engine_gain(self) -> float:
        """Return the gain in speed that is expected of an engine: 1 if it is twice as fast as the fastest way."""
        fastest = min((other for other in self._others if other.windows), key=lambda other: other.seconds)
        ratio = fastest.seconds / ENGINE_STEP_SECONDS
        if self.cached.moves is None and fastest.leased > NEW_STATES_SHARE:
            return max(LIFTED_ENGINE_GAIN, ratio - 1)
        return max(ENGINE_GAIN * min(1.0, max(ratio, ENGINE_GAIN)) ** 2, ratio - 1)


def _at(way: Way, state: State) -> Way:
    """Let a way go on in a state."""
    way.go_to(state)
    return way
