"""Questions are asked here: of a reasoner in Python, or of a play, as a service has them.

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

from relgym.errors import WrongForm
from relgym.model.pddl.problem import Task
from relgym.questions.plays import Given, Play
from relgym.questions.question import Answer, Asked, Question
from relgym.questions.table import named
from relgym.reasoning.reasoner import Reasoner


def play_of(reasoner: Reasoner) -> Play:
    """Return the play of a reasoner."""
    # Only the language of the reasoner is imported.
    if isinstance(reasoner.model, Task):
        from relgym.questions.pddl.play import PDDLPlay

        return PDDLPlay(reasoner)  # type: ignore[arg-type]  # the model decides
    from relgym.questions.rddl.play import RDDLPlay

    return RDDLPlay(reasoner)  # type: ignore[arg-type]  # the model decides


def ask(
    reasoner: Reasoner,
    question: str,
    subject: Given = "",
    state: Any = None,
    path: Sequence[tuple[Any, Any]] = (),
    texts: Mapping[str, Any] = MappingProxyType({}),
    **options: Any,
) -> Answer:
    """Answer a question by a reasoner, as the command and the service answer it.

    Args:
        reasoner: A reasoner of either language.
        question: The name of the question.
        subject: Its subject; an empty text if it has none.
        state: The state that it is about; by default the start.
        path: The actions and states from a start to the state, if they are known; the start has no action.
        texts: The texts of the task, `domain`, `problem` and a list of `axioms`, if the question is about them.
        options: Its options.

    Returns:
        The answer, as JSON has it.

    Raises:
        UnknownName: There is no such question.
        WrongForm: The subject or the options have another form.
        RelgymError: It cannot be answered.
    """
    play = play_of(reasoner)
    return answer(play, named(question), subject, options, play.initial() if state is None else state, path, texts)


def answer(
    play: Play,
    question: Question,
    subject: Given,
    options: Mapping[str, Any],
    state: Any,
    path: Sequence[tuple[Any, Any]] = (),
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
        RelgymError: It is for the other language, or cannot be answered.
    """
    if question.needs_texts and not texts:
        raise WrongForm(f"the question '{question.name}' is about texts, which are missing", expected="domain, problem")
    asked = Asked(state, subject, question.options.read(dict(options)), tuple(path), texts)
    return question.function(play.language)(play, asked)
