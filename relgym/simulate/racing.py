"""A race between ways to walk.

Each way carries out some steps of the walk in turn, several times; a way that is clearly slower than another one leaves
(Maron, Moore: Hoeffding Races, 1994). All ways give the same states and the same valid actions, so a race changes how
long the steps of a walk take, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median_low
from time import perf_counter

from relgym.errors import BackendError
from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.reasoning.randomness import Generator
from relgym.simulate.cached import Cached
from relgym.simulate.clock import Stopwatch
from relgym.simulate.grounded import Grounded
from relgym.simulate.stepping import Apply, Stepping
from relgym.tuning.simulate import (
    FALLING_SHARE,
    FAST_STEP_SECONDS,
    HOPELESS_FACTOR,
    LEAST_STEP_SECONDS,
    LEAVING_FACTOR,
    LEAVING_WINDOWS,
    RACE_WINDOWS,
    RACE_WINDOWS_LIMIT,
)

Way = Cached | Grounded | Stepping
"""A way to walk."""


@dataclass(slots=True, eq=False)
class Entrant:
    """A way to walk that takes part in races.

    Attributes:
        enter: Lets the way go on in a state, and returns it; `None` if it cannot, at least for now.
        waits: Whether it enters only when the others are measured, since it takes long to make the way.
        windows: Seconds of a step in each window of this race.
        leased: The share of steps that use up the lease of the way, as hits of a cache do not; mostly of late windows.
    """

    enter: Callable[[State], Way | None]
    waits: bool = False
    windows: list[float] = field(default_factory=list)
    leased: float = 1.0

    @property
    def seconds(self) -> float:
        """Seconds of a step: a median, the lower one of two, so that no slow moment of the machine decides."""
        return median_low(self.windows[len(self.windows) // 2 :])

    @property
    def becomes_faster(self) -> bool:
        """Tell whether its steps still become faster."""
        return self.seconds <= FALLING_SHARE * median_low(self.windows[: len(self.windows) // 2])

    @property
    def is_measured(self) -> bool:
        """Tell whether it has taken part in enough windows: its steps no longer become faster."""
        count = len(self.windows)
        if count >= RACE_WINDOWS_LIMIT:
            return True
        # After `RACE_WINDOWS` windows, and whenever that number has doubled.
        is_due = count % RACE_WINDOWS == 0 and (count // RACE_WINDOWS).bit_count() == 1
        return is_due and not self.becomes_faster

    def is_beaten(self, fastest: float) -> bool:
        """Tell whether it is clearly slower than a way whose steps take `fastest` seconds, and will stay so."""
        if len(self.windows) < LEAVING_WINDOWS:
            return False
        ratio = self.seconds / max(fastest, LEAST_STEP_SECONDS)
        return ratio > HOPELESS_FACTOR or (ratio > LEAVING_FACTOR and not self.becomes_faster)


class Race:
    """Carries out the steps of a walk in one way after the other.

    Attributes:
        way: The way in which steps are carried out now.
        entrants: The ways that are still in the race. When it is over, all that took part, the fastest first.
        refused: Those that could not take part.
        seconds: Seconds of the windows that are over.
        is_over: Set to true at the end, or to end the race.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        way: Way,
        window_seconds: float,
        lock: Lock,
        renew: Apply,
        follow: Callable[[Way], None],
        end: Callable[[], None],
    ) -> None:
        """Begin with the first one.

        Args:
            entrants: The ways that take part.
            way: The first one, which carries out the walk.
            window_seconds: Seconds of the steps that a way carries out when it is its turn.
            lock: Held during each step.
            renew: Carries out steps when the race is over.
            follow: Called with each way whose turn it is, if the one before was another way.
            end: Called when the fastest way is known; the walk then goes on in `way`.
        """
        self.lock = lock
        self.way = way
        self.entrants = [entrant for entrant in entrants if not entrant.waits]
        self._waiting = [entrant for entrant in entrants if entrant.waits]
        self.refused: list[Entrant] = []
        self.seconds = 0.0
        self._window_seconds = window_seconds
        self._renew = renew
        self._follow = follow
        self._end = end
        self.is_over = False
        self._turns = self._rounds()
        self._entrant = next(self._turns, self.entrants[0])
        self._is_first = True
        self._watch = Stopwatch()
        self._leased = 0

    @synchronized
    def apply(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of an id, which is not checked; returns the ids of the actions valid after it."""
        if self.is_over:
            return self._renew(action_id, rng)
        way = self.way
        # A method that somebody took from the way before calls `renew` at the next step, and comes here.
        way.lease = 1
        begun = perf_counter()
        valid = way.apply(action_id, rng)
        self._watch.add(perf_counter() - begun)
        self._leased += 1 - way.lease
        if self._watch.counted >= self._window_seconds:
            self._end_window()
        return valid

    def go_to(self, state: State) -> None:
        """Stand in another state; that counts as a part of the next step."""
        begun = perf_counter()
        self.way.go_to(state)
        self._watch.prepare(perf_counter() - begun)

    def _rounds(self) -> Iterator[Entrant]:
        """Yield the ways whose turn it is, until one is left or all are measured."""
        for entrant in self.entrants:
            entrant.windows.clear()
        left: list[Entrant] = []
        while True:
            while len(self.entrants) > 1 and (turns := [each for each in self.entrants if not each.is_measured]):
                yield from turns
                self.entrants.sort(key=lambda entrant: entrant.seconds)
                fastest = self.entrants[0].seconds
                left[:0] = [entrant for entrant in self.entrants if entrant.is_beaten(fastest)]
                self.entrants = [entrant for entrant in self.entrants if entrant not in left]
            if not self._waiting:
                break
            self.entrants += self._waiting
            self._waiting.clear()
        # They take part in the next race: it may have been the machine that was slow.
        self.entrants += left

    def _end_window(self) -> None:
        """Take note of the seconds of a step, and let the next way go on."""
        seconds = self._watch.seconds
        self.seconds += self._watch.counted
        self._entrant.windows.append(seconds)
        self._entrant.leased = (self._entrant.leased + self._leased / self._watch.calls) / 2
        if self._is_first and seconds < FAST_STEP_SECONDS:
            self.entrants += self._waiting
            self.is_over = True
            self._end()
            return
        self._is_first = False
        while (entrant := next(self._turns, None)) is not None:
            if self._enter(entrant):
                return
        while not self._enter(self.entrants[0]):
            pass
        self.is_over = True
        self._end()

    def _enter(self, entrant: Entrant) -> bool:
        """Let a way go on; tells whether it can."""
        try:
            way = entrant.enter(self.way.state())
        except BackendError:
            way = None
        if way is None:
            if len(self.entrants) > 1:
                self.entrants.remove(entrant)
                self.refused.append(entrant)
                return False
            way = self.way
        if way is not self.way:
            self.way.retire()
            self.way = way
            self._follow(way)
        entrant.waits = False
        self._entrant = entrant
        self._watch = Stopwatch()
        self._leased = 0
        return True
