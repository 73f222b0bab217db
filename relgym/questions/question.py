"""A question: what it is about, what may be said beside, and who answers it in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from typing import Any, Literal

from relgym.errors import RelgymError, WrongForm
from relgym.questions.forms import Field, Form
from relgym.questions.plays import Given, Language

About = Literal["state", "action", "formula", "statement"]
"""The subject of a question: none but the state, an action, a formula, or any of these to explain."""


Answer = dict[str, Any]


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
    path: tuple[tuple[Any, Any], ...] = ()
    texts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """The number of steps from the start to the state, 0 if the path is not known."""
        return max(len(self.path) - 1, 0)

    def with_lines(self, form: Answer, lines: Iterable[str]) -> Answer:
        """Return an answer with its lines of text, if they are wanted."""
        return {**form, "lines": [*lines]} if self.options["lines"] else form


@dataclass(frozen=True, slots=True)
class Question:
    """A question.

    Attributes:
        name: Its name.
        summary: What is answered, in a phrase.
        about: Its subject.
        pddl: The dotted name of the function that answers it for a task, if it is one of PDDL.
        rddl: That of the function for an instance, if it is one of RDDL.
        options: What may be said beside.
        needs_path: Whether the answer depends on the steps that led to the state.
        needs_texts: True if the answer depends on the texts of the task.
        example: An example of an answer.
        is_long: True if the answer takes seconds, or the programs of planners.
    """

    name: str
    summary: str
    about: About
    pddl: str | None = None
    rddl: str | None = None
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

    @property
    def modules(self) -> set[str]:
        """Names of the modules that answer it."""
        return {place.rpartition(".")[0] for place in (self.pddl, self.rddl) if place is not None}

    def function(self, language: Language) -> Callable[[Any, Asked], Answer]:
        """Return the function that answers it; raises `RelgymError` if it is for the other language alone."""
        place = {"pddl": self.pddl, "rddl": self.rddl}[language]
        if place is None:
            only = "PDDL" if self.rddl is None else "RDDL"
            hint = "`policy` says what to do next" if self.name in ("plan", "planners") else "ask another one"
            raise RelgymError(f"the question '{self.name}' is for {only} alone", hint=hint)
        # Only what a question needs is imported, to keep the command line fast.
        module, _, name = place.rpartition(".")
        function: Callable[[Any, Asked], Answer] = getattr(import_module(module), name)
        return function

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
