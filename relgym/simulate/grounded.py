"""A walk through a ground task that remembers no states (`ground/moves.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.locking import Lock, synchronized
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.ground.moves import Moves, Place
from relgym.simulate.ground.task import Ground
from relgym.simulate.naming import KnownSteps
from relgym.simulate.progression import Progression
from relgym.simulate.stepping import MakeSystem
from relgym.simulate.transpositions import Look
from relgym.simulate.views.prepared import FindGroups
from relgym.simulate.views.step import Step
from relgym.translate.analysis.invariants import no_groups
from relgym.tuning.simulate import TRAIL_STEPS_LIMIT

STARTS_LIMIT = 1000
"""Of how many states that were gone to the valid actions are remembered, at most."""

Numbers = Sequence[int]
"""The numbers of actions."""


class Grounded:
    """Stands in a state.

    Attributes:
        system: The engine, for what bits alone do not describe.
        known: The steps of actions that were valid once.
    """

    def __init__(
        self, system: Progression, make: MakeSystem, groups: FindGroups, moves: Moves, state: State, lock: Lock
    ) -> None:
        """Begin in a state.

        Args:
            system: An engine that nobody else uses as long as this walk goes on.
            make: Makes another one.
            groups: Finds the mutex groups that the engine relies on.
            moves: Carries out actions of the ground task.
            state: The state, which is within reach.
            lock: Held for all that is new.
        """
        self.lock = lock
        self._make = make
        self._moves = moves
        self._apply = moves.apply
        self.known = KnownSteps()
        self._starts: dict[tuple[int, Values], Place] = {}
        self._forward: Callable[[int, Generator | None], Numbers] | None = None
        # The accumulators at a state before, and the numbers of the actions that were taken since.
        self._totals: Values = ()
        self._taken: list[int] = []
        self._begin(system, groups)
        self.go_to(state)

    def _begin(self, system: Progression, groups: FindGroups) -> None:
        self.groups = groups
        self.system = system
        self._accumulation = self.system.actions.accumulation
        self._counts_totals = bool(self._accumulation)
        self._vocabulary = self.system.vocabulary
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
        place = self._starts.get((bits, values))
        if place is None:
            place = self._moves.start(bits, values)
            if len(self._starts) >= STARTS_LIMIT:
                self._starts.clear()
            self._starts[bits, values] = place
        self._at = place
        self._taken.clear()
        self._totals = state.values

    def state(self) -> State:
        """The state in which it stands."""
        bits, values, _, _ = self._at
        if self._counts_totals:
            self.add_up()
            values = self._accumulation.merged(values, self._totals)
        return State(self._vocabulary, bits, values)

    def numbers(self) -> Numbers:
        """The numbers of all valid actions."""
        return self._at[3]

    def look(self) -> Look:
        """The state, whether the goal holds, and the numbers of all valid actions, the lowest first."""
        return self.state(), self.goal(), sorted(self._at[3])

    def goal(self) -> bool:
        """Tell whether the goal holds."""
        bits, _, more, _ = self._at
        return self._moves.ground.goal(bits | more)

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        self._follow()
        return self.system.derived()

    def holds(self, number: int) -> bool:
        """Tell whether an action is valid."""
        return number in self._at[3]

    def learn(self, step: Step) -> None:
        """Prepare a step for `attempt`, which needs nothing."""

    def _follow(self) -> None:
        """Take the engine to the state; at the first one that breaks a mutex group, it begins anew without groups."""
        state = self.state()
        if not self.system.jumps.visit(state):
            self._begin(self._make(no_groups), no_groups)
            self.system.jumps.move_to(state)

    # -- steps -------------------------------------------------------------------------------

    def take(self, number: int, rng: Generator | None = None) -> Numbers:
        """Carry out the valid action of a number, which is not checked; returns the numbers valid after it."""
        if self._forward is not None:
            return self._forward(number, rng)
        # One read of the place and one write: another thread sees it before the step or after it.
        place = self._apply(number, self._at)
        if place is None:
            return self._progress(number, rng)
        self._at = place
        if self._counts_totals:
            taken = self._taken
            taken.append(number)
            if len(taken) > TRAIL_STEPS_LIMIT:
                self.add_up()
        return place[3]

    @synchronized
    def _progress(self, number: int, rng: Generator | None) -> Numbers:
        """Let the engine carry out an action."""
        self._follow()
        self.system.progress(self.system.steps.step(number), rng)
        state = self.system.current.state()
        place = self._moves.arrive(self._at, state.bits, self._accumulation.without(state.values))
        self._at = place
        self._taken.append(number)
        return place[3]

    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is valid; returns what is seen after it, `None` if it was not carried out."""
        if step.number not in self._at[3]:
            return None
        self.take(step.number, rng)
        return self.look()

    @synchronized
    def add_up(self) -> None:
        """Add what was taken since to the accumulators."""
        taken = self._taken
        if taken and self._counts_totals:
            self._totals = self._accumulation.add(self._totals, map(self.system.steps.step, taken))
            taken.clear()

    def retire(self, forward: Callable[[int, Generator | None], Numbers]) -> None:
        """Stand nowhere; `take` passes what it is asked on."""
        self._forward = forward
