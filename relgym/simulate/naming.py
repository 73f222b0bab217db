"""The actions that the numbers of rows stand for, the numbers that an action may have, and the steps of known ones.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (on ?x))
...   (:action press :parameters (?x) :effect (on ?x)) (:action wait :parameters ()))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (on a)))"
>>> from relgym.simulate.walker import Walker
>>> naming = Walker(relgym.Reasoner(relgym.load(domain, problem))).naming
>>> naming.named([0, 2])
[Action(press a), Action(wait)]
>>> naming.span("(press b)")
(1, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from relgym.model.pddl.action import Action
from relgym.reasoning.pddl.actions import Actions
from relgym.reasoning.pddl.transition import Transition
from relgym.simulate.views.step import Step
from relgym.translate.plans.numbers import Numbering
from relgym.translate.program.task import Translation
from relgym.tuning.simulate import LISTED_IDS_LIMIT, STEP_CACHE_LIMIT


class Named(dict[int, Action | None]):
    """The actions of numbers, of which there may be any number."""

    def __missing__(self, number: int) -> None:
        return None


class Naming:
    """Names the numbers of a numbering whose productions are the actions of a translation."""

    def __init__(self, translation: Translation, transition: Transition, numbering: Numbering) -> None:
        self._schemas = translation.schemas
        # By schema, whether an action may stand for several numbers.
        self.several = [schema.free < len(schema.variables) for schema in translation.schemas]
        self._actions = Actions(translation, transition)
        self._numbering = numbering
        # A list once something is named: there may be no need of one.
        self._named: list[Action | None] | Named = Named()

    def named(self, numbers: Sequence[int]) -> list[Action]:
        """The actions of numbers; those of rising ones are in the order in which a reasoner lists them."""
        if len(numbers) > 1:
            actions = [*itemgetter(*numbers)(self._named)]
            if all(actions):
                return actions
        return [*map(self.action, numbers)]

    def action(self, number: int) -> Action:
        """The action of a number, with the parameters that the agent chooses."""
        if not self._named and self._numbering.count <= LISTED_IDS_LIMIT:
            self._named = [None] * self._numbering.count
        action = self._named[number]
        if action is None:
            place, row = self._numbering.row(number)
            schema = self._schemas[place]
            action = self._named[number] = self._actions.tables[place][row[: schema.free]]
        return action

    def span(self, action: Action | str) -> tuple[int, int]:
        """The first number that an action may have, and the first one that it cannot have any more.

        Raises `InvalidAction` for what is no action of the task.
        """
        ground = self._actions.found(action)
        return self._numbering.numbers_of(ground.position, ground.row)


class KnownSteps:
    """The steps of actions that were valid once, in `steps`: by the actions, and by the identities of equal ones.

    To hash an action takes longer than to look it up; an identity is an action's as long as that is alive.
    """

    def __init__(self) -> None:
        self.steps: dict[Action | str | int, Step] = {}
        self._alive: list[Action | str] = []

    def find(self, action: object) -> Step | None:
        """The step of an action, if it is known, however it was made; none of what is no action at all."""
        return self.steps.get(action) if isinstance(action, Action | str) else None

    def learn(self, action: Action | str, step: Step) -> None:
        """Know the step of an action by the action, and by its identity."""
        if len(self.steps) > STEP_CACHE_LIMIT:
            self.clear()
        self._alive.append(action)
        self.steps[action] = self.steps[id(action)] = step

    def clear(self) -> None:
        """Forget all steps."""
        self.steps.clear()
        self._alive.clear()
