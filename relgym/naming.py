"""The actions that the numbers of rows stand for, and the numbers that an action may have.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (on ?x))
...   (:action press :parameters (?x) :effect (on ?x)) (:action wait :parameters ()))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (on a)))"
>>> from relgym.walker import Walker
>>> naming = Walker(relgym.Reasoner(relgym.load(domain, problem))).naming
>>> naming.named([0, 2])
[Action(press a), Action(wait)]
>>> naming.span("(press b)")
(1, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from relgym.actions import Actions
from relgym.model.action import Action
from relgym.transition import Transition
from relgym.translate.python_numbers import Numbering
from relgym.translate.task import Translation

LONGEST = 1 << 19
"""Up to so many numbers have their actions in a list, which is far faster than a dict; it takes 4 MB at most."""


class Named(dict[int, Action | None]):
    """The actions of numbers, of which there may be any number."""

    def __missing__(self, number: int) -> None:
        return None


class Naming:
    """Names the numbers of a numbering whose productions are the actions of a translation."""

    def __init__(self, translation: Translation, transition: Transition, numbering: Numbering) -> None:
        self._schemas = translation.schemas
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
        if not self._named and self._numbering.count <= LONGEST:
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
