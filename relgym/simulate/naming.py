"""Action ids: the action of an id, the ids that an action may have, and the steps of known actions.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (on ?x))
...   (:action press :parameters (?x) :effect (on ?x)) (:action wait :parameters ()))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (on a)))"
>>> from relgym.simulate.pddl import PDDLSimulator
>>> naming = PDDLSimulator(relgym.Reasoner(relgym.load(domain, problem))).naming
>>> naming.named([0, 2])
[Action(press a), Action(wait)]
>>> naming.span("(press b)")
(1, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from relgym.model.pddl.action import Action
from relgym.reasoning.pddl.actions import GroundActions
from relgym.reasoning.pddl.transition import Transition
from relgym.simulate.views.step import Step
from relgym.translate.plans.numbers import Numbering
from relgym.translate.program.task import Translation
from relgym.tuning.simulate import LISTED_IDS_LIMIT, STEP_CACHE_LIMIT


class Named(dict[int, Action | None]):
    """The actions of any number of ids."""

    def __missing__(self, number: int) -> None:
        return None


class Naming:
    """Finds the actions of ids."""

    def __init__(self, translation: Translation, transition: Transition, numbering: Numbering) -> None:
        self._schemas = translation.schemas
        # By schema, whether an action may have several ids.
        self.several = [schema.free < len(schema.variables) for schema in translation.schemas]
        self._actions = GroundActions(translation, transition)
        self._numbering = numbering
        # A list from the first use on; many walks need none.
        self._named: list[Action | None] | Named = Named()

    def named(self, numbers: Sequence[int]) -> list[Action]:
        """Return the actions of ids; those of rising ids are in the order in which a reasoner lists them."""
        if len(numbers) > 1:
            actions = [*itemgetter(*numbers)(self._named)]
            if all(actions):
                return actions
        return [*map(self.action, numbers)]

    def action(self, number: int) -> Action:
        """Return the action of an id, with the parameters that the agent chooses."""
        if not self._named and self._numbering.count <= LISTED_IDS_LIMIT:
            self._named = [None] * self._numbering.count
        action = self._named[number]
        if action is None:
            index, row = self._numbering.row(number)
            free = self._schemas[index].free
            action = self._named[number] = self._actions.tables[index][row[:free]]
        return action

    def span(self, action: Action | str) -> tuple[int, int]:
        """Return the first id that an action may have, and the first one beyond; raises `InvalidAction` without ids."""
        ground = self._actions.found(action)
        return self._numbering.numbers_of(ground.position, ground.row)


class KnownSteps:
    """A cache of the steps of valid actions, by action and by identity.

    To hash an action takes longer than to look it up. The cache keeps actions alive, so that identities stay unique.
    """

    def __init__(self) -> None:
        self.steps: dict[Action | str | int, Step] = {}
        self._alive: list[Action | str] = []

    def find(self, action: object) -> Step | None:
        """Return the step of an action, if it is known."""
        return self.steps.get(action) if isinstance(action, Action | str) else None

    def learn(self, action: Action | str, step: Step) -> None:
        """Cache the step of an action."""
        if len(self.steps) > STEP_CACHE_LIMIT:
            self.clear()
        self._alive.append(action)
        self.steps[action] = self.steps[id(action)] = step

    def clear(self) -> None:
        """Forget all steps."""
        self.steps.clear()
        self._alive.clear()
