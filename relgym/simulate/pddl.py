"""The incremental simulator: the valid actions are maintained as the state changes, not found anew.

A `Reasoner` answers questions about any state. A simulator stands in one state and goes on from there; it is the
fastest way through a problem. It knows actions by their ids, in the order in which a reasoner lists the actions.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road a c) (road b a))
...   (:goal (at b)))'''
>>> simulator = relgym.Simulator(relgym.load(domain, problem))
>>> simulator
Simulator(Task(p of d), builtin)
>>> simulator.valid_actions()
[Action(go a b), Action(go a c)]
>>> len(simulator.apply(min(simulator.actions())))
1
>>> simulator.goal(), simulator.valid_actions()
(True, [Action(go b a)])
>>> state, goal, numbers = simulator.step("(go b a)")
>>> goal, simulator.valid_actions(numbers)
(False, [Action(go a b), Action(go a c)])

States that come again are remembered with what was asked about them. Long walks ground the task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from relgym.arguments import check_whole
from relgym.backends import registry
from relgym.backends.base import Limits
from relgym.backends.builtin.engine import Builtin
from relgym.errors import InvalidAction, UnsupportedFeature
from relgym.locking import recovering
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.program import Row
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.randomness import Generator
from relgym.simulate.actions import TaskActions
from relgym.simulate.choice import Mode, WayChoice
from relgym.simulate.expanding import Expanding
from relgym.simulate.memo import Memo
from relgym.simulate.naming import Naming
from relgym.simulate.progression import Progression
from relgym.simulate.simulator import Simulator
from relgym.simulate.stepping import Look, MakeSystem, Stepping
from relgym.simulate.views.prepared import FindGroups, Prepared, prepared
from relgym.simulate.views.step import Step
from relgym.translate.program.task import GOAL
from relgym.tuning.simulate import GROUNDING_EXPANSIONS


class PDDLSimulator(Simulator):
    """Stands in a state of a task, at first its initial one, on a builtin engine of its own.

    `chooses` tells whether the agent chooses only some parameters of some actions.

    Any thread may use a simulator, whichever made it. Calls hold `lock`, that of the reasoner; steps that need nothing
    new do not, for they would take half as long again. So threads that step one simulator at the same time hold `lock`
    around their steps, and around several calls that belong together. After Ctrl-C in the middle of a call a simulator
    stands before the step or after it, as `state` tells.
    """

    reasoner: PDDLReasoner

    apply: Callable[..., Sequence[int]]
    """Carry out the valid action of an id, `apply(action_id, rng=None)`; it is not checked to be one.

    It returns `actions` after it. `rng` draws among probabilistic outcomes; raises `RandomOutcome` if it is needed and
    not there, `InvalidAction` for an id that no action ever has, and `BackendError` if it takes too long: the simulator
    then stands before or after the step, as `state` tells. It is a method of the part that carries out steps, to save a
    call; one that was taken from the simulator earlier does the same.
    """

    def __init__(
        self,
        model: Task | PDDLReasoner,
        backend: str = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        *,
        keeps: Callable[[str], bool] | None = None,
    ) -> None:
        """Stand in the initial state.

        Args:
            model: The task, or a reasoner of it, on whatever engine, which answers what a simulator does not maintain.
            backend: The engine that maintains the valid actions: builtin, and no other.
            limits: Limits of each call, as `Limits` or a mapping.
            keeps: Tells by an action's name whether the engine keeps its valid actions from step to step; else a trial
                tells.

        Raises:
            UnsupportedFeature: The engine does not maintain valid actions.
            RelgymError: `model` is neither a task nor a reasoner of one.
        """
        engine = registry.backend_class(backend)
        if not issubclass(engine, Builtin):
            raise UnsupportedFeature(
                f"the engine '{backend}' does not support: valid actions maintained from step to step",
                hint=f"engines that do: {Builtin.name}",
            )
        reasoner = model if isinstance(model, PDDLReasoner) else PDDLReasoner(model, backend, limits)
        self.backend, self.reasoner = backend, reasoner
        # Both number new atoms and actions, and the simulator asks the reasoner.
        self.lock = reasoner.lock
        translation = self._translation = reasoner.translation
        budget = reasoner.engine.budget
        self._transition = Transition(reasoner.vocabulary, reasoner.task.number, translation.static_values, budget)
        self._keeps = keeps
        self._actions = TaskActions(translation, self._transition)
        # Walks make an engine at first, and some of them a second one that keeps valid actions.
        self._prepared = cache(self._prepare)
        self._choice = WayChoice(self._maker, reasoner.initial_state, self.lock, self._follow)
        self._interrupted = self._choice.interrupted
        self.naming = Naming(translation, self._transition, self._system.steps.numbering)
        self._named = self.naming.named
        self.chooses = any(self.naming.several)
        # Whether a text may be an action atom of PDDLGym, which stands for one operator here and for another there.
        self._atoms = any(schema.atom for schema in reasoner.task.domain.actions)

    def _follow(self, mode: Mode) -> None:
        # As attributes, since a property is a call, and steps of environments take about a microsecond.
        self._mode, self.apply = mode, mode.apply

    def _maker(self, lean: bool) -> MakeSystem:
        """Return a function that makes engines for this task; `lean` ones keep no valid actions from step to step."""
        limits = self.reasoner.engine.limits

        def make(groups: FindGroups) -> Progression:
            return Progression(self._actions, self._prepared(groups), limits, self._keeps, lean)

        return make

    def _prepare(self, groups: FindGroups) -> Prepared:
        """Prepare the task for engines that rely on the mutex groups that a function finds."""
        translation, start = self._translation, self.reasoner.initial_state
        return prepared(translation.program, self._actions.productions, start, (GOAL, *translation.derived), groups)

    @cached_property
    def _expanding(self) -> Expanding:
        """The expansion of states, which few simulators are asked for."""
        return Expanding(self.reasoner._expansions)

    def __reduce__(self) -> tuple[Callable[..., PDDLSimulator], tuple[Any, ...]]:
        """Copies and pickles begin anew in the same state: functions that are made for a simulator change it alone."""
        return _standing, (self.reasoner, self._keeps, self.state)

    @property
    def _system(self) -> Progression:
        return self._mode.system

    # -- where it stands ---------------------------------------------------------------------

    @property
    @recovering
    def state(self) -> State:
        """The state in which it stands."""
        return self._mode.state()

    @recovering
    def look(self) -> Look:
        """Return the state, whether the goal holds, and the ids of all valid actions, the lowest first."""
        return self._mode.look()

    @recovering
    def go_to(self, state: State) -> Look:
        """Stand in another state, and look.

        At the first state that breaks a mutex group, all is begun anew without groups.

        Args:
            state: The state.

        Returns:
            The state, whether the goal holds, and the ids of all valid actions, the lowest first.

        Raises:
            ModelError: If the state is one of another problem.
            BackendError: If it takes too long. The simulator then stands in either state, as `state` tells.
        """
        self._choice.go_to(self.reasoner.own(state))
        return self._mode.look()

    @recovering
    def goal(self) -> bool:
        """Tell whether the goal holds."""
        return self._mode.goal()

    @recovering
    def derived(self) -> dict[str, list[Row]]:
        """The rows of every derived predicate that hold, in any order: numbers of objects."""
        names = (symbol.name for symbol in self._translation.derived)
        return dict(zip(names, self._mode.derived(), strict=True))

    # -- how it walks ------------------------------------------------------------------------

    @recovering
    def ground(self, seconds: float = 60.0) -> bool:
        """Ground the task now; a walk does so by itself when its steps take long.

        Args:
            seconds: How long that may take.

        Returns:
            True if the task is grounded. It is not if that takes longer, if it is too large, if the simulator has been
            in a state with atoms beyond reach of the initial state, or if the engine carries out every step.
        """
        return self._choice.ground(seconds=seconds)

    @recovering
    def forget(self) -> None:
        """Forget all states, and remember none from now on."""
        self._choice.forget()

    # -- steps -------------------------------------------------------------------------------

    @recovering
    def actions(self) -> Sequence[int]:
        """The ids of all valid actions, in no particular order; nothing changes them later.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.
        """
        return self._mode.ids()

    def step(self, action: Action | str, rng: Generator | None = None) -> Look:
        """Carry out a valid action, and look where it leads.

        Args:
            action: The action, or its text.
            rng: Draws among probabilistic outcomes.

        Returns:
            The state, whether the goal holds, and the ids of all valid actions, the lowest first.

        Raises:
            InvalidAction: If the action is not valid.
            AmbiguousAction: If it may stand for several valid ones.
            RandomOutcome: If an outcome is to be drawn, and there is no `rng`.
            BackendError: If it takes too long. The simulator then stands before or after the step, as `state` tells.
        """
        mode = self._mode
        try:
            step = mode.known.steps.get(id(action)) or self._way(action)
            look = mode.attempt(step, rng)
            if look is None:
                with self.lock:
                    self.apply(self.number(action), rng)
                    look = self._mode.look()
        except BaseException as error:
            self._interrupted(error)
            raise
        return look

    @recovering
    def _way(self, action: Action | str) -> Step:
        """The step of a valid action, which is known by its identity from now on if it stands for no others."""
        known = self._mode.known
        step = known.find(action)
        if step is None:
            step = self._system.steps.step(self.number(action))
            if isinstance(self._mode, Stepping):
                self._mode.learn(step)
            if self.naming.several[step.index] or (self._atoms and isinstance(action, str)):
                return step
        known.learn(action, step)
        return step

    @recovering
    def successors(self, state: State | None = None) -> list[tuple[int, State]]:
        """Expand a state; the simulator stays where it stands.

        Where the agent chooses only some of an action's parameters, each binding of all of them has an id. A simulator
        that has expanded some hundred states grounds the task.

        Args:
            state: The state; that in which the simulator stands if none is given.

        Returns:
            The numbers of the valid actions, the lowest first, each with the state after it.

        Raises:
            RandomOutcome: If chance decides what an action leads to.
            ModelError: If the state is one of another problem.
        """
        expanding, choice = self._expanding, self._choice
        if expanding.count == GROUNDING_EXPANSIONS:
            choice.ground()
        system = self._mode.system
        if state is None:
            own, _, numbers = self._mode.look()
            return expanding.successors(system, own, numbers)
        # Most states come from the call before: to ask the reasoner takes a tenth of an expansion.
        is_own = isinstance(state, State) and state.vocabulary is system.vocabulary
        own, ground = state if is_own else self.reasoner.own(state), choice.ground_task
        if ground is not None and not own.bits & ~ground.within:
            return expanding.successors(system, own, expanding.valid(ground, system, own))
        number = system.steps.numbering.number
        rows = self.reasoner._schema_rows(own)
        numbers = [number(place, row) for place, found in enumerate(rows) for row in found]
        return expanding.successors(system, own, sorted(numbers))

    # -- actions -----------------------------------------------------------------------------

    def action(self, number: int) -> Action:
        """Find the action of a number.

        Args:
            number: The number, from 0.

        Returns:
            The action, with the parameters that the agent chooses.

        Raises:
            InvalidAction: If no action has this number.
        """
        check_whole("the number of an action", number, 0, self._system.steps.numbering.count, InvalidAction)
        return self.naming.action(number)

    @recovering
    def number(self, action: Action | str) -> int:
        """Find the number of a valid action.

        Args:
            action: The action, or its text.

        Returns:
            The number, from 0.

        Raises:
            InvalidAction: If the action is not valid.
            AmbiguousAction: If it may stand for several valid ones.
        """
        if self._atoms and isinstance(action, str):
            action = self.reasoner.resolve(self.state, action)
        first, end = self.naming.span(action)
        if end - first == 1:
            found = [first] if self._mode.holds(first) else []
        else:
            found = [number for number in self.actions() if first <= number < end]
        if len(found) == 1:
            return found[0]
        # The reasoner knows what to say where there is none, or more than one.
        numbering = self._system.steps.numbering
        return numbering.number(numbering.place(first), self.reasoner.binding(self.state, action))

    @property
    def lister(self) -> Callable[[Sequence[int]], list[Action]]:
        """The function that lists the valid actions of their numbers, the lowest first, where the simulator stands."""
        return self.valid_actions if isinstance(self._mode, Memo) else self._named

    @recovering
    def valid_actions(self, numbers: Sequence[int] | None = None) -> list[Action]:
        """List the valid actions, as `Reasoner.valid_actions` does.

        Args:
            numbers: Their numbers, the lowest first, if they are known.

        Returns:
            The actions, in the order of their numbers.
        """
        mode = self._mode
        if isinstance(mode, Memo) and mode.node.actions is not None:
            return mode.node.actions.copy()
        actions = self._named(sorted(self.actions()) if numbers is None else numbers)
        if self.chooses and len({*actions}) < len(actions):
            # The reasoner leaves out actions with several valid bindings.
            return self.reasoner.valid_actions(self.state)
        if isinstance(mode, Memo):
            mode.node.actions = actions.copy()
        return actions


def _standing(reasoner: PDDLReasoner, keeps: Callable[[str], bool] | None, state: State) -> PDDLSimulator:
    """A new simulator that stands in a state."""
    simulator = PDDLSimulator(reasoner, keeps=keeps)
    simulator.go_to(state)
    return simulator
