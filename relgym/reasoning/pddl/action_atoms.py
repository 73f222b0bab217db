"""PDDLGym's action atoms: `(pickup a)` stands for whichever operator with that atom is applicable.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (held ?x) (switch ?x)) ; (:actions switch)
...   (:action take :parameters (?x) :precondition (and (switch ?x) (not (held ?x))) :effect (held ?x))
...   (:action drop :parameters (?x) :precondition (and (switch ?x) (held ?x)) :effect (not (held ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a) (:init) (:goal (held a)))"
>>> r = relgym.Reasoner(relgym.load(domain, problem))
>>> r.resolve(r.initial_state, "(switch a)")
Action(take a)
"""

from __future__ import annotations

from collections.abc import Callable

from relgym.errors import AmbiguousAction, InvalidAction
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.read.pddl.query import read_operators
from relgym.reasoning.pddl.actions import BoundSchema, GroundActions


class ActionAtoms:
    """Finds the operators that a text may stand for, and the one that is applicable in a state.

    Args:
        task: the task, some of whose operators have an action atom.
        actions: the ground actions of the task.
        bind: returns the binding of a ground action in a state; raises `InvalidAction` if it is not valid there.
    """

    def __init__(self, task: Task, actions: GroundActions, bind: Callable[[State, BoundSchema], object]) -> None:
        self._task = task
        self._actions = actions
        self._bind = bind
        self._operators: dict[str, tuple[Action, ...]] = {}

    def operators(self, text: str) -> tuple[Action, ...]:
        """Return the actions with this action atom, in the domain's order; an empty list for another text."""
        known = self._operators.get(text)
        if known is None:
            known = self._operators[text] = read_operators(text, self._task)
        return known

    def resolve(self, state: State, text: str) -> BoundSchema:
        """The action that a text stands for in a state: the operator of that name, or else the applicable one.

        Raises `InvalidAction` where no operator is applicable, `AmbiguousAction` where several are.
        """
        operators = self.operators(text)
        if not operators:
            return self._actions.found(text)
        named = self._named(text)
        if named is not None and self._holds(state, named):
            return named
        grounds = [self._actions.found(action) for action in operators]
        fitting = [ground for ground in grounds if self._holds(state, ground)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            ways = " or ".join(
                str(action) for action, ground in zip(operators, grounds, strict=True) if ground in fitting
            )
            raise AmbiguousAction(
                f"{text} is ambiguous: {ways}", expected="an atom that only one applicable operator has"
            )
        if len(grounds) == 1:
            return grounds[0]
        for ground in grounds:
            self._refuse_ambiguous(state, ground)
        raise InvalidAction(
            f"{text} is not applicable: none of {', '.join(map(str, operators))} is",
            hint="`explain` says what is missing",
        )

    def _named(self, text: str) -> BoundSchema | None:
        """The ground operator of that very text, if there is one."""
        try:
            return self._actions.found(text)
        except InvalidAction:
            return None

    def _holds(self, state: State, ground: BoundSchema) -> bool:
        try:
            self._bind(state, ground)
        except InvalidAction:
            return False
        return True

    def _refuse_ambiguous(self, state: State, ground: BoundSchema) -> None:
        """Raise `AmbiguousAction` for an operator that leaves several bindings of the other parameters."""
        try:
            self._bind(state, ground)
        except AmbiguousAction:
            raise
        except InvalidAction:
            return
