"""Tasks become classical ones that have the same plans at the same costs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from planning.installed import needs_downward

import relgym
from relgym.errors import UnsupportedFeature
from relgym.planning.programs.classical import Classical, classical
from relgym.planning.programs.types import without_types


def made(domain: str, problem: str, **options: bool) -> Classical:
    reasoner = relgym.Reasoner(
        relgym.load(f"(define (domain d) {domain})", f"(define (problem p) (:domain d) {problem})")
    )
    return classical(reasoner.task, reasoner.initial_state, **options)


def test_conditional_costs_are_no_costs_of_actions():
    found = made(
        """(:predicates (p) (q)) (:functions (c))
        (:action a :effect (and (p) (when (q) (increase (c) 1))))""",
        "(:init (= (c) 0)) (:goal (p)) (:metric minimize (c))",
    )
    assert found.inexact == "costs that depend on the state"
    assert found.task.problem.metric is None


def test_an_equal_part_below_a_condition_does_not_count_as_unconditional():
    found = made(
        """(:predicates (p) (q)) (:functions (c))
        (:action a :effect (and (p) (increase (c) 1) (when (q) (increase (c) 1))))""",
        "(:init (= (c) 0)) (:goal (p)) (:metric minimize (c))",
    )
    assert found.inexact == "costs that depend on the state"


@pytest.mark.parametrize(
    ("metric", "effect", "cost", "scale"),
    [
        ("(c)", "(increase (c) 3)", 3, 1),
        ("(* 2 (c))", "(increase (c) 3)", 6, 1),
        ("(/ (c) 2)", "(increase (c) 3)", 3, 2),
        ("(+ (c) (e))", "(increase (c) 0.25) (increase (e) 0.5)", 3, 4),
        ("(- (c) (e))", "(increase (c) 3) (increase (e) 1)", 2, 1),
        ("(- (c))", "(decrease (c) 3)", 3, 1),
        ("(* (+ 1 1) (- (c) 7))", "(increase (c) 1)", 2, 1),
    ],
)
def test_metrics_become_whole_costs(metric, effect, cost, scale):
    found = made(
        f"(:predicates (p)) (:functions (c) (e)) (:action a :effect (and (p) {effect}))",
        f"(:init (= (c) 1) (= (e) 0)) (:goal (p)) (:metric minimize {metric})",
    )
    assert (found.inexact, found.scale) == (None, scale)
    assert str(found.task.domain.actions[0].effect) == f"(and (and (p)) (increase (total-cost) {cost}))"
    assert found.bound(2 * scale) - found.bound(0) == 2


@pytest.mark.parametrize(
    ("metric", "effect", "reason"),
    [
        ("(c)", "(decrease (c) 1)", "lower the metric"),
        ("(c)", "(increase (c) 0.0000000001)", "above 10,000,000|1"),
        ("(* (c) (e))", "(increase (c) 1)", "not a sum"),
        ("(/ 1 (c))", "(increase (c) 1)", "not a sum"),
        ("(c)", "(assign (c) 1)", "depend on the state"),
        ("(c)", "(increase (c) (e)) (increase (e) 1)", "numbers that change"),
        ("(unset)", "(increase (c) 1)", "without a value"),
    ],
)
def test_other_metrics_say_why_they_are_no_costs(metric, effect, reason):
    found = made(
        f"(:predicates (p)) (:functions (c) (e) (unset)) (:action a :effect (and (p) {effect}))",
        f"(:init (= (c) 1) (= (e) 1)) (:goal (p)) (:metric minimize {metric})",
    )
    if "|" in reason:
        # A tiny cost alone can be scaled.
        assert (found.inexact, found.scale) == (None, 10**10)
    else:
        assert found.inexact is not None
        assert reason in found.inexact


def test_large_and_small_costs_do_not_fit():
    found = made(
        "(:predicates (p)) (:functions (c)) (:action a :effect (and (p) (increase (c) 100000000)))",
        "(:init (= (c) 1)) (:goal (p)) (:metric minimize (c))",
    )
    assert found.inexact == "costs that need whole numbers above 10,000,000"


def test_an_action_whose_number_is_undefined_is_not_applicable():
    found = made(
        """(:predicates (p ?x)) (:functions (c) (toll ?x))
        (:action a :parameters (?x) :effect (and (p ?x) (increase (c) (toll ?x))))""",
        "(:objects x y) (:init (= (c) 0) (= (toll x) 1)) (:goal (p x))",
    )
    assert str(found.task.domain.actions[0].precondition) == "(effect 0 of a ?x)"
    assert [str(atom) for atom in found.task.problem.init] == ["(effect 0 of a x)"]


def test_a_condition_guards_what_must_be_defined():
    found = made(
        """(:predicates (p) (q ?x)) (:functions (c) (toll ?x))
        (:action a :effect (and (p) (forall (?x) (when (q ?x) (increase (c) (toll ?x))))))""",
        "(:objects x y) (:init (= (c) 0) (= (toll x) 1)) (:goal (p))",
    )
    text = "(forall (?x) (imply (q ?x) (effect 0 of a ?x)))"
    assert str(found.task.domain.actions[0].precondition) == text


@pytest.mark.parametrize(
    "action",
    [
        "(:action a :precondition (> (c) 0) :effect (and (p) (increase (c) 1)))",
        "(:action a :effect (and (increase (c) 1) (when (> (c) 0) (p))))",
        "(:derived (q) (> (c) 0)) (:action a :effect (and (p) (increase (c) 1)))",
    ],
)
def test_comparisons_of_numbers_that_change_are_refused(action):
    with pytest.raises(UnsupportedFeature, match="comparisons of numbers that actions change, 'c'"):
        made(f"(:predicates (p) (q)) (:functions (c)) {action}", "(:init (= (c) 0)) (:goal (p))")


def test_the_state_is_the_new_start():
    task = relgym.load(
        """(define (domain d) (:requirements :derived-predicates) (:predicates (p) (q) (r)) (:derived (r) (p))
          (:action a :effect (and (p) (not (q)))))""",
        "(define (problem x) (:domain d) (:init (q)) (:goal (p)))",
    )
    reasoner = relgym.Reasoner(task)
    after = reasoner.successor(reasoner.initial_state, "(a)")
    assert [str(atom) for atom in classical(task, after).task.problem.init] == ["(p)"]


EITHER = """(define (domain d) (:requirements :adl :derived-predicates) (:types a b c - object)
  (:predicates (lit ?x) (all) (some ?x))
  (:derived (some ?x - (either a b)) (lit ?x))
  (:action light :parameters (?x - (either a b)) :precondition (not (lit ?x)) :effect (lit ?x))
  (:action every :parameters () :precondition (forall (?x - (either a b)) (some ?x))
    :effect (and (all) (forall (?x - (either b c)) (not (lit ?x))))))"""
MIXED = (
    "(define (problem p) (:domain d) (:objects x - a y - b z - c) (:init (lit z)) (:goal (and (all) (not (lit z)))))"
)


def test_either_becomes_a_predicate():
    task = without_types(relgym.load(EITHER, MIXED))
    light, every = task.domain.actions
    assert str(light.precondition) == "(and (is a a or b ?x) (not (lit ?x)))"
    assert str(every.precondition) == "(forall (?x) (imply (is a a or b ?x) (some ?x)))"
    assert str(every.effect) == "(and (all) (forall (?x) (when (is a b or c ?x) (not (lit ?x)))))"
    assert str(task.domain.axioms[0].body) == "(and (is a a or b ?x) (lit ?x))"


def test_simple_types_stay():
    task = relgym.load(EITHER.replace("(either a b)", "a").replace("(either b c)", "b"), MIXED)
    assert without_types(task) is task


@needs_downward
def test_either_reaches_a_planner():
    plan = relgym.plan(relgym.load(EITHER, MIXED), "fast-downward")
    assert sorted(map(str, plan)) == ["(every)", "(light x)", "(light y)"]


@needs_downward
def test_fractions_of_costs_decide():
    task = relgym.load(
        """(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (c))
          (:action a :effect (and (p) (increase (c) (/ 1 3)))) (:action b :effect (and (p) (increase (c) 0.3333))))""",
        "(define (problem x) (:domain d) (:init (= (c) 1)) (:goal (p)) (:metric minimize (c)))",
    )
    plan = relgym.plan(task, "fast-downward", optimal=True)
    assert (plan.status, list(map(str, plan)), plan.cost, plan.bound) == (
        "optimal", ["(b)"], Fraction(13333, 10000), Fraction(13333, 10000),
    )  # fmt: skip
