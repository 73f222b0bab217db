"""Proofs of the planner `clingo` that a task has no plan."""

from __future__ import annotations

import pytest

import relgym

DOMAIN = """(define (domain d) (:requirements :adl) (:predicates (at ?x) (way ?x ?y) (key) (used ?x) (lit) (dark))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x))))
  (:action use :parameters (?x) :precondition (and (key) (at ?x)) :effect (and (used ?x) (not (key))))
  (:action light :precondition (dark) :effect (and (lit) (not (dark)))))"""


@pytest.mark.parametrize(
    ("facts", "goal", "reason"),
    [
        ("(dark) (key) (at a) (way a b) (way b a) (way c b)", "(at c)", "even if all that was ever true stayed true"),
        (
            "(at a) (way a b) (way b a) (key)",
            "(and (used a) (used b))",
            "every state that can be reached takes fewer",
        ),
        (
            "(dark)",
            "(and (lit) (dark))",
            "and no shorter one reaches the goal",
        ),
        ("(at a) (way a b) (way b a)", "(and (at a) (at b))", "every state that can be reached takes fewer than 2"),
    ],
)
def test_unsolvable_tasks(facts: str, goal: str, reason: str) -> None:
    problem = f"(define (problem p) (:domain d) (:objects a b c) (:init {facts}) (:goal {goal}))"
    plan = relgym.plan(relgym.load(DOMAIN, problem), "clingo")
    assert (plan.status, plan.claimed, plan.bound) == ("unsolvable", False, None)
    assert reason in str(plan.reason)


def test_a_domain_without_actions() -> None:
    domain = "(define (domain d) (:requirements :strips) (:predicates (p)))"
    problem = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    assert relgym.plan(relgym.load(domain, problem), "clingo").status == "unsolvable"
    solved = problem.replace("(:init)", "(:init (p))")
    assert relgym.plan(relgym.load(domain, solved), "clingo").status == "optimal"
