"""A walk through a ground task that remembers no states (`ground/moves.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.locking import synchronized
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.actions import Trail
from relgym.simulate.ground.moves import GroundState, Moves
from relgym.simulate.ground.task import Ground
from relgym.simulate.naming import KnownSteps
from relgym.simulate.progression import Progression
from relgym.simulate.stepping import UNLIMITED, Look, MakeSystem, Owner
from relgym.simulate.views.prepared import FindGroups
from relgym.simulate.views.step import Step
from relgym.translate.analysis.invariants import no_groups
from relgym.tuning.simulate import STARTS_CACHE_LIMIT, TRAIL_STEPS_LIMIT


class Grounded:
    """Stands in a state.

    Attributes:
        system: The engine, for what bits alone do not describe.
        known: The steps of actions that were valid once.
        lease: The number of steps before `renew` is called.
    """

    def __init__(
        self,
        system: Progression,
        make: MakeSystem,
        groups: FindGroups,
        moves: Moves,
        state: State,
        owner: Owner,
    ) -> None:
        """Begin in a state.

        Args:
            system: An engine that nobody else uses as long as this walk goes on.
            make: Makes another one.
            groups: Finds the mutex groups that the engine relies on.
            moves: Carries out actions of the ground task.
            state: The state, which is within reach.
            owner: Owns the walk.
        """
        self.lock, self._renew, self._interrupted = owner.lock, owner.renew, owner.interrupted
        self.lease = UNLIMITED
        self._make = make
        self._moves = moves
        self._move = moves.apply
        self.known = KnownSteps()
        self._starts: dict[tuple[int, Values], GroundState] = {}
        self._begin(system, groups)
        self._counts_totals = bool(self._accumulation)
        self.go_to(state)

    def _begin(self, system: Progression, groups: FindGroups) -> None:
        self.groups = groups
        self.system = system
        self._accumulation = system.actions.accumulation
        self._trail = Trail(self._accumulation, system.steps.step, self.lock)
        self._vocabulary = system.vocabulary
        self.known.clear()

    @property
    def ground_task(self) -> Ground:
        """The ground task."""
        return self._moves.ground

    # -- where it stands ---------------------------------------------------------------------

    def reaches(self, state: State) -> bool:
        """Tell whether it can stand in a state: with atoms within reach, and as mutex groups allow."""
        values = self._accumulation.without(state.values)
        if (state.bits, values) in self._starts:
            return True
        return not state.bits & ~self._moves.ground.within and self.system.jumps.mutex.holds(state.bits)

    def go_to(self, state: State) -> None:
        """Stand in another state, which it must reach."""
        bits, values = state.bits, self._accumulation.without(state.values)
        found = self._starts.get((bits, values))
        if found is None:
            found = self._moves.start(bits, values)
            if len(self._starts) >= STARTS_CACHE_LIMIT:
                self._starts.clear()
            self._starts[bits, values] = found
        totals = state.values
        # As in `Trail`: an interrupt finds the state before or after.
        self._at = found
        self._trail.totals = totals
        self._trail.applied.clear()

    def place(self) -> tuple[int, Values]:
        """The atoms that are true, and the numbers without accumulators."""
        return self._at[:2]

    def follow(self, bits: int, values: Values, ids: Sequence[int]) -> None:
        """Stand in a state that was met before, with its valid actions."""
        self._at = bits, values, self._moves.ground.more(bits, values), ids

    def arrive(
        self, action_id: int, before: tuple[int, Values, Sequence[int]] | None, bits: int, values: Values
    ) -> Sequence[int]:
        """Stand in a state to which an action leads, as `Stepping.arrive` does."""
        if before is not None:
            self.follow(*before)
        self._at = after = self._move(action_id, self._at) or self._moves.arrive(self._at, bits, values)
        return after[3]

    def move(self, action_id: int, rng: Generator | None) -> Sequence[int]:
        """Carry out an action where it stands, as `Stepping.move` does; accumulators stay as they are."""
        after = self._move(action_id, self._at) or self._progressed(action_id, rng)
        self._at = after
        return after[3]

    def state(self) -> State:
        """The state in which it stands."""
        bits, values, _, _ = self._at
        if self._counts_totals:
            values = self._trail.merged(values)
        return State(self._vocabulary, bits, values)

    def ids(self) -> Sequence[int]:
        """The ids of all valid actions."""
        return self._at[3]

    def look(self) -> Look:
        """The state, whether the goal holds, and the ids of all valid actions, the lowest first."""
        return self.state(), self.goal(), sorted(self._at[3])

    def goal(self) -> bool:
        """Tell whether the goal holds."""
        bits, _, more, _ = self._at
        return self._moves.ground.goal(bits | more)

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        found = self._moves.ground.derived(*self._at[:3])
        if found is None:
            self._follow()
            found = self.system.derived()
        return found

    def holds(self, action_id: int) -> bool:
        """Tell whether an action is valid."""
        return action_id in self._at[3]

    def _follow(self) -> None:
        """Take the engine to the state; at the first one that breaks a mutex group, it begins anew without groups."""
        state = self.state()
        if not self.system.jumps.visit(state):
            self._begin(self._make(no_groups), no_groups)
            self._trail.totals = state.values
            self.system.jumps.move_to(state)

    # -- steps -------------------------------------------------------------------------------

    def apply(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of an id, which is not checked; returns the ids of the actions valid after it."""
        try:
            self.lease = lease = self.lease - 1
            if lease < 0:
                return self._renew(action_id, rng)
            # One read of the state and one write: another thread or an interrupt sees it before the step or after it.
            at = self._at
            after = self._move(action_id, at) or self._progressed(action_id, rng)
            if not self._counts_totals:
                self._at = after
            else:
                trail = self._trail
                entry = (action_id, at[1]) if trail.varies else action_id
                self._at = after
                trail.applied.append(entry)
                if len(trail.applied) > TRAIL_STEPS_LIMIT:
                    trail.add_up()
        except BaseException as error:
            self._interrupted(error)
            raise
        return after[3]

    @synchronized
    def _progressed(self, action_id: int, rng: Generator | None) -> GroundState:
        """Let the engine carry out an action; returns where that leads."""
        self._follow()
        self.system.progress(self.system.steps.step(action_id), rng)
        state = self.system.current.state()
        return self._moves.arrive(self._at, state.bits, self._accumulation.without(state.values))

    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is valid; returns what is seen after it, `None` if it was not carried out."""
        if self.lease <= 0 or step.number not in self._at[3]:
            return None
        self.apply(step.number, rng)
        return self.look()

    def retire(self) -> None:
        """Stand still until the next `go_to`; `apply` calls `renew`."""
        self.lease = 0
