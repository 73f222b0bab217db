"""Files of further derived predicates."""

from __future__ import annotations

from pathlib import Path

import pytest

from relgym.model.terms import Variable
from relgym.read.loading import load
from relgym.read.pddl.loading import read_formula

pytestmark = pytest.mark.filterwarnings("error::relgym.errors.RelgymWarning")

DOMAIN = """(define (domain d) (:requirements :typing :derived-predicates)
  (:types block table) (:predicates (on ?x - block ?y) (top ?x))
  (:derived (top ?x) (on ?x ?x)))"""
PROBLEM = "(define (problem p) (:domain d) (:objects a b - block) (:init (on a b)) (:goal (on b a)))"

ABOVE = """; the transitive closure of on
(:derived (above ?x - block ?y) (on ?x ?y))
(:derived (above ?x - block ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y))))"""


@pytest.mark.parametrize(
    "text", [ABOVE, f"(define (axioms stacks) {ABOVE})", f"(:predicates (above ?x - block ?y)) {ABOVE}"]
)
def test_forms_of_a_file(text: str) -> None:
    task = load(DOMAIN, PROBLEM, axioms=[text])
    assert [str(item) for item in task.domain.predicates][-1] == "(above ?x - block ?y)"
    assert [axiom.predicate for axiom in task.domain.axioms] == ["top", "above", "above"]
    assert task.derived == {"top", "above"}
    assert str(read_formula("(above a ?x)", task)) == "(above a ?x)"


def test_paths_texts_and_a_single_one(tmp_path: Path) -> None:
    file = tmp_path / "above (1).pddl"
    file.write_text(ABOVE)
    expected = load(DOMAIN, PROBLEM, axioms=[ABOVE])
    assert load(DOMAIN, PROBLEM, axioms=[file]) == load(DOMAIN, PROBLEM, axioms=str(file)) == expected


def test_one_file_builds_on_another() -> None:
    task = load(DOMAIN, PROBLEM, axioms=[ABOVE, "(:derived (tower ?x) (exists (?y) (above ?x ?y)))"])
    assert task.derived == {"top", "above", "tower"}


def test_more_rules_for_a_derived_predicate() -> None:
    task = load(DOMAIN, PROBLEM, axioms=["(:derived (top ?x) (exists (?y) (on ?x ?y)))"])
    assert [axiom.predicate for axiom in task.domain.axioms] == ["top", "top"]


def test_heads_of_different_types_declare_their_union() -> None:
    task = load(DOMAIN, PROBLEM, axioms=["(:derived (big ?x - block) (top ?x)) (:derived (big ?y - table) (top ?y))"])
    assert task.predicates["big"].parameters == (Variable("?x", ("block", "table")),)
    assert [axiom.parameters[0].types for axiom in task.domain.axioms[1:]] == [("block",), ("table",)]


def test_the_goal_may_speak_of_them() -> None:
    problem = PROBLEM.replace("(:goal (on b a))", "(:goal (above b a))")
    assert str(load(DOMAIN, problem, axioms=[ABOVE]).problem.goal) == "(above b a)"
