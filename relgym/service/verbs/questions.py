"""The questions that the service answers: those of `relgym.questions`, and sets of questions about a problem."""

from __future__ import annotations

from relgym.questions.forms import TEXTS, WHOLE
from relgym.questions.planning import SEED, check
from relgym.questions.plays import PDDLPlay, RDDLPlay
from relgym.questions.question import Answer, Asked, Field, Question, needs_packages, options
from relgym.questions.table import QUESTIONS as OF_STATES
from relgym.questions.table import named
from relgym.tuning.service import QUESTIONS_LIMIT


@needs_packages
def _questions(play: PDDLPlay | RDDLPlay, asked: Asked) -> Answer:
    from relgym.data.question_sets.making import questions

    kinds, forms, count, seed = (asked.options[name] for name in ("kinds", "forms", "count", "seed"))
    check(count, QUESTIONS_LIMIT, "questions")
    left_out: list[dict[str, str]] = []

    def noted(kind: str, _: str, reason: str) -> None:
        left_out.append({"kind": kind, "reason": reason})

    made = questions(play.reasoner, kinds or None, count, seed, forms or "boolean", left_out=noted)
    return {"questions": [one.to_json() for one in made], "left_out": left_out}


SETS = Question(
    "questions",
    "questions about the problem with verified answers, in words",
    "state",
    _questions,
    _questions,
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
