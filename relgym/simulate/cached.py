"""A walk with a cache of states, their valid actions and where these lead (`nodes.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.libraries import thread_time
from relgym.locking import Lock, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.accumulation import Trail
from relgym.simulate.clock import elapsed
from relgym.simulate.ground.grounding import Bounds
from relgym.simulate.ground.moves import Moves
from relgym.simulate.learning import LearningCurve
from relgym.simulate.naming import KnownSteps
from relgym.simulate.nodes import Nodes
from relgym.simulate.stepping import Apply, MakeSystem
from relgym.simulate.transpositions import CachedState, Look
from relgym.simulate.views.prepared import FindGroups
from relgym.simulate.views.step import Step
from relgym.translate.analysis.invariants import no_groups
from relgym.tuning.simulate import SAMPLED_MISSES, TRAIL_STEPS_LIMIT


class Cached:
    """Stands at a node of a transposition table.

    Attributes:
        system: The engine, which keeps no valid actions from step to step.
        known: The steps of actions that were valid once.
        nodes: The states in the cache, and all that is known of the task.
        node: Where it stands.
        lease: The number of cache misses before `renew` is called.
        curve: Measures the misses until the first race.
        making_seconds: Seconds that it took to make the engine.
    """

    apply: Callable[..., Sequence[int]]
    """Carry out the valid action of an id, which is not checked; returns the ids of the actions valid after it."""

    def __init__(self, make: MakeSystem, groups: FindGroups, state: State, lock: Lock, renew: Apply) -> None:
        """Begin in a state.

        Args:
            make: Makes an engine.
            groups: Finds the mutex groups that the engine relies on.
            state: The state.
            lock: Held for all that is new.
            renew: Carries out a step instead when the lease is used up.
        """
        self.lock = lock
        self._make = make
        self._renew = renew
        self.known = KnownSteps()
        # Whether the task may be grounded: not after a state with atoms beyond reach.
        self._may_ground = True
        self._begin(groups)
        self.node = self._enter(state)
        self._trail.begin(state.values)
        self.curve: LearningCurve | None = LearningCurve()
        self.lease = self.curve.misses

    def _begin(self, groups: FindGroups) -> None:
        self.groups = groups
        begun = thread_time()
        self.system = system = self._make(groups)
        self.making_seconds = elapsed(begun)
        self.nodes = Nodes(system, self.lock)
        self._accumulation = system.actions.accumulation
        self._counts_totals = bool(self._accumulation)
        self._trail = Trail(self._accumulation, system.steps.step, self.lock)
        self.known.clear()
        self._applied = self._trail.applied
        if not self._counts_totals:
            self.apply = self._apply_plain
        else:
            self.apply = self._apply_varying if self._trail.varies else self._apply_counting

    # -- where it stands ---------------------------------------------------------------------

    def state(self) -> State:
        """The state in which it stands."""
        return self.look()[0]

    def ids(self) -> Sequence[int]:
        """The ids of all valid actions."""
        return self.node.ids

    def look(self) -> Look:
        """The state, whether the goal holds, and the ids of all valid actions, the lowest first."""
        return self.node.look or self._look_at(self.node)

    @synchronized
    def _look_at(self, node: CachedState) -> Look:
        values = node.values
        if self._counts_totals:
            values = self._trail.merged(values)
        node.ids = sorted(node.ids)
        look = State(self.system.vocabulary, node.bits, values), self.nodes.goal(node), node.ids
        if not self._counts_totals:
            node.look = look
        return look

    def goal(self) -> bool:
        """Tell whether the goal holds."""
        return self.nodes.goal(self.node)

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        return self.nodes.derived(self.node)

    def holds(self, action_id: int) -> bool:
        """Tell whether an action is valid."""
        return action_id in self.node.ids

    def learn(self, step: Step) -> None:
        """Prepare a step for `attempt`, which needs nothing."""

    @property
    def actions(self) -> list[Action] | None:
        """The valid actions, if they are remembered."""
        return None if self.node.actions is None else self.node.actions.copy()

    def remember(self, actions: list[Action]) -> None:
        """Remember the valid actions."""
        self.node.actions = actions.copy()

    # -- other states ------------------------------------------------------------------------

    def go_to(self, state: State) -> None:
        """Stand in another state; at the first one that breaks a mutex group, the engine begins anew without groups."""
        if not self.nodes.reaches(state.bits):
            # Actions may be valid there that were not grounded.
            self.unground()
        node = self.nodes.known(state.bits, self._accumulation.without(state.values))
        self.node = self._enter(state) if node is None else node
        self._trail.begin(state.values)

    def _enter(self, state: State) -> CachedState:
        """Take the engine to a state from elsewhere."""
        if not self.nodes.visit(state):
            self._begin(no_groups)
            self.nodes.move_to(state)
        return self.nodes.placed()

    def ground(self, bounds: Bounds) -> bool:
        """Find new nodes by the ground task from now on, if it can be grounded within some bounds; tells whether."""
        is_grounded = self._may_ground and self.nodes.ground(self.node, bounds)
        if is_grounded:
            self.nodes.use_ground(True)
        return is_grounded

    @property
    def uses_ground(self) -> bool:
        """Tell whether new nodes are found by the ground task."""
        return self.nodes.moves is not None

    def use_ground(self, uses: bool) -> None:
        """Find new nodes by the ground task, if the task is grounded, or by the engine."""
        self.nodes.use_ground(uses)

    def unground(self) -> None:
        """Go on without grounding the task, now and later."""
        self._may_ground = False
        self.nodes.unground()

    @property
    def moves(self) -> Moves | None:
        """The part that carries out actions of the ground task, `None` if the task is not grounded."""
        return self.nodes.ground_moves

    # -- steps -------------------------------------------------------------------------------

    def _apply_plain(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action where there are no accumulators."""
        node = self.node
        # Where nearly all are known it takes longer to ask first.
        try:
            self.node = after = node.after[action_id]
            return after.ids
        except KeyError:
            # Errors from here on have nothing to do with that.
            pass
        return self._apply_new(node, action_id, rng)

    def _apply_counting(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action where the amounts of accumulators are the same in all states."""
        node = self.node
        try:
            self.node = after = node.after[action_id]
        except KeyError:
            pass
        else:
            # As `Trail.add`, without a call.
            applied = self._applied
            applied.append(action_id)
            if len(applied) > TRAIL_STEPS_LIMIT:
                self._trail.add_up()
            return after.ids
        return self._apply_new(node, action_id, rng)

    def _apply_varying(self, action_id: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action where the amounts of accumulators rest on the numbers of the state."""
        node = self.node
        after = node.after.get(action_id)
        if after is None:
            return self._apply_new(node, action_id, rng)
        self.node = after
        self._trail.add(action_id, node.values)
        return after.ids

    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is known where it leads; returns what is seen there, `None` if it is not known."""
        node = self.node
        after = node.after.get(step.number)
        if after is None:
            return None
        self.node = after
        if self._counts_totals:
            self._trail.add(step.number, node.values)
        return after.look or self._look_at(after)

    def retire(self) -> None:
        """Stand nowhere until the next `go_to`; `apply` calls `renew`."""
        self.node, self.lease = CachedState(0, (), ()), 0
        # Others may use the engine from now on.
        self.nodes.lose_place()

    def _apply_new(self, node: CachedState, action_id: int, rng: Generator | None) -> Sequence[int]:
        """Carry out an action whose next state is not in the cache."""
        with self.lock:
            if node is not self.node:
                # Another thread has gone on meanwhile.
                return self.apply(action_id, rng)
            if self.lease <= 0:
                return self._renew(action_id, rng)
            self.lease -= 1
            if self.curve is None or self.lease % SAMPLED_MISSES:
                after = self.nodes.after(node, action_id, rng)
            else:
                begun = thread_time()
                after = self.nodes.after(node, action_id, rng)
                self.curve.samples.append(elapsed(begun))
            self.node = after
            if self._counts_totals:
                self._trail.add(action_id, node.values)
            return after.ids
