"""A walk that remembers states, their valid actions and where these lead (`nodes.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time

from relgym.locking import Lock, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.randomness import Generator
from relgym.simulate.clock import elapsed
from relgym.simulate.ground.grounding import Bounds
from relgym.simulate.ground.moves import Moves
from relgym.simulate.naming import KnownSteps
from relgym.simulate.nodes import Nodes
from relgym.simulate.remembering import SAMPLED, Remembering
from relgym.simulate.stepping import MakeSystem
from relgym.simulate.transpositions import Look, Node
from relgym.simulate.views.prepared import FindGroups
from relgym.simulate.views.step import Step
from relgym.translate.analysis.invariants import no_groups
from relgym.tuning.simulate import TRAIL_STEPS_LIMIT


class Recalling:
    """Stands at a node of a transposition table.

    Attributes:
        system: The engine, which keeps no valid actions from step to step.
        known: The steps of actions that were valid once.
        nodes: The states that are remembered, and all that is known of the task.
        node: Where it stands.
        remembering: Counts what steps take.
        making_seconds: Seconds that it took to make the engine.
    """

    def __init__(
        self, make: MakeSystem, groups: FindGroups, state: State, lock: Lock, review: Callable[[], None]
    ) -> None:
        """`review` is called when it is time to see whether remembering pays; `lock` is held for all that is new."""
        self.lock = lock
        self._make = make
        self._review = review
        self.known = KnownSteps()
        # What carries out actions instead, where that was found to be faster.
        self._forward: Callable[[int, Generator | None], Sequence[int]] | None = None
        # The accumulators at a node before, and the numbers of the actions that were taken since.
        self._totals: Values = state.values
        self._taken: list[int] = []
        # Whether the task may be grounded: not after a state with atoms beyond reach.
        self._grounds = True
        self._begin(groups)
        self.node = self._enter(state)
        self.remembering = Remembering()

    def _begin(self, groups: FindGroups) -> None:
        self.groups = groups
        begun = thread_time()
        self.system = system = self._make(groups)
        self.making_seconds = elapsed(begun)
        self.nodes = Nodes(system, self.lock)
        self._accumulation = system.actions.accumulation
        self.known.clear()

    # -- where it stands ---------------------------------------------------------------------

    def state(self) -> State:
        """The state in which it stands."""
        return self.look()[0]

    def numbers(self) -> Sequence[int]:
        """The numbers of all valid actions."""
        return self.node.numbers

    def look(self) -> Look:
        """The state, whether the goal holds, and the numbers of all valid actions, the lowest first."""
        return self.node.look or self._look_at(self.node)

    @synchronized
    def _look_at(self, node: Node) -> Look:
        values = node.values
        if self._accumulation:
            self.add_up()
            values = self._accumulation.merged(values, self._totals)
        node.numbers = sorted(node.numbers)
        look = State(self.system.vocabulary, node.bits, values), self.nodes.goal(node), node.numbers
        if not self._accumulation:
            node.look = look
        return look

    def goal(self) -> bool:
        """Tell whether the goal holds."""
        return self.nodes.goal(self.node)

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        return self.nodes.derived(self.node)

    def holds(self, number: int) -> bool:
        """Tell whether an action is valid."""
        return number in self.node.numbers

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
        self._totals, self._forward = state.values, None
        self.remembering.steps += len(self._taken)
        self._taken.clear()

    def _enter(self, state: State) -> Node:
        """Take the engine to a state from elsewhere."""
        if not self.nodes.visit(state):
            self._begin(no_groups)
            self.nodes.move_to(state)
        return self.nodes.placed()

    def ground(self, bounds: Bounds) -> bool:
        """Ground the task if that is possible within some bounds; returns whether it is grounded."""
        return self._grounds and self._forward is None and self.nodes.ground(self.node, bounds)

    def unground(self) -> None:
        """Go on without grounding the task, now and later."""
        self._grounds = False
        self.nodes.unground()

    @property
    def moves(self) -> Moves | None:
        """The part that carries out actions of the ground task, `None` if the task is not grounded."""
        return self.nodes.moves

    @synchronized
    def add_up(self) -> None:
        """Add what was taken since to the accumulators, and count it."""
        taken = self._taken
        if taken:
            if self._accumulation:
                self._totals = self._accumulation.add(self._totals, map(self.system.steps.step, taken))
            self.remembering.steps += len(taken)
            taken.clear()

    # -- steps -------------------------------------------------------------------------------

    def take(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of a number, which is not checked; returns the numbers valid after it."""
        node = self.node
        after = node.after.get(number)
        if after is None:
            return self._take_new(node, number, rng)
        self.node = after
        taken = self._taken
        taken.append(number)
        if len(taken) > TRAIL_STEPS_LIMIT:
            self.add_up()
        return after.numbers

    def take_uncounted(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Do the same as `take`, but do not count it; not where there are accumulators."""
        node = self.node
        # Where nearly all are known it takes longer to ask first.
        try:
            self.node = after = node.after[number]
            return after.numbers
        except KeyError:
            # What is raised from here on has nothing to do with that.
            pass
        return self._take_new(node, number, rng)

    def attempt(self, step: Step, rng: Generator | None) -> Look | None:
        """Carry out a step if it is known where it leads; returns what is seen there, `None` if it is not known."""
        after = self.node.after.get(step.number)
        if after is None:
            return None
        self.node = after
        taken = self._taken
        taken.append(step.number)
        if len(taken) > TRAIL_STEPS_LIMIT:
            self.add_up()
        return after.look or self._look_at(after)

    @property
    def counts_needlessly(self) -> bool:
        """Tell whether `take_uncounted` gives the same as `take`."""
        return not self._accumulation

    def retire(self, forward: Callable[[int, Generator | None], Sequence[int]]) -> None:
        """Stand nowhere; `take` passes what it is asked on. `go_to` ends that."""
        self.node, self._forward = Node(0, (), ()), forward
        # Others may use the engine from now on.
        self.nodes.lose_place()

    def _take_new(self, node: Node, number: int, rng: Generator | None) -> Sequence[int]:
        """Take an action of which is not remembered where it leads."""
        with self.lock:
            if self._forward is not None:
                return self._forward(number, rng)
            if node is not self.node:
                # Another thread has gone on meanwhile.
                return self.take(number, rng)
            remembering = self.remembering
            remembering.misses += 1
            nodes = self.nodes
            nodes.asked = False
            if remembering.misses % SAMPLED:
                after = nodes.after(node, number, rng)
            else:
                begun = thread_time()
                after = nodes.after(node, number, rng)
                remembering.sample(nodes.asked, elapsed(begun))
            if nodes.asked:
                remembering.visits += 1
            self.node = after
            self._taken.append(number)
            if remembering.misses >= remembering.due:
                self.add_up()
                self._review()
            return after.numbers
