"""Problems with very many objects or facts: read in linear time, refused by an estimate where memory would not do."""

from __future__ import annotations

import gc
from unittest.mock import patch

import pytest

import relgym
from relgym.errors import ParseError
from relgym.limits import Limits
from relgym.model.terms import Object
from relgym.read.pddl.hierarchy import Hierarchy
from relgym.read.pddl.loading import read_domain, read_problem

DOMAIN = """(define (domain d) (:requirements :typing) (:types t - s u) (:predicates (p ?x - s))
  (:action go :parameters (?x - t) :precondition (p ?x) :effect (not (p ?x))))"""
COUNT = 20_000


def problem(more: str = "") -> str:
    names = " ".join(f"o{number}" for number in range(COUNT))
    return f"(define (problem x) (:domain d) (:objects {names} - t a b - u) (:init (p o7)) (:goal (p o9)) {more})"


def test_what_is_done_for_each_object_does_not_ask_how_types_relate() -> None:
    within = Hierarchy.within
    with patch.object(Hierarchy, "within", autospec=True, side_effect=within) as asked:
        task = relgym.load(DOMAIN, problem())
    assert len(task.problem.objects) == COUNT + 2
    assert asked.call_count < 20
    with relgym.Reasoner(task) as reasoner:
        assert [str(action) for action in reasoner.valid_actions(reasoner.initial_state)] == ["(go o7)"]


@pytest.mark.parametrize("fails", [False, True])
def test_the_collector_rests_while_a_problem_is_read(fails: bool) -> None:
    seen: list[bool] = []

    def noted(*arguments: object) -> Object:
        seen.append(gc.isenabled())
        return Object(*arguments)  # type: ignore[arg-type]

    assert gc.isenabled()
    with patch("relgym.read.pddl.scope.Object", noted):
        if fails:
            with pytest.raises(ParseError):
                relgym.load(DOMAIN, problem("(:nothing)"))
        else:
            relgym.load(DOMAIN, problem())
    assert gc.isenabled()
    assert fails or not any(seen)


def test_a_problem_that_takes_too_much_memory_is_refused_before_it_is_read() -> None:
    text = problem()
    domain = read_domain(DOMAIN)
    with (
        patch("relgym.read.pddl.sexpr.Word", side_effect=AssertionError("it is read")),
        pytest.raises(ParseError) as found,
    ):
        read_problem(text, domain, Limits(memory=1))
    assert found.value.message.startswith("<problem> is too large: reading it takes about 5 MB")
    assert found.value.expected == "at most 1 MB"
    assert "limits=Limits(memory=...)" in str(found.value.hint)
    assert len(relgym.load(DOMAIN, text, limits={"memory": 10}).problem.objects) == COUNT + 2
    with pytest.raises(ParseError, match="is too large"):
        relgym.load(DOMAIN, text, limits=Limits(memory=1))


def test_comments_take_no_memory() -> None:
    text = f"; {'a comment ' * 200_000}\n(define (problem x) (:domain d) (:objects a - t) (:init) (:goal (p a)))"
    assert relgym.load(DOMAIN, text, limits=Limits(memory=1)).problem.name == "x"


def test_environments_read_problems_within_their_limits() -> None:
    text = problem()
    assert relgym.make(DOMAIN, text, limits={"memory": 10}).unwrapped.limits == Limits(memory=10)
    for problems in (text, lambda seed: text):
        with pytest.raises(ParseError, match="is too large: reading it takes about 5 MB"):
            relgym.make(DOMAIN, problems, limits={"memory": 1})
