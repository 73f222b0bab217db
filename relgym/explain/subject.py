"""The subject of an explanation: an action or a formula, as a text or as an object of the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Protocol

from relgym.arguments import check_several, wrong
from relgym.errors import ModelError
from relgym.explain.achievers import Achiever, achievers
from relgym.explain.actions import why_action
from relgym.explain.explanation import PDDLExplanation
from relgym.explain.past import Past
from relgym.explain.reasons import Reasons
from relgym.explain.search import FormulaSearch
from relgym.explain.world import Updates, World
from relgym.model.numeric import Expression, Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Exists, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.read.pddl.loading import read_action, read_formula
from relgym.translate.program.normalize import free_variables

History = Sequence[tuple[Action | None, State]]
"""The states up to the one asked about, oldest first, each with the action that led to it; the first has none."""

GOAL = "goal"
"""The text that stands for the goal of the problem."""

_HEAD = re.compile(r"\s*\(\s*([^\s()]+)")
_CONNECTIVES = frozenset(["and", "or", "not", "imply", "forall", "exists", "=", "<", "<=", ">", ">="])


class Answering(Protocol):
    """The methods of a reasoner that explanations use."""

    task: Task

    def derived(self, state: State) -> frozenset[Atom]: ...

    def evaluate(self, state: State, expression: Expression) -> Value | None: ...

    @property
    def _numeric_updates(self) -> Callable[[State], Updates]: ...


def explain(
    reasoner: Answering,
    state: State,
    subject: Action | Formula | str,
    history: History | None = None,
    look: Callable[[], None] = lambda: None,
    achieving: bool = False,
) -> PDDLExplanation:
    """Explain why an action is or is not applicable in a state, or why a formula is or is not true there.

    A text whose first word names both an action and a predicate is the action, unless only the predicate
    has this number of arguments; the text `goal` is the goal. A formula with free variables holds if it does
    for some objects. With `achieving`, each failing condition that actions change has those that can make it true. The
    search calls `look` now and then, which may raise `TimeoutError`. Raises `ModelError`,
    `ParseError` or `InvalidAction` for names that the task does not have, and `ModelError` if `history` does not end in
    `state`.
    """
    asked = _read(subject, reasoner.task)
    history = [(None, state)] if history is None else _checked(history)
    if not history or history[-1][1] != state:
        raise ModelError(
            "the history does not end in the state that is asked about",
            expected="pairs of an action and the state after it, oldest first, (None, start) before all",
        )
    steps = [(action, FormulaSearch(world_of(reasoner, past, look))) for action, past in history]
    reasons = Reasons(steps[-1][1], Past(steps))
    if isinstance(asked, Action):
        explanation = why_action(reasons, asked)
    else:
        variables = free_variables(asked)
        explanation = reasons.why(Exists(variables, asked) if variables else asked)
    return _with_achievers(explanation, reasons.search, {}) if achieving else explanation


def _with_achievers(
    tree: PDDLExplanation, search: FormulaSearch, known: dict[Formula, tuple[Achiever, ...] | None]
) -> PDDLExplanation:
    """Return an explanation whose failing conditions have their achievers."""
    if tree.children:
        return replace(tree, children=tuple(_with_achievers(child, search, known) for child in tree.children))
    if tree.holds or tree.about is None:
        return tree
    if tree.about not in known:
        known[tree.about] = achievers(search, tree.about)
    return replace(tree, achievers=known[tree.about])


def _checked(history: History) -> History:
    """Check a history; raises `ModelError` for another value."""
    expected = "pairs of an action and the state after it, oldest first"
    check_several("a history", history, expected, ModelError)
    pairs = tuple(history)
    for item in pairs:
        if not (isinstance(item, tuple | list) and len(item) == 2 and isinstance(item[1], State)):
            raise wrong("a part of a history", item, expected, ModelError)
    return pairs


def world_of(reasoner: Answering, state: State, look: Callable[[], None] = lambda: None) -> World:
    """Return the atoms and numbers of a state, as a reasoner derives and evaluates them."""
    return World(
        reasoner.task,
        lambda: state.atoms,
        lambda: reasoner.derived(state),
        lambda expression: reasoner.evaluate(state, expression),
        look,
        reasoner._numeric_updates(state),
    )


def _read(subject: Action | Formula | str, task: Task) -> Action | Formula:
    """The subject with its names checked; a model object is read from its text, too."""
    text = str(subject)
    if text == GOAL:
        return task.problem.goal
    if isinstance(subject, Action) or (isinstance(subject, str) and _is_action(text, task)):
        return read_action(text, task)
    return read_formula(text, task)


def _is_action(text: str, task: Task) -> bool:
    """Return True if a text is meant as an action: by its first word, or, if it is unknown, by the closest name."""
    match = _HEAD.match(text)
    if match is None:
        return False
    word = match[1].lower()
    if word in task.actions and word in task.predicates:
        given = len(text.strip().strip("()").split()) - 1
        return len(task.actions[word].free) == given or len(task.predicates[word].parameters) != given
    if word in task.actions:
        return True
    if word in task.predicates or word in _CONNECTIVES:
        return False
    close = get_close_matches(word, [*task.predicates, *task.actions], n=1)
    return bool(close) and close[0] in task.actions
