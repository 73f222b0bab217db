"""A walk on which every step is carried out in tables and join views (`views/`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import Fresh, State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.naming import KnownSteps
from relgym.simulate.progression import Progression
from relgym.simulate.views.prepared import FindGroups
from relgym.simulate.views.step import Step
from relgym.translate.analysis.invariants import no_groups
from relgym.tuning.simulate import TRAIL_STEPS_LIMIT

Look = tuple[State, bool, Sequence[int]]
"""The result of a step: the state, whether the goal holds, and the ids of all valid actions, the lowest first."""

MakeSystem = Callable[[FindGroups], Progression]
"""Makes an engine that stands at the start and relies on the mutex groups that a function finds."""

UNLIMITED = 1 << 60
"""A lease that is never used up."""


class Owner(Protocol):
    """Whoever lets others carry out the steps of a walk, and holds `lock` for all that is new."""

    lock: Lock

    def renew(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out a step instead when the lease is used up."""

    def interrupted(self, error: BaseException) -> None:
        """Begin the walk anew where it stands: this has ended a step half-way."""


class Stepping:
    """Stands in a state; the engine stands there, too.

    Attributes:
        system: The engine.
        known: The steps of actions that were valid once.
        lease: The number of steps before `renew` is called.
    """

    def __init__(self, make: MakeSystem, groups: FindGroups, state: State, owner: Owner) -> None:
        """Begin in a state."""
        self.lock, self._renew, self._interrupted = owner.lock, owner.renew, owner.interrupted
        self._make = make
        self.lease = UNLIMITED
        self.known = KnownSteps()
        self._begin(groups)
        self.go_to(state)

    def _begin(self, groups: FindGroups) -> None:
        self.groups = groups
        self.system = system = self._make(groups)
        self._vocabulary, self._current, self._steps = system.vocabulary, system.current, system.steps.known
        self._trail, self.state = system.current.trail, system.current.state
        self.ids, self.goal = system.views.valid.numbers, system.goal
        self.known.clear()

    def reaches(self, state: State) -> bool:
        """Tell whether it can stand in a state: it can in all."""
        return True

    def go_to(self, state: State) -> None:
        """Stand in another state; at the first one that breaks a mutex group, begin anew without groups."""
        if not self.system.jumps.visit(state):
            self._begin(no_groups)
            self.system.jumps.move_to(state)

    # -- for a memo --------------------------------------------------------------------------

    def place(self) -> tuple[int, Values]:
        """The atoms that are true, and the numbers without accumulators."""
        state = self.state()
        return state.bits, self.system.actions.accumulation.without(state.values)

    def follow(self, bits: int, values: Values, ids: Sequence[int]) -> None:
        """Stand in a state that was met before, with its valid actions."""
        self.system.jumps.move_to(State(self._vocabulary, bits, values))

    def arrive(
        self, action_id: int, before: tuple[int, Values, Sequence[int]] | None, bits: int, values: Values
    ) -> Sequence[int]:
        """Stand in a state to which an action leads.

        Args:
            action_id: The id of the action.
            before: The state before it with its valid actions; `None` where it stands.
            bits: The atoms that are true after it.
            values: The numbers after it, without accumulators.

        Returns:
            The ids of the actions valid after it.
        """
        if before is None:
            return self.move(action_id, None)
        self.follow(bits, values, ())
        return self.ids()

    def move(self, action_id: int, rng: Generator | None) -> Sequence[int]:
        """Carry out an action where it stands, whatever the lease is; returns the ids of the actions valid after it."""
        self.system.progress(self.system.steps.step(action_id), rng)
        return self.ids()

    # -- where it stands ---------------------------------------------------------------------

    def look(self) -> Look:
        """The state, whether the goal holds, and the ids of all valid actions, the lowest first."""
        ids = self.ids()
        ids.sort()
        return self.state(), self.goal(), ids

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        return self.system.derived()

    def holds(self, action_id: int) -> bool:
        """Tell whether an action is valid."""
        return self.system.steps.is_valid(action_id)

    def learn(self, step: Step) -> None:
        """Prepare a step for `attempt`."""
        self.system.steps.prepare(step)

    def retire(self) -> None:
        """Stand still until the next `go_to`; `apply` calls `renew`."""
        self.lease = 0

    def apply(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of an id, which is not checked; returns the ids of the actions valid after it."""
        lock = self.lock
        try:
            # As `with lock`, which takes CPython 3.11 twice as long. Within `try`, since an interrupt may follow it.
            lock.acquire()
            self.lease = lease = self.lease - 1
            if lease < 0:
                return self._renew(action_id, rng)
            step = self._steps.get(action_id) or self.system.steps.step(action_id)
            run = step.run
            if run is None:
                self.system.progress(step, rng)
            else:
                # As `ActionSteps.apply`: nearly all that a step takes may be to call functions.
                run(step.row)
                self._trail.append(step)
                if len(self._trail) > TRAIL_STEPS_LIMIT:
                    self.system.current.add_up()
            # To call an attribute takes CPython 3.11 twice as long as to take it first.
            listing = self.ids
            return listing()
        except BaseException as error:
            self._interrupted(error)
            raise
        finally:
            lock.release()

    @synchronized
    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is valid; returns what is seen after it, `None` if it was not carried out."""
        if self.lease <= 0:
            return None
        self.lease -= 1
        current, attempt = self._current, step.attempt
        if attempt is None:
            if not step.check(*step.row):
                return None
            self.system.progress(step, rng)
            return self.look()
        if not attempt(step.row):
            return None
        # As `CurrentState.state` and `look`, without calls.
        listing, goal = self.ids, self.goal
        if self._trail:
            current.add_up()
        state = Fresh()
        state.vocabulary = self._vocabulary
        state.values = current.values if current.count is None else current.count(current.values, (step,))
        # As in `CurrentState.set`: an interrupt finds the state before the step or after it.
        state.bits = current.bits = (current.bits | step.either) ^ step.gone
        current.values = state.values
        ids = listing()
        ids.sort()
        return state, goal(), ids
