"""Rationales say what `Reasoner.explain` says: the decisive branch of its tree."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import relgym
from relgym.data import problems_of, questions
from relgym.data.question_sets.explained import StateReasons
from relgym.data.question_sets.wording import Wording
from relgym.read.pddl.loading import read_formula

DOMAINS = ["blocks", "power", "blocks-above", "blocks-quantified", "elevator", "fuel-transport"]
"""Domains with recursive derived predicates, quantifiers, disjunctions and numbers."""


@cache
def prepared(domain):
    problem = problems_of(domain, "train")[-1]
    return problem, relgym.Reasoner(problem.task), Wording(problem.task, problem.templates)


def made(domain, kind, count=12):
    """Boolean questions, each with the reasoner, its state and the words for that state."""
    problem, reasoner, wording = prepared(domain)
    for question in questions(problem, kind, count, 5):
        values = {name: Fraction(value) for name, value in question.state.get("fluents", {}).items()}
        state = reasoner.state(question.state["atoms"], values)
        yield question, reasoner, state, StateReasons(reasoner, state, wording)


def told(reasoner, state, reasons, action):
    """The words for the explanation of an action: its conditions that decide, and the trees of these."""
    tree = reasoner.explain(state, action)
    deciding = [child.statement for child in tree.children if child.holds == tree.holds]
    return reasons.of_conditions(tree.holds, [reasoner.explain(state, statement) for statement in deciding])


@pytest.mark.parametrize("domain", DOMAINS)
def test_applicable(domain):
    for question, reasoner, state, reasons in made(domain, "applicable"):
        assert reasoner.explain(state, question.subjects[0]).holds == (question.answer == "yes")
        assert question.rationale == told(reasoner, state, reasons, question.subjects[0])


@pytest.mark.parametrize("domain", ["power", "blocks-quantified", "fuel-transport"])
def test_why_not(domain):
    for question, reasoner, state, reasons in made(domain, "why-not"):
        tree = reasoner.explain(state, question.plan[0])
        found = [child for child in tree.children if child.statement == question.subjects[0]]
        if question.answer == "yes":
            [child] = found
            assert not child.holds
            because = reasons.since(reasoner.explain(state, child.statement))
            assert question.rationale == f"It is a condition of the action, and it is false{because}"
        else:
            assert all(child.holds for child in found)
            assert (
                question.rationale
                == f"It is {'a' if found else 'no'} condition of the action{' that holds' * len(found)}."
            )


@pytest.mark.parametrize("domain", ["power", "blocks-above"])
def test_derived(domain):
    for question, reasoner, state, reasons in made(domain, "derived"):
        tree = reasoner.explain(state, question.subjects[0])
        assert tree.holds == (question.answer == "yes")
        assert question.rationale == reasons.of_formula(tree)
    assert ", since " in question.rationale


@pytest.mark.parametrize("domain", ["power", "elevator"])
def test_goal(domain):
    failing = 0
    for question, reasoner, state, reasons in made(domain, "goal"):
        if question.subjects[0].startswith("(") and question.answer == "yes":
            failing += 1
            tree = reasoner.explain(state, question.subjects[0])
            assert not tree.holds
            because = reasons.since(tree)
            assert question.rationale == f"It is a part of the goal, and it is false now{because}"
    assert failing


@pytest.mark.parametrize("domain", ["blocks", "power"])
def test_justification(domain):
    """Without the step, the rationale is that of the step that fails then, or of the goal."""
    seen = set()
    for question, reasoner, state, reasons in made(domain, "justification", 16):
        if question.answer == "no":
            steps = list(question.plan)
            del steps[int(question.subjects[0]) - 1]
            while steps and reasoner.explain(state, steps[0]).holds:
                state = reasoner.successor(state, reasoner.resolve(state, steps.pop(0)))
            reasons = StateReasons(reasoner, state, reasons._wording)
            if steps:
                expected = f" cannot be taken. {told(reasoner, state, reasons, steps[0])}"
            else:
                goal = read_formula(f"(and {' '.join(question.goal)})", reasoner.task) if question.goal else "goal"
                expected = f"the goal does not hold at the end{reasons.since(reasoner.explain(state, goal))}"
            assert question.rationale.endswith(expected)
            seen.add(bool(steps))
    assert seen


def test_a_number_that_cannot_be_computed_is_told():
    domain = """(define (domain d) (:requirements :numeric-fluents :negative-preconditions) (:predicates (p))
      (:functions (f) (g))
      (:action a :parameters () :precondition (not (p)) :effect (assign (f) (g)))
      (:action b :parameters () :precondition (not (p)) :effect (p)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    reasoner = relgym.Reasoner(relgym.load(domain, problem))
    reasons = StateReasons(reasoner, reasoner.initial_state, Wording(reasoner.task))
    tree = reasoner.explain(reasoner.initial_state, "(a)")
    action = reasoner.resolve(reasoner.initial_state, "(b)")
    condition = reasoner.task.actions["a"].precondition
    found = reasons.of_action(type(action)("a", ()), [condition])
    assert found.startswith("Its conditions hold, but its effects on numbers cannot be carried out: ")
    assert tree.children[-1].line in found
