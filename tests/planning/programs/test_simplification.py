"""Formulas and effects that planners read: folded, flat, and with the same meaning."""

from __future__ import annotations

import pytest
from planning.installed import needs_downward

import relgym
from relgym.planning.programs.naming import PlainNames

HEAD = "(:requirements :adl :derived-predicates) (:predicates (p) (q) (r ?x))"


def names(precondition: str, effect: str) -> PlainNames:
    domain = f"(define (domain d) {HEAD} (:action a :parameters (?x) :precondition {precondition} :effect {effect}))"
    return PlainNames(relgym.load(domain, "(define (problem p) (:domain d) (:objects m n) (:init) (:goal (p)))"))


@pytest.mark.parametrize(
    ("written", "simple"),
    [
        ("(and (p) (and) (and (q)))", "(and (p0-p) (p1-q))"),
        ("(or (p) (or))", "(p0-p)"),
        ("(or (p) (and))", "(and)"),
        ("(not (not (p)))", "(p0-p)"),
        ("(imply (p) (or))", "(not (p0-p))"),
        ("(imply (or) (p))", "(and)"),
        ("(imply (and) (p))", "(p0-p)"),
        ("(exists (?y) (or))", "(or)"),
        ("(forall (?y) (and))", "(and)"),
        ("(forall (?y) (or))", "(forall (?v1) (or))"),
        ("(exists (?y) (and))", "(exists (?v1) (and))"),
        ("(= ?x ?x)", "(and)"),
        ("(and (p) (not (= ?x ?x)))", "(or)"),
    ],
)
def test_formulas(written, simple):
    assert str(names(written, "(p)").task.domain.actions[0].precondition) == simple


@pytest.mark.parametrize(
    ("written", "simple"),
    [
        ("(and (p) (and (not (q))))", "(and (p0-p) (not (p1-q)))"),
        ("(when (p) (when (q) (r ?x)))", "(and (when (and (p0-p) (p1-q)) (p2-r ?v0)))"),
        ("(forall (?y) (when (p) (forall (?x) (r ?x))))", "(and (forall (?v1 ?v2) (when (p0-p) (p2-r ?v2))))"),
        ("(when (or) (p))", "(and)"),
        ("(forall (?y) (and (r ?y) (when (r ?x) (not (r ?y)))))",
         "(and (forall (?v1) (p2-r ?v1)) (forall (?v1) (when (p2-r ?v0) (not (p2-r ?v1)))))"),
    ],
)  # fmt: skip
def test_effects(written, simple):
    assert str(names("(and)", written).task.domain.actions[0].effect) == simple


@needs_downward
def test_nested_effects_reach_a_planner():
    domain = f"""(define (domain d) {HEAD}
      (:action a :parameters () :effect (and (p) (forall (?x)
        (when (p) (forall (?y) (when (not (= ?x ?y)) (r ?y))))))))"""
    problem = "(define (problem p) (:domain d) (:objects m n) (:init) (:goal (forall (?x) (r ?x))))"
    plan = relgym.plan(relgym.load(domain, problem), "fast-downward")
    assert list(map(str, plan)) == ["(a)", "(a)"]


@needs_downward
def test_recursion_below_forall_is_refused():
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (edge ?x ?y) (well ?x) (p))
      (:derived (well ?x) (forall (?y) (imply (edge ?x ?y) (well ?y))))
      (:action cut :parameters (?x ?y) :effect (not (edge ?x ?y))))"""
    problem = "(define (problem p) (:domain d) (:objects a b) (:init (edge a b) (edge b a)) (:goal (well a)))"
    plan = relgym.plan(relgym.load(domain, problem), "fast-downward")
    assert plan.status == "refused"
    assert "a derived predicate that recurs below 'forall'" in plan.reason
    assert relgym.plan(relgym.load(domain, problem)).found
