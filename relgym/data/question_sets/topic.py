"""A topic: one state, or one plan in it, with everything that is right and wrong to say about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.question import Validator


class QuestionMaterial(Protocol):
    """A problem prepared for questions, in either language.

    Attributes:
        problem: The problem.
        seed: The seed of all that is drawn.
    """

    problem: QuestionProblem
    seed: str

    @property
    def background(self) -> str:
        """The domain and the problem in words: what is the same in all states."""

    def state_key(self, state: Any) -> Hashable:
        """Return what tells a state from others."""

    def state_words(self, state: Any) -> str:
        """Return a state in words."""

    def state_json(self, state: Any) -> dict[str, Any]:
        """Return a state as its `to_json` has it; not to be changed."""


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
    """The source of questions of one kind, about a problem of either language.

    Attributes:
        state: The state of the context.
        right: The subjects for which the statement is true, in any form that `words` takes.
        wrong: The subjects for which it is false.
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

    state: Any
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


def empty(state: Any) -> Topic:
    """Return a topic about which nothing can be asked; many of them in a row end the questions."""
    return Topic(state, [], [], "", "", str, str, lambda subject, right: "")
