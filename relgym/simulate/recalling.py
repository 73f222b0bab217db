"""A walk that remembers states, their valid actions and where these lead; the engine is asked only about what is new.

Three levels answer a step, each more slowly than the one before: the transposition table knows where the action leads;
the state that it leads to is known, or the valid actions of all its parts are (`projections.py`); or the engine is
taken to that state, and lists the valid actions of the parts that are new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from relgym.backends.prepared import FindGroups
from relgym.backends.standing import LONGEST
from relgym.backends.steps import Kind, Step
from relgym.locking import Lock, synchronized
from relgym.model.action import Action
from relgym.model.program import Row
from relgym.model.state import State, Values
from relgym.simulate.naming import KnownSteps
from relgym.simulate.projections import Projections
from relgym.simulate.remembering import Remembering
from relgym.simulate.stepping import MakeSystem
from relgym.simulate.transpositions import Look, Node, TranspositionTable
from relgym.transition import Generator
from relgym.translate.invariants import no_groups


class Recalling:
    """Stands at a node of a transposition table.

    Attributes:
        system: The engine, which keeps no valid actions from step to step.
        known: The steps of actions that were valid once.
        table: The states that are remembered.
        node: Where it stands.
        remembering: Counts what steps take.
    """

    def __init__(
        self, make: MakeSystem, groups: FindGroups, state: State, lock: Lock, review: Callable[[], None]
    ) -> None:
        """`review` is called when it is time to see whether remembering pays; `lock` is held for all that is new."""
        self.lock = lock
        self._make = make
        self._review = review
        self.known = KnownSteps()
        self.remembering = Remembering()
        self.table = TranspositionTable()
        self._find = self.table.find
        # What carries out actions instead, where that was found to be faster.
        self._forward: Callable[[int, Generator | None], Sequence[int]] | None = None
        # Where the engine stands, if that is known; it follows only when something new is asked.
        self._stood: Node | None = None
        # The accumulators at a node before, and the numbers of the actions that were taken since.
        self._totals: Values = state.values
        self._taken: list[int] = []
        # Whether the last step that was not remembered needed the engine.
        self._asked = False
        self._begin(groups)
        self.node = self._enter(state)

    def _begin(self, groups: FindGroups) -> None:
        self.groups = groups
        self.system = system = self._make(groups)
        self._vocabulary = system.vocabulary
        self._accumulation = system.accumulation
        self._projections = Projections(system)
        self._kinds = system.kinds
        self._steps = system.steps
        self._stood = None
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
        look = State(self._vocabulary, node.bits, values), self._goal_at(node), node.numbers
        if not self._accumulation:
            node.look = look
        return look

    def goal(self) -> bool:
        """Whether the goal holds."""
        return self._goal_at(self.node)

    def _goal_at(self, node: Node) -> bool:
        if node.goal is None:
            node.goal = self._projections.goal(node.bits, node.values)
            if node.goal is None:
                self._follow(node)
                [closed] = self.system.closed
                node.goal = closed()
                self._projections.learn_goal(node.bits, node.values, node.goal)
        return node.goal

    def derived(self) -> list[list[Row]]:
        """The rows of each derived predicate."""
        node = self.node
        if node.derived is None:
            self._follow(node)
            node.derived = self.system.derived()
        return [rows[:] for rows in node.derived]

    def holds(self, number: int) -> bool:
        """Whether an action is valid."""
        return number in self.node.after or number in self.node.numbers

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
        key = self.table.key(state.bits, self._accumulation.without(state.values))
        node = self._find(key)
        self.node = self._enter(state) if node is None else node
        self._totals, self._forward = state.values, None
        self.remembering.steps += len(self._taken)
        self._taken.clear()

    def _enter(self, state: State) -> Node:
        """Take the engine to a state from elsewhere."""
        self._stood = None
        if not self.system.visit(state):
            self._begin(no_groups)
            self.system.move_to(state)
        return self._placed()

    def _placed(self) -> Node:
        """The node in which the engine stands."""
        state = self.system.state()
        bits, values = state.bits, self._accumulation.without(state.values)
        key = self.table.key(bits, values)
        node = self._find(key)
        if node is None:
            numbers = self._projections.completed(self._projections.numbers(bits, values))
            node = self.table.add(key, bits, values, numbers)
        self._stood = node
        return node

    def _follow(self, node: Node) -> None:
        """Take the engine to a node."""
        if self._stood is not node:
            self._stood = None
            self.system.move_to(State(self._vocabulary, node.bits, node.values))
            self._stood = node

    @synchronized
    def add_up(self) -> None:
        """Add what was taken since to the accumulators, and count it."""
        taken = self._taken
        if taken:
            if self._accumulation:
                self._totals = self._accumulation.add(self._totals, map(self.system.step, taken))
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
        if len(taken) > LONGEST:
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
        if len(taken) > LONGEST:
            self.add_up()
        return after.look or self._look_at(after)

    @property
    def counts_needlessly(self) -> bool:
        """Whether `take_uncounted` would do."""
        return not self._accumulation

    def retire(self, forward: Callable[[int, Generator | None], Sequence[int]]) -> None:
        """Stand nowhere; `take` passes what it is asked on. `go_to` ends that."""
        self.node, self._forward = Node(0, (), ()), forward
        self._stood = None

    @synchronized
    def _take_new(self, node: Node, number: int, rng: Generator | None) -> Sequence[int]:
        """Take an action of which is not remembered where it leads."""
        if self._forward is not None:
            return self._forward(number, rng)
        if node is not self.node:
            # Another thread has gone on meanwhile.
            return self.take(number, rng)
        begun = perf_counter()
        self._asked = False
        step = self._steps.get(number) or self.system.step(number)
        kind = self._kinds[step.place]
        if kind is Kind.FIXED:
            gone, either = self.system.bits_changed(step)
            after = self._arrive((node.bits | either) ^ gone, node.values)
            self.table.link(node, number, after)
        else:
            after = self._take_varying(node, step, kind, rng)
        self.node = after
        self._taken.append(number)
        remembering = self.remembering
        remembering.miss(self._asked, perf_counter() - begun)
        if remembering.misses >= remembering.due:
            self.add_up()
            self._review()
        return after.numbers

    def _take_varying(self, node: Node, step: Step, kind: Kind, rng: Generator | None) -> Node:
        """Take an action that does more than to change always the same atoms."""
        system, values = self.system, node.values
        if kind is Kind.OPEN:
            self._follow(node)
            self._stood = None
            system.progress(step, rng)
            self._asked = True
            after = self._placed()
        else:
            gone, either = self._changes(node, step) if kind is Kind.CONDITIONAL else system.bits_changed(step)
            if system.productions[step.place].counts:
                values = system.counted(values, step)
            after = self._arrive((node.bits | either) ^ gone, values)
        if system.certain[step.place]:
            self.table.link(node, step.number, after)
        return after

    def _changes(self, node: Node, step: Step) -> tuple[int, int]:
        """The bits that a step with conditional effects makes false, and those that it makes false or true."""
        changes = self._projections.changes(step, node.bits, node.values)
        if changes is None:
            self._asked = True
            self._follow(node)
            changes = self.system.found_changes(step)
            self._projections.learn_changes(step, node.bits, node.values, *changes)
        return changes

    def _arrive(self, bits: int, values: Values) -> Node:
        """The node of a state to which a step leads."""
        key = (bits, values) if values else bits
        after = self._find(key)
        if after is None:
            projections = self._projections
            numbers = projections.numbers(bits, values)
            missing = projections.missing
            if missing:
                self._asked = True
                self._stood = None
                self.system.move_to(State(self._vocabulary, bits, values))
                numbers = projections.completed(numbers)
            after = self.table.add(key, bits, values, numbers)
            if missing:
                self._stood = after
        return after
