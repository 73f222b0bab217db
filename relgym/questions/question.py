"""A question: what it is about, what may be said beside, and who answers it in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Literal

from relgym.errors import RelgymError, WrongForm
from relgym.questions.forms import ACTION, Field, Form, ValueKind
from relgym.questions.plays import Given, PDDLPlay, RDDLPlay

About = Literal["state", "action", "formula", "statement"]
"""The subject of a question: none but the state, an action, a formula, or any of these to explain."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is asked.

    Attributes:
        state: The state that it is about.
        subject: Its subject; an empty text if it has none.
        options: Its options, with the defaults of those that are left out.
        path: The actions and states that led there from the start of a session, if the question needs them.
        texts: The texts of the task, if the question needs them.
    """

    state: Any
    subject: Given
    options: Mapping[str, Any]
    path: tuple[tuple[Given | None, Any], ...] = ()
    texts: Mapping[str, Any] = field(default_factory=dict)


Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A question.

    Attributes:
        name: Its name.
        summary: What is answered, in a phrase.
        about: Its subject.
        pddl: Answers it for a task, if it is one of PDDL.
        rddl: Answers it for an instance, if it is one of RDDL.
        options: What may be said beside.
        needs_path: Whether the answer depends on the steps that led to the state.
        needs_texts: True if the answer depends on the texts of the task.
        example: An example of an answer.
        is_long: True if the answer takes seconds, or the programs of planners.
    """

    name: str
    summary: str
    about: About
    pddl: Callable[[PDDLPlay, Asked], Answer] | None = None
    rddl: Callable[[RDDLPlay, Asked], Answer] | None = None
    options: Form = field(default_factory=lambda: Form(what="option"))
    needs_path: bool = False
    needs_texts: bool = False
    example: Any = None
    is_long: bool = False

    @property
    def member(self) -> str | None:
        """Name of the member of a request that has the subject, if there is one."""
        match self.about:
            case "state":
                return None
            case "formula":
                return "formula"
            case "action" | "statement":
                return "subject"

    def subject_of(self, asked: Mapping[str, Any]) -> Given:
        """Return the subject in the members of a request; raises `WrongForm` if it is missing, or has another name."""
        for name in ("formula", "subject"):
            if name in asked and name != self.member:
                hint = f"it takes a {self.member}" if self.member else f"leave the {name} out"
                raise WrongForm(f"the question '{self.name}' has no {name}", hint=hint)
        if self.member is None:
            return ""
        if self.member not in asked:
            expected = _EXPECTED[self.about]
            raise WrongForm(f"the member '{self.member}' is missing", expected=expected)
        subject: Given = asked[self.member]
        return subject


_EXPECTED: Mapping[About, str] = {
    "state": "nothing",
    "action": "an action, such as (press)",
    "formula": "a formula, such as (on ?x ?y)",
    "statement": "an action, an atom or another formula, or the word goal",
}

BOOL = ValueKind("true or false", {"type": "boolean"}, lambda value: isinstance(value, bool))


def needs_packages(answer: Callable[[Any, Asked], Answer]) -> Callable[[Any, Asked], Answer]:
    """Return a function that refuses a question where a package is missing, as in a browser."""

    @wraps(answer)
    def answered(play: Any, asked: Asked) -> Answer:
        try:
            return answer(play, asked)
        except ModuleNotFoundError as error:
            detail = f"the question needs a package that is not installed: {error.name}"
            raise RelgymError(detail, hint="ask a service: pip install 'relgym[serve]', then relgym serve") from None

    return answered


def options(*fields: Field) -> Form:
    """Return the form of a question's options."""
    return Form(*fields, what="option")


def text_of(given: Given) -> str:
    """Return a subject that must be a text; raises `WrongForm` for values of cells."""
    if not isinstance(given, str):
        raise WrongForm("PDDL takes texts, not values of cells", hint='"(press)"')
    return given


__all__ = [
    "ACTION",
    "BOOL",
    "About",
    "Answer",
    "Asked",
    "Field",
    "Form",
    "Question",
    "needs_packages",
    "options",
    "text_of",
]
