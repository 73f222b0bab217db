"""The table of questions, and how one is answered.

A new question stands in `states.py`, `texts.py`, `pictures.py`, `paths.py` or `planning.py`, in the tuple at the end of
the file.

>>> import relgym
>>> domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"))
>>> ask(reasoner, "query", "(lit)")
{'holds': False}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from relgym.errors import RelgymError, UnknownName, did_you_mean
from relgym.questions.paths import PATHS
from relgym.questions.pictures import PICTURES
from relgym.questions.planning import LONG
from relgym.questions.plays import Given, PDDLPlay, Play, RDDLPlay, play_of
from relgym.questions.question import Answer, Asked, Question
from relgym.questions.states import STATES
from relgym.questions.texts import TEXTS
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner

QUESTIONS: dict[str, Question] = {own.name: own for own in (*STATES, *TEXTS, *PICTURES, *PATHS, *LONG)}
"""All questions by their names."""


def named(name: str, questions: Mapping[str, Question] = QUESTIONS) -> Question:
    """Return a question; raises `UnknownName` if there is none of this name."""
    if name not in questions:
        expected, hint = f"one of {', '.join(questions)}", did_you_mean(name, questions)
        raise UnknownName(f"there is no question '{name}'", expected=expected, hint=hint)
    return questions[name]


def ask(
    reasoner: PDDLReasoner | RDDLReasoner,
    question: str,
    subject: Given = "",
    state: Any = None,
    path: Sequence[tuple[Given | None, Any]] = (),
    **options: Any,
) -> Answer:
    """Answer a question by a reasoner, as the command and the service answer it.

    Args:
        reasoner: A reasoner of either language.
        question: The name of the question.
        subject: Its subject; an empty text if it has none.
        state: The state that it is about; by default the start.
        path: The actions and states from a start to the state, if they are known; the start has no action.
        options: Its options.

    Returns:
        The answer, as JSON has it.

    Raises:
        UnknownName: There is no such question.
        WrongForm: The subject or the options have another form.
        RelgymError: It cannot be answered.
    """
    play = play_of(reasoner)
    return answer(play, named(question), subject, options, play.initial() if state is None else state, path)


def answer(
    play: Play,
    question: Question,
    subject: Given,
    options: Mapping[str, Any],
    state: Any,
    path: Sequence[tuple[Given | None, Any]] = (),
    texts: Mapping[str, Any] = MappingProxyType({}),
) -> Answer:
    """Answer a question.

    Args:
        play: A task on an engine.
        question: The question.
        subject: Its subject.
        options: Its options.
        state: The state that it is about.
        path: The actions and states that led there, if the question needs them.
        texts: The texts of the task, if the question needs them.

    Raises:
        WrongForm: Its options have another form.
        RelgymError: It cannot be answered.
    """
    asked = Asked(state, subject, question.options.read(dict(options)), tuple(path), texts)
    match play:
        case PDDLPlay() if question.pddl is not None:
            return question.pddl(play, asked)
        case RDDLPlay() if question.rddl is not None:
            return question.rddl(play, asked)
        case _:
            language = "PDDL" if question.rddl is None else "RDDL"
            hint = "`policy` says what to do next" if question.name in ("plan", "planners") else "ask another one"
            raise RelgymError(f"the question '{question.name}' is for {language} alone", hint=hint)
