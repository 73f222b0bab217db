"""Numeric tests of what never changes, as rows."""

from __future__ import annotations

import pytest

import relgym
from relgym.model.numeric import Arithmetic, FluentValue, Number
from relgym.model.program import Test as Comparison
from relgym.model.terms import Object, Variable
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.translate.analysis import static_joins
from relgym.translate.analysis.static_joins import FixedTests

X, Y = Variable("?x"), Variable("?y")
TESTS = FixedTests(
    {("size", (0,)): 1, ("size", (1,)): 3, ("size", (2,)): 3, ("gap", (0, 1)): 0, ("gap", (1, 1)): 2},
    {"a": 0, "b": 1, "c": 2},
)


def size(term: Variable | Object) -> FluentValue:
    return FluentValue("size", (term,))


def test_two_values_are_compared_for_all_pairs() -> None:
    rows = TESTS.rows(Comparison("<", size(X), size(Y)))
    assert rows is not None
    assert (rows.variables, rows.rows) == ((X, Y), {(0, 1), (0, 2)})


def test_a_variable_that_stands_twice_is_one_object() -> None:
    gap = FluentValue("gap", (X, X))
    rows = TESTS.rows(Comparison("=", gap, gap))
    assert rows is not None
    assert rows.rows == {(1,)}


def test_what_is_undefined_or_divides_by_zero_holds_for_no_row() -> None:
    ratio = Arithmetic("/", (Number(1), FluentValue("gap", (X, Object("b")))))
    rows = TESTS.rows(Comparison("=", ratio, ratio))
    assert rows is not None
    assert rows.rows == {(1,)}


@pytest.mark.parametrize(
    "test",
    [
        Comparison("=", X, Y),
        Comparison("<", size(Object("a")), Number(2)),
        Comparison("<", FluentValue("fuel", (X,)), Number(2)),
    ],
    ids=["terms", "no variables", "changing"],
)
def test_other_tests_have_no_rows(test: Comparison) -> None:
    assert TESTS.rows(test) is None


def test_too_many_rows_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_joins, "FIXED_TEST_ROWS_LIMIT", 8)
    assert TESTS.rows(Comparison("<", size(X), size(Y))) is None


def test_a_walker_joins_them() -> None:
    domain = """(define (domain d) (:requirements :numeric-fluents) (:predicates (at ?x)) (:functions (size ?x))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (< (size ?x) (size ?y)))
       :effect (and (not (at ?x)) (at ?y))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c)
      (:init (at a) (= (size a) 1) (= (size b) 2) (= (size c) 3)) (:goal (at c)))"""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.valid_actions() == reasoner.valid_actions(reasoner.initial_state)
        [production] = walker._system.views.rules.productions
        assert not any(isinstance(goal, Comparison) for goal in production.rule.body)
