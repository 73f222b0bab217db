"""Questions with a wrong subject, a wrong option or of the other language are refused by name."""

from __future__ import annotations

from typing import Any

import pytest
from questions.test_answers import PDDL, RDDL
from service.ways import Together

from relgym.service.verbs.questions import QUESTIONS

TASKS = {"pddl": PDDL, "rddl": RDDL}
GOOD = {
    "pddl": {"state": "", "action": "(shake)", "formula": "(dark)", "statement": "(dark)"},
    "rddl": {"state": "", "action": "noop", "formula": "count(x)", "statement": "count(x)"},
}


def refused(together: Together, language: str, question: str, **data: Any) -> dict[str, Any]:
    task = together("tasks.create", **TASKS[language])["id"]
    return together.refused("tasks.ask", task=task, question=question, **data)


def subject_of(question: str, language: str) -> dict[str, str]:
    """The member of a request that has a subject of a question, if it has one."""
    own = QUESTIONS[question]
    return {} if own.member is None else {own.member: GOOD[language][own.about]}


@pytest.mark.parametrize("language", TASKS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_subjects_and_options(together: Together, language: str, question: str) -> None:
    about, good = QUESTIONS[question].about, subject_of(question, language)
    found = refused(together, language, question, **good, options={"colour": "red"})
    assert (found["status"], found["detail"]) == (400, "there is no option 'colour'")
    assert found["expected"]
    for name in QUESTIONS[question].options.fields:
        found = refused(together, language, question, **good, options={name: [[]]})
        assert (found["status"], found["detail"]) == (400, f"{name} has another kind of value")
        found = refused(together, language, question, **good, **{name: 1})
        assert (found["status"], found["hint"]) == (400, f'it is an option: {{"options": {{"{name}": …}}}}')
    member = QUESTIONS[question].member
    for other in {"formula", "subject"} - {member}:
        found = refused(together, language, question, **{other: "(dark)"})
        assert (found["status"], found["detail"]) == (400, f"the question '{question}' has no {other}")
        assert found["hint"] == (f"it takes a {member}" if member else f"leave the {other} out")
    if member is None:
        return
    found = refused(together, language, question)
    assert (found["status"], found["detail"]) == (400, f"the member '{member}' is missing")
    if getattr(QUESTIONS[question], language) is None:
        return
    for text in ("(((" if language == "pddl" else "count(", "", "  "):
        # No text of RDDL is no change of the default values of action cells.
        if not (language == "rddl" and about == "action" and not text.strip()):
            found = refused(together, language, question, **{member: text})
            assert found["status"] in (409, 422)
            assert found["detail"]


@pytest.mark.parametrize("language", TASKS)
@pytest.mark.parametrize("question", [name for name, own in QUESTIONS.items() if None in (own.pddl, own.rddl)])
def test_questions_of_one_language(together: Together, language: str, question: str) -> None:
    own = QUESTIONS[question]
    subject = subject_of(question, language)
    if getattr(own, language) is None:
        found = refused(together, language, question, **subject)
        assert found["status"] == 422
        assert f"the question '{question}' is for" in found["detail"]
    else:
        task = together("tasks.create", **TASKS[language])["id"]
        together("tasks.ask", task=task, question=question, **subject)


@pytest.mark.parametrize(
    ("language", "question", "more", "detail"),
    [
        (
            "pddl",
            "outcomes",
            {"subject": "(shake)", "options": {"samples": 3}},
            "outcomes of PDDL can always be listed",
        ),
        ("rddl", "outcomes", {"subject": "noop", "options": {"samples": 0}}, "0 samples are not possible"),
        ("pddl", "successor", {"subject": "(shake)"}, "chance decides what follows"),
        ("rddl", "successor", {"subject": "noop"}, "chance decides what follows"),
        ("pddl", "translate", {"options": {"names": False}}, "a program in Python has one spelling"),
        ("rddl", "translate", {"options": {"names": False}}, "a program in Python has one spelling"),
        ("pddl", "explain", {"subject": {"x": True}}, "PDDL takes texts, not values of cells"),
        ("pddl", "actons", {}, "there is no question 'actons'"),
    ],
)
def test_options_that_mean_nothing(
    together: Together, language: str, question: str, more: dict[str, Any], detail: str
) -> None:
    found = refused(together, language, question, **more)
    assert found["detail"] == detail
    assert found.get("hint") or found.get("expected")


def test_a_belief_needs_observations(together: Together) -> None:
    blind = {**PDDL, "domain": str(PDDL["domain"]).replace("seen-lit", "known-lit")}
    task = together("tasks.create", **blind)["id"]
    found = together.refused("tasks.ask", task=task, question="belief")
    assert found["detail"] == "the task does not say what is seen"


def test_rddl_has_no_achievers(together: Together) -> None:
    task = together("tasks.create", **RDDL)["id"]
    asked = {"task": task, "question": "explain", "subject": "count(x)", "options": {"achievers": True}}
    found = together.refused("tasks.ask", **asked)
    assert (found["detail"], found["hint"]) == (
        "achievers are of PDDL: a step of RDDL computes every value anew",
        "leave the option 'achievers' out",
    )


@pytest.mark.parametrize("question", ["outcomes", "preview"])
def test_draws_with_endless_results_can_be_sampled(together: Together, question: str) -> None:
    endless = {**RDDL, "domain": str(RDDL["domain"]).replace("Bernoulli(0.75)", "Normal(0.0, 1.0) > 0.0")}
    task = together("tasks.create", **endless)["id"]
    asked = {"task": task, "question": question, "subject": "up___x = true"}
    found = together.refused("tasks.ask", **asked)
    assert (found["status"], found["hint"]) == (422, "the option 'samples' draws some of them")
    assert len(together("tasks.ask", **asked, options={"samples": 50})["outcomes"]) == 2
