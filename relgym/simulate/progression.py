"""Progression: the state of a task is carried forward by actions, and all views of it are maintained.

Effects that no production can express are computed by `reasoning/pddl/transition.py`.

>>> import relgym
>>> from relgym.reasoning.pddl.transition import Transition
>>> from relgym.simulate.views.prepared import prepared
>>> domain = '''(define (domain d) (:requirements :fluents) (:predicates (full)) (:functions (level))
...   (:action fill :effect (and (increase (level) 2) (full))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (level) 1)) (:goal (full)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> actions = TaskActions(reasoner.translation, transition)
>>> ready = prepared(reasoner.translation.program, actions.productions, reasoner.initial_state, (GOAL,))
>>> system = Progression(actions, ready, None, None)
>>> system.progress(system.steps.step(*system.views.valid.numbers()), None)
>>> print(system.current.state(), system.goal())
State((full) (= (level) 3)) True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from relgym.backends.base import Limits
from relgym.errors import RandomOutcome
from relgym.reasoning.randomness import Generator
from relgym.simulate.actions import TaskActions
from relgym.simulate.views.current import CurrentState
from relgym.simulate.views.jumps import AtomChanges, Jumps
from relgym.simulate.views.mutex import MutexCheck
from relgym.simulate.views.prepared import Prepared
from relgym.simulate.views.step import Step
from relgym.simulate.views.steps import ActionSteps, VaryingEffects
from relgym.simulate.views.views import Views
from relgym.translate.program.task import GOAL


class Progression:
    """A state of a task, at first the start, its views, and the ways to other states.

    Attributes:
        actions: The actions of the task.
        vocabulary: The numbers of atoms and of numeric fluents.
        views: What is valid and derived in the current state.
        current: The current state.
        effects: Finds what conditional effects change.
        steps: Steps by their numbers.
        jumps: Moves to any state.
        goal: Tells whether the goal holds.
        derived: Lists the rows of each derived predicate.
    """

    def __init__(
        self,
        actions: TaskActions,
        ready: Prepared,
        limits: Limits | None,
        keeps: Callable[[str], bool] | None,
        lean: bool = False,
    ) -> None:
        """Begin at the start.

        Args:
            actions: The actions of the task.
            ready: The program and the productions of the task, and the start.
            limits: The limits of each call.
            keeps: Tells by the name of an action whether its valid rows are maintained from step to step; by default
                the estimated cost of doing so tells.
            lean: Whether few states will be looked at: no rows are maintained, and no functions for single steps made.
        """
        translation, start = actions.translation, ready.start
        self.actions = actions
        self.vocabulary = start.vocabulary
        views = self.views = Views(ready, limits)
        self.goal = views.test(GOAL)
        self.derived = views.rows(translation.derived)
        count = actions.accumulation.add if actions.accumulation else None
        current = self.current = CurrentState(views.tables, views.rules, views.derived, views.stale, count)
        current.set(start)
        self.effects = VaryingEffects(views.rules, views.derived)
        self.steps = ActionSteps(views.rules, views.guards, self.effects, current, compiles=not lean)
        changes = AtomChanges(views.tables, views.rules)
        mutex = MutexCheck(ready.groups, views.tables.symbol_and_row)
        self.jumps = Jumps(current, changes, views.valid, mutex, start)
        names = enumerate(schema.action.name for schema in translation.schemas)
        if lean:
            chosen = set[int]()
        elif keeps is not None:
            chosen = {index for index, name in names if keeps(name)}
        else:
            chosen = views.materialized.worth_maintaining()
        views.valid.maintain(chosen)

    def progress(self, step: Step, rng: Generator | None) -> None:
        """Apply a valid step; raises `RandomOutcome` if it needs a generator for random outcomes and there is none."""
        actions = self.actions
        production = actions.productions[step.index]
        if production.effect is not None:
            values = actions.counted(self.current.values, step) if production.counts else None
            if values is not None and step.index in (accumulation := actions.accumulation).varying:
                values = accumulation.add(values, (step,), (accumulation.without(self.current.values),))
            self.steps.apply(step, values, _no_draw if rng is None else rng.random)
            return
        transition, effect = actions.transition, actions.translation.schemas[step.index].effect
        conditions = self.views.rules.productions[step.index].conditions
        found = self.views.answers(conditions, step.row) if conditions else ()
        fired = dict(zip(conditions, found, strict=True))
        if rng is None:
            delta, draws = transition.certain(effect, step.row, fired)
            if draws:
                _no_draw()
        else:
            delta = transition.drawn(effect, step.row, fired, rng)
        self.jumps.move_to(transition.apply(self.current.state(), delta))


def _no_draw() -> NoReturn:
    raise RandomOutcome
