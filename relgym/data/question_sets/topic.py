"""A topic: one state, or one plan in it, with everything that is right and wrong to say about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from relgym.data.question_sets.question import Validator
from relgym.model.pddl.state import State


class OpenQuestion(NamedTuple):
    """A question with an open answer.

    Attributes:
        query: The question.
        validator: The check of answers.
        answer: The answer.
        rationale: Why this is the answer.
        subjects: What it asks about in PDDL.
    """

    query: str
    validator: Validator
    answer: str
    rationale: str
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """The source of questions of one kind.

    Attributes:
        state: The state of the context.
        right: The subjects of which the statement is true, in any form that `words` takes.
        wrong: The subjects of which it is false.
        boolean: The question for one subject; its words take the place of `{}`.
        choice: The question that only a right subject answers.
        words: Returns the words for a subject.
        text: Returns a subject in PDDL.
        why: Returns the reason why a subject is right or wrong.
        open: Returns the question with an open answer; `None` if there is none.
        told: What the context says beyond the state, such as a plan.
        plan: The actions that it is about, one or a whole plan.
        goal: The atoms of the goal, if that is not the goal of the problem.
        key: What tells this topic from others about the same state.
    """

    state: State
    right: Sequence[Any]
    wrong: Sequence[Any]
    boolean: str
    choice: str
    words: Callable[[Any], str]
    text: Callable[[Any], str]
    why: Callable[[Any, bool], str]
    open: Callable[[], OpenQuestion | None] = field(default=lambda: None)
    told: str = ""
    plan: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    key: Hashable = None
