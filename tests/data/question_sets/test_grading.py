"""Answers are read as people mean them, wrong ones are wrong, and what is not clear is not graded."""

from __future__ import annotations

import pytest
from data.question_sets.phrasings import ACTIONS, QUESTIONS, RIGHT
from data.question_sets.wrong_phrasings import UNCLEAR, WRONG

from relgym.data import grade
from relgym.data.question_sets.question import TaskQuestion, Validator


@pytest.mark.parametrize(("kind", "answer"), RIGHT)
def test_right_answers(kind, answer):
    found = grade(QUESTIONS[kind], answer)
    assert found.correct, found
    assert (found.score, found.reason) == (1.0, "")
    assert found.read is not None


@pytest.mark.parametrize(("kind", "answer"), WRONG)
def test_wrong_answers(kind, answer):
    found = grade(QUESTIONS[kind], answer)
    assert not found.correct, found
    assert found.read is not None, found
    assert found.reason


@pytest.mark.parametrize(("kind", "answer"), UNCLEAR)
def test_answers_that_are_not_clear(kind, answer):
    found = grade(QUESTIONS[kind], answer)
    assert (found.correct, found.score, found.read) == (False, 0.0, None), found
    assert "; write " in found.reason


def test_old_files_have_no_forms():
    steps = TaskQuestion("applicable", "open", "", "?", "", validator=Validator("set", ("(go a b)",)))
    assert grade(steps, "go a b").correct
    assert grade(steps, "(go a c)").read == "(go a c)"
    none = TaskQuestion("applicable", "open", "", "?", "none", validator=Validator("set", ()))
    assert grade(none, "none").correct
    assert not grade(none, "(go a b)").correct
    assert not grade(none, "2").correct


def test_forms_are_kept():
    asked = TaskQuestion("applicable", "open", "", "?", "", validator=Validator("set", (), ACTIONS))
    assert TaskQuestion.from_json(asked.to_json()) == asked


@pytest.mark.parametrize(
    "text", ["(" * 5000, "[" * 5000, "{" * 5000, "yes no " * 2000, "A or B. " * 2000, "1 " * 5000, "no, wait, " * 2000]
)
@pytest.mark.parametrize("kind", QUESTIONS)
def test_long_answers_end(kind, text):
    grade(QUESTIONS[kind], text)
