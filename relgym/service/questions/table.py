"""The table of questions, and how one is answered.

A new question stands in `states.py`, `texts.py`, `pictures.py`, `paths.py` or `planning.py`, in the tuple at the end of
the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from relgym.errors import did_you_mean
from relgym.service.problems import Refused
from relgym.service.questions.paths import PATHS
from relgym.service.questions.pictures import PICTURES
from relgym.service.questions.planning import LONG
from relgym.service.questions.question import Answer, Asked, Question
from relgym.service.questions.states import STATES
from relgym.service.questions.texts import TEXTS
from relgym.service.workers.plays import Given, PDDLPlay, Play, RDDLPlay

QUESTIONS: dict[str, Question] = {own.name: own for own in (*STATES, *TEXTS, *PICTURES, *PATHS, *LONG)}
"""All questions by their names."""


def question(name: str) -> Question:
    """Return a question; raises `Refused` if there is none of this name."""
    found = QUESTIONS.get(name)
    if found is None:
        raise Refused(
            404,
            f"there is no question '{name}'",
            expected=f"one of {', '.join(QUESTIONS)}",
            hint=did_you_mean(name, QUESTIONS),
        )
    return found


def answer(
    play: Play,
    name: str,
    subject: Given,
    options: Mapping[str, Any],
    state: Mapping[str, Any] | None,
    path: list[tuple[Given | None, Mapping[str, Any]]],
    texts: Mapping[str, Any] = MappingProxyType({}),
) -> Answer:
    """Answer a question.

    Args:
        play: A task on an engine.
        name: The question.
        subject: Its subject.
        options: Its options.
        state: The state that it is about; `None` for the start.
        path: The actions and states that led there, if the question needs them.
        texts: The texts of the task, if the question needs them.

    Raises:
        Refused: There is no such question in this language, or its options have another form.
        RelgymError: It cannot be answered.
    """
    found = question(name)
    given = found.options.read(dict(options))
    at = play.initial() if state is None else play.restored(state)
    asked = Asked(at, subject, given, tuple((action, play.restored(form)) for action, form in path), texts)
    match play:
        case PDDLPlay() if found.pddl is not None:
            return found.pddl(play, asked)
        case RDDLPlay() if found.rddl is not None:
            return found.rddl(play, asked)
        case _:
            language = "PDDL" if found.rddl is None else "RDDL"
            hint = "`policy` says what to do next" if name in ("plan", "planners") else "ask another one"
            raise Refused(422, f"the question '{name}' is for {language} alone", hint=hint)
