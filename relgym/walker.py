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

States that come again are remembered with what was asked about them. Long walks ground the task.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence

from relgym.arguments import check_whole
from relgym.backends.builtin.prepared import FindGroups
from relgym.backends.builtin.steps import Step
from relgym.errors import InvalidAction, RelgymError
from relgym.locking import synchronized
from relgym.model.action import Action
from relgym.model.program import Row
from relgym.model.state import State
from relgym.reasoner import Reasoner
from relgym.simulate.grounded import Grounded
from relgym.simulate.grounding import Bounds
from relgym.simulate.moves import Moves
from relgym.simulate.naming import Naming
from relgym.simulate.profiling import ProfilingRun, Rival
from relgym.simulate.progression import Progression
from relgym.simulate.recalling import Recalling
from relgym.simulate.stepping import MakeSystem, Stepping
from relgym.simulate.transpositions import Look
from relgym.transition import Generator, Transition
from relgym.translate.analysis.invariants import mutex_groups

MAKING_SECONDS = 0.1
"""Seconds to make an engine from which on no second one is made only to measure it, if the task is grounded."""


class Walker:
    """Stands in a state of a reasoner's problem, at first its initial one, on a builtin engine of its own.

    `chooses` tells whether there are actions of which the agent chooses only some parameters. Raises `RelgymError` for
    what is no reasoner.

    Any thread may use a walker, whichever made it. Calls hold `lock`, that of the reasoner; steps that need nothing new
    do not, for they would take half as long again. So threads that step one walker at the same time hold `lock` around
    their steps, and around several calls that belong together.
    """

    take: Callable[..., Sequence[int]]
    """Carry out the valid action of a number, `take(number, rng=None)`; it is not checked to be one.

    Answers with `numbers` after it. `rng` draws among probabilistic outcomes; raises `ValueError` if it is needed and
    not there, `InvalidAction` for a number that no action ever has, and `BackendError` if it takes too long: the walker
    then stands before or after the step, as `state` tells. It is a method of the part that carries out steps, to save a
    call; one that was taken from the walker earlier does the same.
    """

    def __init__(self, reasoner: Reasoner, keeps: Callable[[str], bool] | None = None) -> None:
        """`keeps` says of which actions, by name, the valid ones are kept from step to step; else a trial tells."""
        if not isinstance(reasoner, Reasoner):
            raise RelgymError(f"{reprlib.repr(reasoner)} is no reasoner", expected="relgym.Reasoner(task)")
        # Both number new atoms and actions, and the walker asks the reasoner.
        self.lock = reasoner.lock
        self._reasoner = reasoner
        translation = self._translation = reasoner.translation
        budget = reasoner.engine.budget
        self._transition = Transition(reasoner.vocabulary, reasoner.task.number, translation.static_values, budget)
        self._keeps = keeps
        # Steps in other ways that are measured, and the walk that waits meanwhile; the fastest of these ways.
        self._run: ProfilingRun | None = None
        self._waiting: Recalling | None = None
        self._rival: Rival | None = None
        self._mode: Recalling | Rival = Recalling(
            self._maker(lean=True), mutex_groups, reasoner.initial_state, self.lock, self._review
        )
        self.take = self._mode.take
        self.naming = Naming(translation, self._transition, self._system.numbering)
        self._named = self.naming.named
        self.chooses = any(self.naming.several)
        # Whether a text may be an action atom of PDDLGym, which stands for one operator here and for another there.
        self._atoms = any(schema.atom for schema in reasoner.task.domain.actions)

    def _maker(self, lean: bool) -> MakeSystem:
        """Return a function that makes engines for this task; `lean` ones keep no valid actions from step to step."""
        start, limits = self._reasoner.initial_state, self._reasoner.engine.limits

        def make(groups: FindGroups) -> Progression:
            return Progression(self._translation, self._transition, start, limits, self._keeps, groups, lean)

        return make

    def __repr__(self) -> str:
        return f"Walker({self._reasoner.task!r})"

    def __reduce__(self) -> tuple[Callable[..., Walker], tuple[Reasoner, Callable[[str], bool] | None, State]]:
        """Copies and pickles begin anew in the same state: functions that are made for a walker change it alone."""
        return _standing, (self._reasoner, self._keeps, self.state)

    @property
    def _system(self) -> Progression:
        return self._mode.system

    # -- where it stands ---------------------------------------------------------------------

    @property
    @synchronized
    def state(self) -> State:
        """The state in which it stands."""
        return self._mode.state()

    @synchronized
    def look(self) -> Look:
        """The state, whether the goal holds, and the numbers of all valid actions, the lowest first."""
        return self._mode.look()

    @synchronized
    def go_to(self, state: State) -> Look:
        """Stand in another state, and look; raises `ModelError` for one of another problem.

        Where that takes too long it raises `BackendError`: the walker then stands in either state, as `state` tells.
        At the first state that keeps not all mutex groups, all is begun anew without them.
        """
        own = self._reasoner.own(state)
        mode = self._mode
        if isinstance(mode, Grounded) and not mode.reaches(own):
            self._leave_ground(mode)
        self._mode.go_to(own)
        return self._mode.look()

    @synchronized
    def goal(self) -> bool:
        """Tell whether the goal holds."""
        return self._mode.goal()

    @synchronized
    def derived(self) -> dict[str, list[Row]]:
        """The rows of every derived predicate that hold, in any order: numbers of objects."""
        names = (symbol.name for symbol in self._translation.derived)
        return dict(zip(names, self._mode.derived(), strict=True))

    # -- how it walks ------------------------------------------------------------------------

    def _review(self) -> None:
        """Measure whether remembering states pays."""
        mode = self._mode
        assert isinstance(mode, Recalling)
        self.take = mode.take
        match mode.remembering.review():
            case "record":
                pass
            case "trust":
                self.take = mode.take_uncounted if mode.counts_needlessly else mode.take
            case "ground":
                mode.remembering.grounded(mode.ground(mode.remembering.bounds))
            case "unground":
                mode.unground()
            case "try":
                self._profile(mode)
            case "leave":
                self._leave(mode)

    def _profile(self, mode: Recalling) -> None:
        """Measure other ways for some steps, beginning with the next one."""
        rivals: list[Callable[[State], Rival]] = []
        moves = mode.moves
        if moves is not None:
            rivals.append(lambda state: self._grounded(mode, moves, state))
        if moves is None or mode.making_seconds < MAKING_SECONDS:
            rivals.append(lambda state: self._stepping(mode, state))
        self._waiting, self._run = mode, ProfilingRun(rivals, mode.state(), mode.remembering.seconds)
        mode.retire(self._pass_on)
        self._mode, self.take = self._run.mode, self._take_profiled

    @synchronized
    def _take_profiled(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out an action, and measure it; in the end go on in the fastest way."""
        run, waiting = self._run, self._waiting
        if run is None or waiting is None:
            return self.take(number, rng)
        numbers = run.take(number, rng)
        self._mode = run.mode
        if not run.is_over:
            return numbers
        # Should an error be raised here, the run goes on, and its next step ends it.
        state = run.mode.state()
        if waiting.remembering.judge(run.seconds):
            if run.mode is not run.fastest:
                run.fastest.go_to(state)
            self._mode = run.fastest
        else:
            waiting.go_to(state)
            self._mode, self._rival = waiting, run.fastest
        self._run = self._waiting = None
        self.take = self._mode.take
        return self._mode.numbers()

    def _leave(self, mode: Recalling) -> None:
        """Go on in the way that was measured last."""
        rival, state = self._rival, mode.state()
        assert rival is not None
        if isinstance(rival, Grounded) and not rival.reaches(state):
            rival = self._stepping(mode, state)
        rival.go_to(state)
        self._go_on(rival)
        self.take = rival.take

    def _leave_ground(self, mode: Grounded) -> None:
        """Go on without the ground task; this ends a profiling run."""
        self._go_on(self._stepping(mode, mode.state()))
        self._run = self._waiting = None
        self.take = self._mode.take

    def _stepping(self, mode: Recalling | Grounded, state: State) -> Stepping:
        """Make a walk on which the engine carries out every step."""
        return Stepping(self._maker(lean=False), mode.groups, state, self.lock)

    def _grounded(self, mode: Recalling, moves: Moves, state: State) -> Grounded:
        """Make a walk through the ground task that remembers no states."""
        return Grounded(self._maker(lean=True), mode.groups, moves, state, self.lock)

    @synchronized
    def ground(self, seconds: float = 60.0) -> bool:
        """Ground the task now; a walk does so by itself when its steps take long.

        Args:
            seconds: How long that may take.

        Returns:
            Whether the task is grounded. It is not if that takes longer, if it is too large, if the walker has been in
            a state with atoms beyond reach of the initial state, or if the engine carries out every step.
        """
        match self._mode:
            case Recalling() as mode:
                return mode.ground(Bounds(seconds))
            case Grounded():
                return True
            case _:
                return False

    @synchronized
    def forget(self) -> None:
        """Forget all states, and remember none from now on."""
        mode = self._mode
        if isinstance(mode, Recalling):
            state, moves = mode.state(), mode.moves
            self._go_on(self._stepping(mode, state) if moves is None else self._grounded(mode, moves, state))
        self._run = self._waiting = None
        self.take = self._mode.take

    def _go_on(self, mode: Recalling | Rival) -> None:
        """Go on in another way; methods that were taken from the way before pass on what they are asked."""
        if not isinstance(self._mode, Stepping):
            self._mode.retire(self._pass_on)
        self._mode = mode

    def _pass_on(self, number: int, rng: Generator | None) -> Sequence[int]:
        return self.take(number, rng)

    # -- steps -------------------------------------------------------------------------------

    @synchronized
    def numbers(self) -> Sequence[int]:
        """The numbers of all valid actions, in no particular order; nothing changes them later.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.
        """
        return self._mode.numbers()

    def step(self, action: Action | str, rng: Generator | None = None) -> Look:
        """Carry out a valid action, and look where it leads; raises as `number` and `take` do."""
        step = self._mode.known.steps.get(id(action)) or self._way(action)
        look = self._mode.attempt(step, rng) if self._run is None else None
        if look is None:
            with self.lock:
                self.take(self.number(action), rng)
                look = self._mode.look()
        return look

    @synchronized
    def _way(self, action: Action | str) -> Step:
        """The step of a valid action, which is known by its identity from now on if it stands for no others."""
        known = self._mode.known
        step = known.find(action)
        if step is None:
            step = self._system.step(self.number(action))
            self._mode.learn(step)
            if self.naming.several[step.place] or (self._atoms and isinstance(action, str)):
                return step
        known.learn(action, step)
        return step

    @synchronized
    def successors(self) -> list[tuple[int, State]]:
        """The numbers of the valid actions, the lowest first, each with the state after it; the walker stays.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.

        Raises:
            ValueError: If chance decides what an action leads to.
        """
        state, _, numbers = self._mode.look()
        steps = map(self._system.step, numbers)
        expansions = self._reasoner.expansions
        return [(step.number, after) for step in steps for _, after in expansions[step.place](state, (step.row,))]

    # -- actions -----------------------------------------------------------------------------

    def action(self, number: int) -> Action:
        """The action of a number, with the parameters that the agent chooses."""
        check_whole("the number of an action", number, 0, self._system.numbering.count, InvalidAction)
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

    @property
    def actions(self) -> Callable[[Sequence[int]], list[Action]]:
        """The function that lists the valid actions of their numbers, the lowest first, where the walker stands."""
        return self.valid_actions if isinstance(self._mode, Recalling) else self._named

    def _is_valid(self, number: int) -> bool:
        return self._mode.holds(number)

    @synchronized
    def valid_actions(self, numbers: Sequence[int] | None = None) -> list[Action]:
        """The valid actions, as `Reasoner.valid_actions` lists them.

        `numbers` are theirs, the lowest first, if they are known.
        """
        mode = self._mode
        if isinstance(mode, Recalling) and (known := mode.actions) is not None:
            return known
        actions = self._named(sorted(self.numbers()) if numbers is None else numbers)
        if self.chooses and len({*actions}) < len(actions):
            # The reasoner leaves out those of which several bindings hold.
            return self._reasoner.valid_actions(self.state)
        if isinstance(mode, Recalling):
            mode.remember(actions)
        return actions


def _standing(reasoner: Reasoner, keeps: Callable[[str], bool] | None, state: State) -> Walker:
    """A new walker that stands in a state."""
    walker = Walker(reasoner, keeps)
    walker.go_to(state)
    return walker
