"""Walking through a problem, step after step: the valid actions are kept as the state changes, not found anew.

A `Reasoner` answers questions about any state. A `Walker` stands in one state and goes on from there; it is the fastest
way through a problem. It knows actions by numbers, in the order in which a reasoner lists the actions.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road a c) (road b a))
...   (:goal (at b)))'''
>>> walker = Walker(relgym.Reasoner(relgym.load(domain, problem)))
>>> walker
Walker(Task(p of d))
>>> walker.valid_actions()
[Action(go a b), Action(go a c)]
>>> len(walker.take(min(walker.numbers())))
1
>>> walker.goal(), walker.valid_actions()
(True, [Action(go b a)])
>>> state, goal, numbers = walker.step("(go b a)")
>>> goal, walker.valid_actions(numbers)
(False, [Action(go a b), Action(go a c)])

Where walks come by the same states again and again, these are remembered with all that was asked about them.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence

from relgym.backends.prepared import FindGroups
from relgym.backends.standing import LONGEST
from relgym.backends.steps import UNKNOWN, Kind, Step
from relgym.errors import RelgymError
from relgym.locking import synchronized
from relgym.model.action import Action
from relgym.model.program import Row
from relgym.model.state import Fresh, State, Values
from relgym.reasoner import Reasoner
from relgym.simulate.naming import KnownSteps, Naming
from relgym.simulate.progression import Progression
from relgym.simulate.projections import Projections
from relgym.simulate.remembering import Remembering
from relgym.simulate.transpositions import Look, Node, TranspositionTable
from relgym.transition import Generator, Transition
from relgym.translate.invariants import mutex_groups, no_groups


class Walker:
    """Stands in a state of a reasoner's problem, at first its initial one, on a builtin engine of its own.

    `chooses` tells whether there are actions of which the agent chooses only some parameters. Raises `RelgymError` for
    what is no reasoner.

    Any thread may use a walker, whichever made it. Calls hold `lock`, that of the reasoner; steps through states that
    are remembered do not, for they would take half as long again. So threads that step one walker at the same time hold
    `lock` around their steps, and around several calls that belong together.
    """

    # What carries out an action; which of the methods it is depends on whether states are remembered.
    take: Callable[..., Sequence[int]]

    def __init__(self, reasoner: Reasoner, keeps: Callable[[str], bool] | None = None) -> None:
        """`keeps` says of which actions, by name, the valid ones are kept from step to step; else a trial tells."""
        if not isinstance(reasoner, Reasoner):
            raise RelgymError(f"{reprlib.repr(reasoner)} is no reasoner", expected="relgym.Reasoner(task)")
        # Both number new atoms and actions, and the walker asks the reasoner.
        self.lock = reasoner.lock
        self._reasoner = reasoner
        self._vocabulary = reasoner.vocabulary
        translation = self._translation = reasoner.translation
        budget = reasoner.engine.budget
        self._transition = Transition(reasoner.vocabulary, reasoner.task.number, translation.static_values, budget)
        self._keeps = keeps
        self._known = KnownSteps()
        # What it knows: to ask it takes longer than to look there first.
        self._ways = self._known.steps
        # Whether states are remembered.
        self._remembers = True
        self._begin(mutex_groups)
        self.naming = Naming(translation, self._transition, self._system.numbering)
        self._named = self.naming.named
        self.chooses = any(self.naming.several)
        # Whether a text may be an action atom of PDDLGym, which stands for one operator here and for another there.
        self._atoms = any(schema.atom for schema in reasoner.task.domain.actions)
        self._table = TranspositionTable()
        self._find = self._table.find
        self._node: Node | None = None
        # What makes a list of the valid actions of their numbers, the lowest first, where the walker stands.
        self.actions: Callable[[Sequence[int]], list[Action]] = self.valid_actions
        # Where the engine stands, if that is known; it follows only when something new is asked.
        self._stood: Node | None = None
        # The accumulators at a node before, and the numbers of the actions that were taken since.
        self._totals: Values = reasoner.initial_state.values
        self._taken: list[int] = []
        self._remembering = Remembering()
        self.take = self._take_recorded
        self._go_to(reasoner.initial_state)
        self._node = self._placed()

    def _begin(self, groups: FindGroups) -> None:
        """Stand at the start, on a new engine that relies on these groups.

        While states are remembered, the engine is seldom asked, and keeps no valid actions from step to step.
        """
        self._groups = groups
        start, limits = self._reasoner.initial_state, self._reasoner.engine.limits
        self._system = Progression(
            self._translation, self._transition, start, limits, self._keeps, groups, lean=self._remembers
        )
        self._kinds = self._system.kinds
        self._accumulation = self._system.accumulation
        self._projections = Projections(self._system)
        self._steps, self._trail, self._list = self._system.steps, self._system.trail, self._system.numbers
        self._state, [self._goal] = self._system.state, self._system.closed
        self._known.clear()

    def __repr__(self) -> str:
        return f"Walker({self._reasoner.task!r})"

    def __reduce__(self) -> tuple[Callable[..., Walker], tuple[Reasoner, Callable[[str], bool] | None, State]]:
        """Copies and pickles begin anew in the same state: functions that are made for a walker change it alone."""
        return _standing, (self._reasoner, self._keeps, self.state)

    # -- where it stands ---------------------------------------------------------------------

    @property
    @synchronized
    def state(self) -> State:
        """The state in which it stands."""
        node = self._node
        return self._state() if node is None else self._look_at(node)[0]

    @synchronized
    def look(self) -> Look:
        """The state, whether the goal holds, and the numbers of all valid actions, the lowest first."""
        node = self._node
        return self._look(self._state()) if node is None else self._look_at(node)

    def _look(self, state: State) -> Look:
        """What is seen in the state in which the engine stands."""
        numbers = self._list()
        numbers.sort()
        return state, self._goal(), numbers

    @synchronized
    def go_to(self, state: State) -> Look:
        """Stand in another state, and look; raises `ModelError` for one of another problem.

        At the first state that keeps not all mutex groups, all is begun anew without them.
        """
        own = self._reasoner.own(state)
        if self._node is None:
            self._go_to(own)
            return self.look()
        node = self._table.find(self._table.key(own.bits, self._accumulation.without(own.values)))
        if node is None:
            self._go_to(own)
            node = self._placed()
        self._node, self._totals = node, own.values
        self._remembering.steps += len(self._taken)
        self._taken.clear()
        return self._look_at(node)

    def goal(self) -> bool:
        """Whether the goal holds."""
        node = self._node
        if node is not None and node.goal is not None:
            return node.goal
        with self.lock:
            return self._goal() if self._node is None else self._goal_at(self._node)

    @synchronized
    def derived(self) -> dict[str, list[Row]]:
        """The rows of every derived predicate that hold, in any order: numbers of objects."""
        names = (symbol.name for symbol in self._translation.derived)
        node = self._node
        if node is None:
            return dict(zip(names, self._system.derived(), strict=True))
        if node.derived is None:
            self._follow(node)
            node.derived = self._system.derived()
        return {name: rows[:] for name, rows in zip(names, node.derived, strict=True)}

    def _go_to(self, own: State) -> None:
        if not self._system.visit(own):
            # There may be more such states, and what steps lead to from here.
            self._begin(no_groups)
            self._system.move_to(own)
        self._stood = None

    # -- what is remembered ------------------------------------------------------------------

    def _look_at(self, node: Node) -> Look:
        """What is seen at the node at which it stands."""
        if node.look is not None:
            return node.look
        values = node.values
        if self._accumulation:
            self._add_up()
            values = self._accumulation.merged(values, self._totals)
        look = State(self._vocabulary, node.bits, values), self._goal_at(node), node.numbers
        if not self._accumulation:
            node.look = look
        return look

    def _goal_at(self, node: Node) -> bool:
        """Whether the goal holds at a node."""
        if node.goal is None:
            node.goal = self._projections.goal(node.bits, node.values)
            if node.goal is None:
                self._follow(node)
                node.goal = self._goal()
                self._projections.learn_goal(node.bits, node.values, node.goal)
        return node.goal

    @synchronized
    def _add_up(self) -> None:
        """Add what was taken since to the accumulators."""
        taken = self._taken
        if taken:
            if self._accumulation:
                self._totals = self._accumulation.add(self._totals, map(self._system.step, taken))
            self._remembering.steps += len(taken)
            taken.clear()

    def _follow(self, node: Node) -> None:
        """Take the engine to a node."""
        if self._stood is not node:
            self._stood = None
            self._system.move_to(State(self._vocabulary, node.bits, node.values))
            self._stood = node

    def _placed(self) -> Node:
        """The node in which the engine stands."""
        state = self._state()
        bits, values = state.bits, self._accumulation.without(state.values)
        key = self._table.key(bits, values)
        node = self._table.find(key)
        if node is None:
            node = self._table.add(
                key, bits, values, self._projections.completed(self._projections.numbers(bits, values))
            )
        self._stood = node
        return node

    @synchronized
    def _take_new(self, node: Node, number: int, rng: Generator | None) -> Sequence[int]:
        """Take an action of which is not remembered where it leads."""
        if node is not self._node:
            # Another thread has gone on meanwhile.
            return self.take(number, rng)
        step = self._steps.get(number) or self._system.step(number)
        if self._kinds[step.place] is Kind.FIXED:
            # Nothing but atoms change, and always the same ones.
            if step.either == UNKNOWN:
                self._system.bits_changed(step)
            after = self._arrive((node.bits | step.either) ^ step.gone, node.values)
            self._table.link(node, number, after)
        else:
            after = self._take_varying(node, step, rng)
        self._node = after
        self._taken.append(number)
        if self._remembering.miss():
            self._review()
        return after.numbers

    def _take_varying(self, node: Node, step: Step, rng: Generator | None) -> Node:
        """Take an action that does more than to change always the same atoms."""
        system, values = self._system, node.values
        kind = self._kinds[step.place]
        if kind is Kind.OPEN:
            self._follow(node)
            self._stood = None
            system.progress(step, rng)
            self._remembering.visits += 1
            after = self._placed()
        else:
            if kind is Kind.CONDITIONAL:
                gone, either = self._changes(node, step)
            else:
                gone, either = system.bits_changed(step)
            if system.productions[step.place].counts:
                values = system.counted(values, step)
            after = self._arrive((node.bits | either) ^ gone, values)
        if system.certain[step.place]:
            self._table.link(node, step.number, after)
        return after

    def _changes(self, node: Node, step: Step) -> tuple[int, int]:
        """The bits that a step with conditional effects makes false, and those that it makes false or true."""
        changes = self._projections.changes(step, node.bits, node.values)
        if changes is None:
            self._follow(node)
            changes = self._system.found_changes(step)
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
                self._remembering.visits += 1
                self._stood = None
                self._system.move_to(State(self._vocabulary, bits, values))
                numbers = projections.completed(numbers)
            after = self._table.add(key, bits, values, numbers)
            if missing:
                self._stood = after
        return after

    def _review(self) -> None:
        """Look whether remembering pays."""
        self._add_up()
        match self._remembering.review():
            case "forget":
                self.forget()
            case "record":
                self.take = self._take_recorded
            case "trust":
                self.take = self._take_recorded if self._accumulation else self._take_remembered

    @synchronized
    def forget(self) -> None:
        """Forget all states, and remember none from now on."""
        if self._remembers:
            state = self.state
            self._remembers = False
            self._table.clear()
            self._node = self._stood = None
            self.actions, self.take = self._named, self._take_stepped
            self._begin(self._groups)
            self._go_to(state)

    # -- steps -------------------------------------------------------------------------------

    def numbers(self) -> Sequence[int]:
        """The numbers of all valid actions, in no particular order; nothing changes them later.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.
        """
        node = self._node
        if node is not None:
            return node.numbers
        with self.lock:
            return self._list()

    def _take_recorded(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of a number; it is not checked to be one. Answers with `numbers` after it.

        `rng` draws among probabilistic outcomes; raises `ValueError` if it is needed and not there, `InvalidAction` for
        a number that no action ever has, and `BackendError` if listing takes too long: the walker has gone on by then.
        """
        node = self._node
        if node is None:
            return self.take(number, rng)
        after = node.after.get(number)
        if after is None:
            return self._take_new(node, number, rng)
        self._node = after
        taken = self._taken
        taken.append(number)
        if len(taken) > LONGEST:
            self._add_up()
        return after.numbers

    def _take_remembered(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of a number, as `_take_recorded` does; nothing is counted."""
        node = self._node
        if node is None:
            return self.take(number, rng)
        # Where nearly all are known it takes longer to ask first.
        try:
            self._node = after = node.after[number]
            return after.numbers
        except KeyError:
            # What is raised from here on has nothing to do with that.
            pass
        return self._take_new(node, number, rng)

    def _take_stepped(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of a number, as `_take_recorded` does, on the engine."""
        with self.lock:
            step = self._steps.get(number) or self._system.step(number)
            run = step.run
            if run is None:
                self._system.progress(step, rng)
            else:
                # As `ProductionSystem.fire`: nearly all that a step takes may be to call functions.
                run(step.row)
                self._trail.append(step)
                if len(self._trail) > LONGEST:
                    self._system.add_up()
            # To call an attribute takes CPython 3.11 twice as long as to take it first.
            listing = self._list
            return listing()

    def step(self, action: Action | str, rng: Generator | None = None) -> Look:
        """Carry out a valid action, and look where it leads; raises as `number` and `take` do."""
        step = self._ways.get(id(action)) or self._way(action)
        node = self._node
        if node is not None:
            after = node.after.get(step.number)
            if after is not None:
                self._node = after
                taken = self._taken
                taken.append(step.number)
                if len(taken) > LONGEST:
                    self._add_up()
                if after.look is not None:
                    return after.look
                with self.lock:
                    return self._look_at(after)
        with self.lock:
            if node is None:
                if (attempt := step.attempt) is not None:
                    if attempt(step.row):
                        # As `ProductionSystem.state` and `_look`, without calls.
                        system, listing, goal = self._system, self._list, self._goal
                        if self._trail:
                            system.add_up()
                        state = Fresh()
                        state.vocabulary = self._vocabulary
                        state.bits = system.bits = (system.bits | step.either) ^ step.gone
                        if system.count is not None:
                            system.now = system.count(system.now, (step,))
                        state.values = system.now
                        numbers = listing()
                        numbers.sort()
                        return state, goal(), numbers
                elif step.check(*step.row):
                    self._system.progress(step, rng)
                    return self._look(self._state())
            self.take(self.number(action), rng)
            return self.look()

    @synchronized
    def _way(self, action: Action | str) -> Step:
        """The step of a valid action, which is known by its identity from now on if it stands for no others."""
        if self._atoms and isinstance(action, str):
            action = self._reasoner.resolve(self.state, action)
        step = self._known.find(action)
        if step is None:
            step = self._system.step(self.number(action))
            if self._node is None:
                self._system.know(step)
            if self.naming.several[step.place]:
                return step
        self._known.learn(action, step)
        return step

    # -- actions -----------------------------------------------------------------------------

    @synchronized
    def action(self, number: int) -> Action:
        """The action of a number, with the parameters that the agent chooses."""
        return self.naming.action(number)

    @synchronized
    def number(self, action: Action | str) -> int:
        """The number of a valid action.

        Raises `InvalidAction` for one that is not valid, and `AmbiguousAction` where it does not say which.
        """
        if self._atoms and isinstance(action, str):
            action = self._reasoner.resolve(self.state, action)
        first, end = self.naming.span(action)
        if end - first == 1:
            found = [first] if self._is_valid(first) else []
        else:
            found = [number for number in self.numbers() if first <= number < end]
        if len(found) == 1:
            return found[0]
        # The reasoner knows what to say where there is none, or more than one.
        numbering = self._system.numbering
        return numbering.number(numbering.place(first), self._reasoner.binding(self.state, action))

    def _is_valid(self, number: int) -> bool:
        node = self._node
        return self._system.holds(number) if node is None else number in node.after or number in node.numbers

    def valid_actions(self, numbers: Sequence[int] | None = None) -> list[Action]:
        """The valid actions, as `Reasoner.valid_actions` lists them.

        `numbers` are theirs, the lowest first, if they are known.
        """
        node = self._node
        if node is not None and node.actions is not None:
            return node.actions.copy()
        return self._listed(numbers)

    @synchronized
    def _listed(self, numbers: Sequence[int] | None) -> list[Action]:
        """The valid actions, where they are not remembered."""
        node = self._node
        actions = self._named(sorted(self.numbers()) if numbers is None else numbers)
        if self.chooses and len({*actions}) < len(actions):
            # The reasoner leaves out those of which several bindings hold.
            return self._reasoner.valid_actions(self.state)
        if node is not None:
            node.actions = actions.copy()
        return actions


def _standing(reasoner: Reasoner, keeps: Callable[[str], bool] | None, state: State) -> Walker:
    """A new walker that stands in a state."""
    walker = Walker(reasoner, keeps)
    walker.go_to(state)
    return walker
