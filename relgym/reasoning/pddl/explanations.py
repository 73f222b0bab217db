"""Explanations of what a text means in a state: an action, a formula, or an action atom of several operators.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> print(reasoner.explain(reasoner.initial_state, "(at b)"))
(at b) is false: no such fact
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from relgym.backends.base import Engine
from relgym.errors import InvalidAction
from relgym.explain import History, PDDLExplanation, any_operator, explain
from relgym.explain.binding import Binding
from relgym.explain.subject import Answering
from relgym.explain.world import Draw, NumericUpdate, Updates
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Formula
from relgym.model.pddl.state import State
from relgym.model.program import LiftedEffect, Row
from relgym.reasoning.pddl.transition import Fired, Transition
from relgym.translate.program.task import Translation


class Resolving(Answering, Protocol):
    """The methods of a reasoner that find the operator of an action atom."""

    @property
    def engine(self) -> Engine: ...

    def resolve(self, state: State, action: str) -> Action: ...


class NumericUpdates:
    """The numeric effects of actions, in any outcome of their draws.

    Args:
        translation: The translation of the task.
        transition: Carries out its effects.
        fired: Returns the rows of the effect conditions of a schema, by its position, for a row of its action.
    """

    def __init__(
        self, translation: Translation, transition: Transition, fired: Callable[[int, State, Row], Fired]
    ) -> None:
        self._schemas = {schema.action.name: (place, schema) for place, schema in enumerate(translation.schemas)}
        self._objects, self._number = translation.task.objects, translation.task.number
        self._transition = transition
        self._fired = fired

    def of(self, state: State) -> Updates:
        """Return the function that gives the updates in a state."""
        return partial(self._updates, state)

    def _updates(self, state: State, action: str, binding: Binding) -> Iterator[NumericUpdate]:
        position, schema = self._schemas[action]
        if any(part.updates for _, part in schema.effect.parts()):
            row = tuple(self._number[binding[variable.name].name] for variable in schema.variables)
            yield from self._inside(schema.effect, row, self._fired(position, state, row), {}, True)

    def _inside(
        self, effect: LiftedEffect, row: Row, fired: Fired, choices: Mapping[Draw, int], possible: bool
    ) -> Iterator[NumericUpdate]:
        delta, draws = self._transition.certain(effect, row, fired)
        for update in delta.updates:
            names = (variable.name for variable in update.variables)
            binding = dict(zip(names, (self._objects[number] for number in update.row), strict=True))
            yield NumericUpdate(update.effect, binding, choices, possible)
        for outcomes, scope in draws:
            for number, (share, outcome) in enumerate(outcomes):
                inner = {**choices, (id(outcomes), scope): number}
                yield from self._inside(outcome, scope, fired, inner, possible and share > 0)


def explained(
    reasoner: Resolving,
    state: State,
    subject: Action | Formula | str,
    history: History | None,
    operators: Sequence[Action],
    achieving: bool = False,
) -> PDDLExplanation:
    """Explain an action or a formula.

    Args:
        reasoner: The reasoner of the task.
        state: A state of the task.
        subject: The action or formula.
        history: The steps that led to the state.
        operators: The operators whose action atom the subject is; none if it is another text.
        achieving: True if failing conditions get the actions that can make them true.

    Raises:
        RelgymError: The subject is not of the task.
        TimeoutError: A limit was passed.
    """
    look = reasoner.engine.budget.look
    if not operators:
        return explain(reasoner, state, subject, history, look, achieving)
    try:
        return explain(reasoner, state, reasoner.resolve(state, str(subject)), history, look, achieving)
    except InvalidAction:
        each = tuple(explain(reasoner, state, operator, history, look, achieving) for operator in operators)
    return each[0] if len(each) == 1 else any_operator(str(subject), each)
