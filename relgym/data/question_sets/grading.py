"""Grades for answers to questions.

>>> from relgym.data.question_sets.question import TaskQuestion, Validator
>>> steps = Validator("set", ("(go a b)", "(go a c)"))
>>> asked = TaskQuestion("applicable", "open", "", "Which actions can be taken?", "(go a b) (go a c)", validator=steps)
>>> grade(asked, "You can (go a c), or (GO a b).").correct
True
>>> grade(asked, "(go a b) (go b a)")
Grade(correct=False, score=0.5, reason='missing: (go a c); wrong: (go b a)')
>>> grade(TaskQuestion("applicable", "boolean", "", "Can it be taken?", "no"), "No, it cannot.").correct
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, assert_never

from relgym.arguments import check_text
from relgym.data.question_sets.question import LABELS, NUMBER, TaskQuestion, Validator
from relgym.errors import RelgymError

_WORD = re.compile(r"[a-z0-9_.+-]+")
_TRUTH = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}

TOLERANCE = 1e-6
"""The largest difference of a right number."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of an answer.

    Attributes:
        correct: True if the answer is right and complete.
        score: 1 for a correct answer, 0 for a wrong one; for sets the F1 score.
        reason: The missing or wrong part; empty for a correct answer.
    """

    correct: bool
    score: float
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the grade as plain data, as `relgym grade --json` prints it."""
        return {"correct": self.correct, "score": self.score, "reason": self.reason}


def grade(question: TaskQuestion | Mapping[str, Any], answer: str) -> Grade:
    """Grade an answer to a question.

    Args:
        question: The question, or its JSON form.
        answer: The answer: `yes` or `no`, the label or the text of a choice, or what an open question asks for. Words
            around it do no harm, as long as the first answer in the text is meant.

    Returns:
        The grade.

    Raises:
        RelgymError: The question or the answer has a wrong form.
    """
    asked = question if isinstance(question, TaskQuestion) else TaskQuestion.from_json(question)
    check_text("an answer", answer, "a text")
    match asked.form:
        case "boolean":
            given = next((_TRUTH[word] for word in _WORD.findall(answer.lower()) if word in _TRUTH), None)
            return _single(given, asked.answer, "there is neither yes nor no in it")
        case "choice":
            return _single(_label(asked, answer), asked.answer, "it names none of the choices")
        case "open":
            if asked.validator is None:
                raise RelgymError("an open question has no validator", expected="a key 'validator'")
            return _checked(asked.validator, answer)
        case _:
            assert_never(asked.form)


def _single(given: str | None, right: str, otherwise: str) -> Grade:
    if given is None:
        return Grade(False, 0.0, otherwise)
    return Grade(True, 1.0) if given == right else Grade(False, 0.0, f"it is {right}, not {given}")


def _label(question: TaskQuestion, answer: str) -> str | None:
    """Find the label of the choice that is meant: its letter, or its whole text."""
    text = answer.strip()
    for label, choice in zip(LABELS, question.choices, strict=False):
        if text.strip(" .").lower() == choice.lower():
            return label
    found = re.search(rf"(?<![A-Za-z'])([{LABELS[: len(question.choices)]}])(?![A-Za-z'])", text)
    if found:
        return found[1]
    return text.upper() if len(text) == 1 and text.upper() in LABELS[: len(question.choices)] else None


def _checked(validator: Validator, answer: str) -> Grade:
    match validator.check:
        case "number":
            given = next(iter(NUMBER.findall(answer)), None)
            if given is None:
                return Grade(False, 0.0, "there is no number in it")
            right = _value(validator.accepted[0])
            correct = isclose(_value(given), right, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
            return Grade(correct, float(correct), "" if correct else f"it is {validator.accepted[0]}, not {given}")
        case "any":
            items = list(_items(answer, validator.accepted))
            if items and items[0] in validator.accepted:
                return Grade(True, 1.0)
            return Grade(False, 0.0, f"{items[0] if items else 'nothing'} is not one of those that are right")
        case "set":
            return _as_set(frozenset(validator.accepted), frozenset(_items(answer, validator.accepted)))
        case _:
            assert_never(validator.check)


def _as_set(right: frozenset[str], given: frozenset[str]) -> Grade:
    if right == given:
        return Grade(True, 1.0)
    both = len(right & given)
    score = 2 * both / (len(right) + len(given))
    parts = []
    for what, items in (("missing", right - given), ("wrong", given - right)):
        if items:
            parts.append(f"{what}: {' '.join(sorted(items))}")
    return Grade(False, round(score, 4), "; ".join(parts))


def _value(text: str) -> float:
    top, _, bottom = text.partition("/")
    if not bottom:
        return float(top)
    return float(top) / float(bottom) if float(bottom) else float("nan")


def _items(answer: str, accepted: tuple[str, ...]) -> Iterator[str]:
    """Yield the items of an answer: expressions in parentheses; numbers or words if there are none of these."""
    text = answer.lower()
    found = list(_expressions(text))
    if found or any(item.startswith("(") for item in accepted):
        yield from found
    elif all(NUMBER.fullmatch(item) for item in accepted) and accepted:
        yield from NUMBER.findall(text)
    elif accepted or text.strip(" .") not in ("", "none"):
        known = set(accepted)
        yield from (word for word in _WORD.findall(text) if word in known or not accepted)


def _expressions(text: str) -> Iterator[str]:
    """Yield the outermost expressions in parentheses, with single spaces."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        if character == "(":
            if not depth:
                start = place
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            if not depth:
                words = text[start : place + 1].replace("(", " ( ").replace(")", " ) ").split()
                yield " ".join(words).replace("( ", "(").replace(" )", ")")
