"""Grades for answers to questions.

>>> from relgym.data.question_sets.question import TaskQuestion, Validator
>>> steps = Validator("set", ("(go a b)", "(go a c)"))
>>> asked = TaskQuestion("applicable", "open", "", "Which actions can be taken?", "(go a b) (go a c)", validator=steps)
>>> grade(asked, "You can (go a c), or (GO a b).").correct
True
>>> grade(asked, "(go a b) (go b a)")
Grade(correct=False, score=0.5, reason='missing: (go a c); wrong: (go b a)', read='(go a b) (go b a)')
>>> grade(TaskQuestion("applicable", "boolean", "", "Can it be taken?", "no"), "No, it cannot.").correct
True
>>> grade(TaskQuestion("applicable", "boolean", "", "Can it be taken?", "no"), "Yes and no.")
Grade(correct=False, score=0.0, reason='the answer is not clear; write yes or no', read=None)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, assert_never

from relgym.arguments import check_text
from relgym.data.question_sets.answers.items import one_reader, set_reader
from relgym.data.question_sets.answers.labels import choice_reader
from relgym.data.question_sets.answers.numbers import number
from relgym.data.question_sets.answers.passages import Found, Reader, Unclear, found_in
from relgym.data.question_sets.answers.truths import truth
from relgym.data.question_sets.question import ANY_NUMBER, LABELS, TaskQuestion, Validator
from relgym.errors import RelgymError

TOLERANCE = 1e-6
"""The largest difference of a right number."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of an answer.

    Attributes:
        correct: True if the answer is right and complete.
        score: 1 for a correct answer, 0 for a wrong one or one that cannot be read; for sets the F1 score.
        reason: The missing or wrong part, or what to write; empty for a correct answer.
        read: The answer as it was read, such as `yes`; `None` if the text has none, or is not clear, so that nothing
            was graded.
    """

    correct: bool
    score: float
    reason: str = ""
    read: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the grade as plain data, as `relgym grade --json` prints it."""
        return {"correct": self.correct, "score": self.score, "reason": self.reason, "read": self.read}


def grade(question: TaskQuestion | Mapping[str, Any], answer: str) -> Grade:
    """Grade an answer to a question.

    Args:
        question: The question, or its JSON form.
        answer: The answer: `yes` or `no`, the label or the text of a choice, or what an open question asks for. It may
            stand in a longer text; `relgym.data.question_sets.answers.passages` says where it is looked for.

    Returns:
        The grade.

    Raises:
        RelgymError: The question or the answer has a wrong form.
    """
    asked = question if isinstance(question, TaskQuestion) else TaskQuestion.from_json(question)
    check_text("an answer", answer, "a text")
    match asked.form:
        case "boolean":
            return _single(answer, truth, asked.answer, "yes or no")
        case "choice":
            labels = ", ".join(LABELS[: len(asked.choices) - 1]) + f" or {LABELS[len(asked.choices) - 1]}"
            return _single(answer, choice_reader(asked.choices), asked.answer, labels)
        case "open":
            if asked.validator is None:
                raise RelgymError("an open question has no validator", expected="a key 'validator'")
            return _checked(asked.validator, answer)
        case _:
            assert_never(asked.form)


def _read(answer: str, read: Reader[Found], wanted: str, whole_only: bool = False) -> Found | Grade:
    """Return what a reader finds; where it finds nothing, the grade that says what to write."""
    try:
        given = found_in(answer, read, whole_only)
    except Unclear:
        return Grade(False, 0.0, f"the answer is not clear; write {wanted}")
    return Grade(False, 0.0, f"there is no answer in it; write {wanted}") if given is None else given


def _single(answer: str, read: Reader[str], right: str, wanted: str) -> Grade:
    given = _read(answer, read, wanted)
    if isinstance(given, Grade):
        return given
    return _compared(given == right, right, given)


def _compared(correct: bool, right: str, given: str) -> Grade:
    return Grade(correct, float(correct), "" if correct else f"it is {right}, not {given}", given)


def _checked(validator: Validator, answer: str) -> Grade:
    accepted = tuple(item.lower() for item in validator.accepted)
    match validator.check:
        case "number":
            given = _read(answer, number, "a number")
            if isinstance(given, Grade):
                return given
            right = _value(accepted[0])
            return _compared(isclose(_value(given), right, rel_tol=TOLERANCE, abs_tol=TOLERANCE), accepted[0], given)
        case "any":
            wanted = f"one answer, such as {_examples(validator) or 'a word'}"
            named = _read(answer, one_reader(accepted, validator.forms), wanted, _is_pddl(validator))
            if isinstance(named, Grade):
                return named
            right_ones = [item for item in named if item in accepted]
            if right_ones and len(right_ones) < len(named):
                return Grade(False, 0.0, f"the answer is not clear; write {wanted}")
            names = " ".join(named)
            return Grade(True, 1.0, "", names) if right_ones else Grade(False, 0.0, f"{names} is not right", names)
        case "set":
            wanted = f"all items, such as {_examples(validator) or '(name object)'}, or none"
            items = _read(answer, set_reader(accepted, validator.forms), wanted, whole_only=True)
            if isinstance(items, Grade):
                return items
            return _as_set(frozenset(accepted), frozenset(items), " ".join(items) or "none")
        case _:
            assert_never(validator.check)


def _is_pddl(validator: Validator) -> bool:
    return any(form.startswith("(") for form in validator.forms or validator.accepted)


def _examples(validator: Validator) -> str:
    """Return some forms of answers; never an accepted one."""
    shown = {ANY_NUMBER: "2"}
    return ", ".join(shown.get(form, form) for form in validator.forms[:3])


def _as_set(right: frozenset[str], given: frozenset[str], answered: str) -> Grade:
    if right == given:
        return Grade(True, 1.0, "", answered)
    both = len(right & given)
    score = 2 * both / (len(right) + len(given))
    parts = []
    for what, items in (("missing", right - given), ("wrong", given - right)):
        if items:
            parts.append(f"{what}: {' '.join(sorted(items, key=_order))}")
    return Grade(False, round(score, 4), "; ".join(parts), answered)


def _order(item: str) -> tuple[int, str]:
    """Order numbers by their value, and other items as texts."""
    return (int(item) if item.isdigit() else 0), item


def _value(text: str) -> float:
    top, _, bottom = text.partition("/")
    if not bottom:
        return float(top)
    return float(top) / float(bottom) if float(bottom) else float("nan")
