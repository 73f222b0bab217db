"""Cheapest plans by the planner `clingo`: they cost what those of the uniform-cost search cost."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from fuzz.test_fuzz import examples
from hypothesis import given
from hypothesis import strategies as st

import relgym
from relgym import Task

TOUR = """(define (domain tour) (:requirements :adl :numeric-fluents)
  (:predicates (at ?x) (road ?x ?y) (seen ?x) (open ?x)) (:functions (far ?x ?y) (length) (visits))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (increase (length) (far ?x ?y))))
  (:action see :parameters (?x) :precondition (at ?x)
    :effect (and (seen ?x) (when (not (open ?x)) (increase (visits) 2))))
  (:action open :parameters (?x) :precondition (at ?x)
    :effect (and (forall (?y) (when (road ?x ?y) (open ?y))) (increase (length) 1))))"""

METRIC = "(+ (length) (* 3 (visits)))"


def tour(seed: int, places: int, wanted: int, lengths: tuple[str, ...], density: float = 0.6) -> Task:
    draw = random.Random(seed)
    names = [f"p{number}" for number in range(places)]
    facts = ["(at p0)", "(= (length) 1)", "(= (visits) 0)"]
    for x in names:
        facts += [f"(= (far {x} {y}) {draw.choice(lengths)})" for y in names]
        facts += [f"(road {x} {y})" for y in names if x != y and draw.random() < density]
    facts += [f"(road {x} {y})" for x, y in pairwise([*names, names[0]])]
    goal = " ".join(f"(seen {name})" for name in draw.sample(names, wanted))
    return relgym.load(
        TOUR,
        f"(define (problem p) (:domain tour) (:objects {' '.join(names)}) (:init {' '.join(facts)})"
        f" (:goal (and {goal})) (:metric minimize {METRIC}))",
    )


@given(seed=st.integers(0, 10**6), lengths=st.sampled_from((("0", "1", "7"), ("1.5", "2", "0.25"))))
@examples(10)
def test_plans_cost_what_those_of_the_search_cost(seed: int, lengths: tuple[str, ...]) -> None:
    task = tour(seed, 4, 2, lengths)
    found = relgym.plan(task, "search", optimal=True)
    plan = relgym.plan(task, "clingo", optimal=True)
    assert (plan.status, plan.cost, plan.bound) == ("optimal", found.cost, found.cost)


def test_a_longer_plan_may_be_the_cheapest() -> None:
    domain = """(define (domain d) (:requirements :strips :action-costs) (:predicates (at ?x) (way ?x ?y))
      (:functions (total-cost)) (:constants a b c d)
      (:action walk :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x))))
      (:action fly :parameters () :precondition (at a) :effect (and (at d) (increase (total-cost) 1))))"""
    problem = """(define (problem p) (:domain d) (:init (at a) (way a b) (way b c) (way c d) (= (total-cost) 0))
      (:goal (at d)) (:metric minimize (total-cost)))"""
    task = relgym.load(domain, problem)
    plan = relgym.plan(task, "clingo", optimal=True)
    assert (plan.status, plan.cost, plan.bound, len(plan)) == ("optimal", 0, 0, 3)
    shortest = relgym.plan(task, "clingo")
    assert (shortest.status, shortest.cost, shortest.bound, len(shortest)) == ("solved", 1, None, 1)


def test_a_task_with_costs_may_have_no_plan() -> None:
    domain = """(define (domain d) (:requirements :adl :action-costs) (:predicates (p ?x) (q)) (:functions (total-cost))
      (:action go :parameters (?x) :precondition (not (q)) :effect (and (p ?x) (q) (increase (total-cost) 1)))
      (:action back :parameters () :effect (not (q))) (:action lose :parameters (?x) :effect (not (p ?x))))"""
    problem = """(define (problem x) (:domain d) (:objects a b) (:init (= (total-cost) 0))
      (:goal (and (p a) (not (p a)))) (:metric minimize (total-cost)))"""
    assert relgym.plan(relgym.load(domain, problem), "clingo", optimal=True).status == "unsolvable"


def test_at_a_limit_the_best_plan_and_a_bound_are_known() -> None:
    task = tour(0, 12, 11, ("5", "6", "7", "8", "9"), density=1)
    plan = relgym.plan(task, "clingo", optimal=True, limits={"seconds": 3})
    assert plan.status in ("solved", "limit")
    assert "within 3 s; " in str(plan.reason)
    assert isinstance(plan.bound, int | Fraction)
    assert plan.bound >= 1
    if plan.found:
        assert plan.cost is not None
        assert plan.cost >= plan.bound


@pytest.mark.parametrize(
    ("effect", "metric", "reason"),
    [
        ("(decrease (length) 1)", "(length)", "(decrease (length) 1), which lowers the metric"),
        ("(increase (length) (visits))", "(length)", "(increase (length) (visits)), which depends on the state"),
        ("(increase (length) 1)", "(* (length) (visits))", "the metric (* (length) (visits)), which is not a sum"),
        ("(scale-up (length) 2)", "(length)", "(scale-up (length) 2), which depends on the state"),
    ],
)
def test_costs_that_depend_on_the_state_are_refused(effect: str, metric: str, reason: str) -> None:
    domain = f"""(define (domain d) (:requirements :strips :numeric-fluents) (:predicates (p))
      (:functions (length) (visits))
      (:action go :parameters () :effect (and (p) {effect}))
      (:action visit :parameters () :effect (increase (visits) 1)))"""
    problem = f"""(define (problem q) (:domain d) (:init (= (length) 5) (= (visits) 1)) (:goal (p))
      (:metric minimize {metric}))"""
    task = relgym.load(domain, problem)
    plan = relgym.plan(task, "clingo", optimal=True)
    assert plan.status == "refused"
    assert reason in str(plan.reason)
    assert relgym.plan(task, "clingo").status == "solved"


def test_costs_of_the_problem_may_be_fractions() -> None:
    """What an effect adds must have a value, but nothing compares it."""
    domain = """(define (domain tolls) (:requirements :strips :fluents)
      (:predicates (at ?x) (road ?x ?y)) (:functions (toll ?x ?y) (total-cost))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)))))"""
    problem = """(define (problem p) (:domain tolls) (:objects a b c)
      (:init (at a) (road a b) (road b c) (road a c) (= (toll a b) 3/2) (= (toll b c) 0.7) (= (toll a c) 2.5)
        (= (total-cost) 0)) (:goal (at c)) (:metric minimize (total-cost)))"""
    task = relgym.load(domain, problem)
    found = relgym.plan(relgym.Reasoner(task, "clingo"), "clingo", optimal=True)
    assert (found.status, found.cost, found.bound) == ("optimal", Fraction(11, 5), Fraction(11, 5))
    assert [str(action) for action in relgym.plan(task, "clingo")] == ["(go a c)"]
