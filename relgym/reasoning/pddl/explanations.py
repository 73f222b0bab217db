"""Explanations of what a text means in a state: an action, a formula, or an action atom of several operators.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> print(explained(reasoner, reasoner.initial_state, "(at b)", None, ()))
(at b) is false: no such fact
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from relgym.backends.base import Engine
from relgym.errors import InvalidAction
from relgym.explain import History, PDDLExplanation, any_operator, explain
from relgym.explain.subject import Answering
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Formula
from relgym.model.pddl.state import State


class Resolving(Answering, Protocol):
    """The methods of a reasoner that find the operator of an action atom."""

    @property
    def engine(self) -> Engine: ...

    def resolve(self, state: State, action: str) -> Action: ...


def explained(
    reasoner: Resolving,
    state: State,
    subject: Action | Formula | str,
    history: History | None,
    operators: Sequence[Action],
) -> PDDLExplanation:
    """Explain an action or a formula.

    Args:
        reasoner: The reasoner of the task.
        state: A state of the task.
        subject: The action or formula.
        history: The steps that led to the state.
        operators: The operators whose action atom the subject is; none if it is no action atom.

    Raises:
        RelgymError: The subject is not of the task.
        TimeoutError: A limit was passed.
    """
    look = reasoner.engine.budget.look
    if not operators:
        return explain(reasoner, state, subject, history, look)
    try:
        return explain(reasoner, state, reasoner.resolve(state, str(subject)), history, look)
    except InvalidAction:
        each = tuple(explain(reasoner, state, operator, history, look) for operator in operators)
    return each[0] if len(each) == 1 else any_operator(str(subject), each)
