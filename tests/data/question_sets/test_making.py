"""Question sets are balanced, without repetitions, the same for the same seed, and split by problem."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import relgym
from relgym.data import TaskQuestion, problems_of, questions
from relgym.data.question_sets.registry import KIND_RULES
from relgym.errors import RelgymError, UnsupportedFeature


@pytest.fixture(scope="module")
def blocks():
    found = problems_of("blocks")
    # One of three blocks, one of four, and two for tests.
    return [found[0], found[4], *found[12:14]]


@pytest.mark.parametrize("kind", [kind for kind in KIND_RULES if kind != "derived"])
def test_balance(blocks, kind):
    found = [*questions(blocks, kind, 101, form=["boolean", "choice"])]
    assert len(found) == 101
    answers = Counter(question.answer for question in found)
    assert abs(answers["yes"] - answers["no"]) <= 1
    assert max(answers[label] for label in "ABCD") - min(answers[label] for label in "ABCD") <= 1


def test_nothing_comes_twice(blocks):
    found = [*questions(blocks, ["applicable", "why-not"], 2000, form=["boolean", "choice"])]
    assert len({(question.context, question.question) for question in found}) == len(found)
    assert len({question.id for question in found}) == len(found)
    # Problems of training and of tests that look alike share no question either.
    texts = {split: {(q.context, q.question) for q in found if q.split == split} for split in ("train", "test")}
    assert all(texts.values())
    assert not texts["train"] & texts["test"]


def test_the_same_seed_gives_the_same_questions(blocks):
    def lines(kinds, seed):
        return [json.dumps(question.to_json()) for question in questions(blocks, kinds, 60, seed)]

    assert lines("applicable", 1) == lines("applicable", 1)
    assert lines("applicable", 1) != lines("applicable", 2)
    # The questions of one kind do not depend on which other kinds are asked for.
    both = [line for line in lines(["why-not", "applicable"], 1) if '"kind": "applicable"' in line]
    assert both == lines("applicable", 1)[: len(both)]


def test_a_small_problem_ends(blocks):
    found = [*questions(blocks[0], "applicable", 10_000)]
    assert 50 < len(found) < 1000
    assert len(found) % 2 == 0


@pytest.mark.parametrize("precondition", ["", ":precondition (lit)"], ids=["always", "never"])
def test_a_problem_with_one_action_ends(precondition):
    # The action is applicable in all states, or in none.
    domain = (
        f"(define (domain lamp) (:predicates (lit) (old)) (:action press {precondition} :effect (and (lit) (old))))"
    )
    task = relgym.load(domain, "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))")
    found = [
        *questions(relgym.Reasoner(task), None, 1000, form=["boolean", "choice", "open"], left_out=lambda *_: None)
    ]
    assert 0 < len(found) < 1000


def test_json(blocks):
    for question in questions(blocks[0], None, 30, form=["boolean", "choice", "open"]):
        data = json.loads(json.dumps(question.to_json()))
        assert TaskQuestion.from_json(data) == question
        assert [*data][:5] == ["id", "group", "context", "question", "answer"]
        assert data["id"] < 2**63
        assert ("choices" in data) == (question.form == "choice")


def test_models(blocks):
    task = blocks[0].task
    for model in (task, relgym.Reasoner(task), [task, task], "blocks"):
        assert len([*questions(model, "applicable", 4)]) == 4
    names = {question.problem for question in questions([task, task], "applicable", 4)}
    assert names == {"blocks-3-1", "blocks-3-1-2"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"models": 3}, "the problems cannot be 3"),
        ({"models": "blokcs"}, "there is no domain 'blokcs'"),
        ({"kinds": "aplicable"}, "there is no kind of questions 'aplicable'"),
        ({"form": "essay"}, "there is no form of answers 'essay'"),
        ({"count": 0}, "count cannot be 0"),
        ({"seed": -1}, "seed cannot be -1"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(RelgymError) as error:
        questions(**{"models": "blocks", **arguments})
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("domain", "kind", "reason"),
    [
        ("blocks", "derived", "the domain has no derived predicates"),
        ("tireworld", "landmark", "actions have random outcomes, so a plan has no certain end"),
        ("satellite", "next-action", "the problem has too many states to explore them all"),
    ],
)
def test_kinds_that_make_no_sense(domain, kind, reason):
    problem = problems_of(domain, "train")[0]
    with pytest.raises(UnsupportedFeature, match=f"{kind}: {reason}"):
        questions(problem, kind)
    left_out = []
    questions(problem, [kind, "applicable"], left_out=lambda *told: left_out.append(told))
    assert left_out == [(kind, "p01", reason)]


def test_a_problem_with_too_many_starts():
    problem = problems_of("search-and-rescue-partial", "test")[-1]
    assert len([*questions(problem, ["reachable", "derived"], 8)]) == 8
