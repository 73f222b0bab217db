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
from relgym.backends.steps import Step
from relgym.errors import RelgymError
from relgym.model.action import Action
from relgym.model.program import Row
from relgym.model.state import Fresh, State
from relgym.naming import KnownSteps, Naming
from relgym.places import Look, Place, Places
from relgym.progression import Progression
from relgym.reasoner import Reasoner
from relgym.transition import Generator, Transition
from relgym.translate.invariants import mutex_groups, no_groups


class Walker:
    """Stands in a state of a reasoner's problem, at first its initial one, on a builtin engine of its own.

    `chooses` tells whether there are actions of which the agent chooses only some parameters. Raises `RelgymError` for
    what is no reasoner.
    """

    def __init__(self, reasoner: Reasoner, keeps: Callable[[str], bool] | None = None) -> None:
        """`keeps` says of which actions, by name, the valid ones are kept from step to step; else a trial tells."""
        if not isinstance(reasoner, Reasoner):
            raise RelgymError(f"{reprlib.repr(reasoner)} is no reasoner", expected="relgym.Reasoner(task)")
        self._reasoner = reasoner
        self._vocabulary = reasoner.vocabulary
        translation = self._translation = reasoner.translation
        budget = reasoner.engine.budget
        self._transition = Transition(reasoner.vocabulary, reasoner.task.number, translation.static_values, budget)
        self._keeps = keeps
        self._known = KnownSteps()
        # What it knows: to ask it takes longer than to look there first.
        self._ways = self._known.steps
        self._begin(mutex_groups)
        self.naming = Naming(translation, self._transition, self._system.numbering)
        self._named = self.naming.named
        self.chooses = any(self.naming.several)
        # Whether a text may be an action atom of PDDLGym, which stands for one operator here and for another there.
        self._atoms = any(schema.atom for schema in reasoner.task.domain.actions)
        self._places = Places()
        self._place: Place | None = None
        # What makes a list of the valid actions of their numbers, the lowest first, where the walker stands.
        self.actions: Callable[[Sequence[int]], list[Action]] = self.valid_actions
        # Where the engine stands, if that is known; it follows only when something new is asked.
        self._stood: Place | None = None
        self._go_to(reasoner.initial_state)
        self._place = self._placed()

    def _begin(self, groups: FindGroups) -> None:
        """Stand at the start, on a new engine that relies on these groups."""
        start, limits = self._reasoner.initial_state, self._reasoner.engine.limits
        self._system = Progression(self._translation, self._transition, start, limits, self._keeps, groups)
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
    def state(self) -> State:
        """The state in which it stands."""
        place = self._place
        return self._state() if place is None else place.state

    def look(self) -> Look:
        """The state, whether the goal holds, and the numbers of all valid actions, the lowest first."""
        place = self._place
        return self._look(self._state()) if place is None else place.look

    def _look(self, state: State) -> Look:
        """What is seen in the state in which the engine stands."""
        numbers = self._list()
        numbers.sort()
        return state, self._goal(), numbers

    def go_to(self, state: State) -> Look:
        """Stand in another state, and look; raises `ModelError` for one of another problem.

        At the first state that keeps not all mutex groups, all is begun anew without them.
        """
        own = self._reasoner.own(state)
        if self._place is None:
            self._go_to(own)
            return self.look()
        place = self._places.find(own)
        if place is None:
            self._go_to(own)
            place = self._placed()
        self._place = place
        return place.look

    def goal(self) -> bool:
        """Whether the goal holds."""
        place = self._place
        return self._goal() if place is None else place.look[1]

    def derived(self) -> dict[str, list[Row]]:
        """The rows of every derived predicate that hold, in any order: numbers of objects."""
        names = (symbol.name for symbol in self._translation.derived)
        place = self._place
        if place is None:
            return dict(zip(names, self._system.derived(), strict=True))
        if place.derived is None:
            self._follow(place)
            place.derived = self._system.derived()
        return {name: rows[:] for name, rows in zip(names, place.derived, strict=True)}

    def _go_to(self, own: State) -> None:
        if not self._system.visit(own):
            # There may be more such states, and what steps lead to from here.
            self._begin(no_groups)
            self._system.move_to(own)
        self._stood = None

    # -- what is remembered ------------------------------------------------------------------

    def _follow(self, place: Place) -> None:
        """Take the engine to where the walker stands."""
        if self._stood is not place:
            self._system.move_to(place.state)
            self._stood = place

    def _placed(self) -> Place:
        """The place in which the engine stands."""
        state = self._state()
        place = self._places.find(state) or self._places.remember(self._look(state))
        self._stood = place
        return place

    def _find_way(self, place: Place, step: Step, number: int, rng: Generator | None) -> None:
        """Take a step that is not remembered."""
        self._follow(place)
        self._stood = None
        self._system.progress(step, rng)
        self._place = after = self._placed()
        if self._system.certain[step.place]:
            place.after[number] = after
        if self._places.miss():
            self.forget()

    def forget(self) -> None:
        """Forget all states, and remember none from now on."""
        if self._place is not None:
            self._follow(self._place)
        self._places.clear()
        self._place = self._stood = None
        self.actions = self._named
        # What there is to know of them is needed from now on.
        self._known.clear()

    # -- steps -------------------------------------------------------------------------------

    def numbers(self) -> Sequence[int]:
        """The numbers of all valid actions, in no particular order; nothing changes them later.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.
        """
        place = self._place
        return self._list() if place is None else place.numbers

    def take(self, number: int, rng: Generator | None = None) -> Sequence[int]:
        """Carry out the valid action of a number; it is not checked to be one. Answers with `numbers` after it.

        `rng` draws among probabilistic outcomes; raises `ValueError` if it is needed and not there, `InvalidAction` for
        a number that no action ever has, and `BackendError` if listing takes too long: the walker has gone on by then.
        """
        place = self._place
        if place is not None:
            # Where nearly all are known it takes longer to ask first.
            try:
                self._place = after = place.after[number]
                return after.numbers
            except KeyError:
                # What is raised from here on has nothing to do with that.
                pass
            self._find_way(place, self._system.step(number), number, rng)
            return self.numbers()
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
        place = self._place
        if place is not None:
            after = place.after.get(step.number)
            if after is not None:
                self._place = after
                return after.look
        elif (attempt := step.attempt) is not None:
            if attempt(step.row):
                # As `ProductionSystem.state` and `_look`, without calls.
                system, listing, goal = self._system, self._list, self._goal
                if self._trail:
                    system.add_up()
                state = Fresh()
                state.vocabulary = self._vocabulary
                state.bits = system.bits = (system.bits | step.either) ^ step.gone
                state.values = system.now
                numbers = listing()
                numbers.sort()
                return state, goal(), numbers
        elif step.check(*step.row):
            self._system.progress(step, rng)
            return self._look(self._state())
        self.take(self.number(action), rng)
        return self.look()

    def _way(self, action: Action | str) -> Step:
        """The step of a valid action, which is known by its identity from now on if it stands for no others."""
        if self._atoms and isinstance(action, str):
            action = self._reasoner.resolve(self.state, action)
        step = self._known.find(action)
        if step is None:
            step = self._system.step(self.number(action))
            if self._place is None:
                self._system.know(step)
            if self.naming.several[step.place]:
                return step
        self._known.learn(action, step)
        return step

    # -- actions -----------------------------------------------------------------------------

    def action(self, number: int) -> Action:
        """The action of a number, with the parameters that the agent chooses."""
        return self.naming.action(number)

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
        place = self._place
        return self._system.holds(number) if place is None else number in place.after or number in place.numbers

    def valid_actions(self, numbers: Sequence[int] | None = None) -> list[Action]:
        """The valid actions, as `Reasoner.valid_actions` lists them.

        `numbers` are theirs, the lowest first, if they are known.
        """
        place = self._place
        if place is not None and place.actions is not None:
            return place.actions.copy()
        actions = self._named(sorted(self.numbers()) if numbers is None else numbers)
        if self.chooses and len({*actions}) < len(actions):
            # The reasoner leaves out those of which several bindings hold.
            return self._reasoner.valid_actions(self.state)
        if place is not None:
            place.actions = actions.copy()
        return actions


def _standing(reasoner: Reasoner, keeps: Callable[[str], bool] | None, state: State) -> Walker:
    """A new walker that stands in a state."""
    walker = Walker(reasoner, keeps)
    walker.go_to(state)
    return walker
