"""The questions that the service answers: those of `relgym.questions`, and sets of questions about a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.questions.forms import SEED, TEXTS, WHOLE, Field, check_count
from relgym.questions.plays import Play
from relgym.questions.question import Answer, Asked, Question, needs_packages, options
from relgym.questions.table import QUESTIONS as OF_STATES
from relgym.questions.table import named
from relgym.tuning.service import QUESTIONS_LIMIT, SAMPLES_LIMIT


@needs_packages
def sets(play: Play, asked: Asked) -> Answer:
    """Answer `questions`."""
    from relgym.data.question_sets.making import questions

    kinds, forms, count, seed = (asked.options[name] for name in ("kinds", "forms", "count", "seed"))
    check_count(count, "questions", QUESTIONS_LIMIT)
    left_out: list[dict[str, str]] = []

    def noted(kind: str, _: str, reason: str) -> None:
        left_out.append({"kind": kind, "reason": reason})

    made = questions(play.reasoner, kinds or None, count, seed, forms or "boolean", left_out=noted)
    return {"questions": [one.to_json() for one in made], "left_out": left_out}


SETS = Question(
    "questions",
    "questions about the problem with verified answers, in words",
    "state",
    f"{__name__}.sets",
    f"{__name__}.sets",
    options=options(
        Field("kinds", TEXTS, "The kinds of questions; by default all that make sense.", [], ["applicable"]),
        Field("forms", TEXTS, "The forms of answers: boolean, choice, open.", [], ["boolean"]),
        Field("count", WHOLE, "The number of questions.", 10, 2),
        SEED,
    ),
    example={"questions": [{"question": 'Can "press" be taken?', "answer": "yes"}], "left_out": []},
    is_long=True,
)

QUESTIONS: dict[str, Question] = {**OF_STATES, SETS.name: SETS}
"""All questions by their names."""


def question(name: str) -> Question:
    """Return a question; raises `UnknownName` if there is none of this name."""
    return named(name, QUESTIONS)


def check_limits(options: Mapping[str, Any]) -> None:
    """Raise `WrongForm` for options of a question that would take a worker too long."""
    if type(options.get("samples")) is int:
        check_count(options["samples"], "samples", SAMPLES_LIMIT)
