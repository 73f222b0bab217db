"""The successors of states, on every engine: what valid actions lead to, one after the other."""

from __future__ import annotations

import random

import pytest

import relgym
from relgym import Reasoner
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.errors import RandomOutcome
from relgym.read.loading import load
from relgym.simulate.pddl import PDDLSimulator

COSTS = """(define (domain d) (:requirements :adl :action-costs) (:predicates (at ?x) (lit ?x))
  (:functions (total-cost) (length ?x ?y))
  (:action go :parameters (?x ?y) :precondition (at ?x)
   :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (length ?x ?y))))
  (:action flip :parameters (?x) :effect (forall (?y) (when (at ?y) (and (not (lit ?x)) (lit ?y)))))
  (:action wait :parameters (?x) :effect (and (not (at ?x)) (at ?x))))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b c) (:init (at a) (= (total-cost) 0)
  (= (length a b) 1) (= (length b c) 2) (= (length c a) 1/2)) (:goal (lit c)))"""


def compare(reasoner: Reasoner, steps: int) -> int:
    """Compare on a walk, also with a walker that stands in the same states; tells how many pairs there were."""
    state, rng, pairs = reasoner.initial_state, random.Random(1), 0
    walker = PDDLSimulator(Reasoner(reasoner.task))
    for _ in range(steps):
        found = reasoner.successors(state)
        valid = reasoner.valid_actions(state)
        assert [action for action, _ in found] == valid
        assert [after for _, after in found] == [reasoner.successor(state, action) for action in valid]
        walker.go_to(state)
        if not walker.chooses:
            assert [(walker.action(number), after) for number, after in walker.successors()] == found
        if not found:
            break
        pairs += len(found)
        state = rng.choice(found)[1]
    return pairs


def test_costs_and_conditions(backend: str) -> None:
    with Reasoner(
        relgym.load(COSTS.replace("(increase (total-cost) (length ?x ?y))", ""), PROBLEM), backend
    ) as reasoner:
        assert compare(reasoner, 12)


def test_costs() -> None:
    with Reasoner(relgym.load(COSTS, PROBLEM)) as reasoner:
        assert compare(reasoner, 30)


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_domains(own: EnvSpec) -> None:
    with Reasoner(load(own.domain, own.problems("train")[0])) as reasoner:
        try:
            assert compare(reasoner, 4)
        except RandomOutcome:
            effects = [schema.effect for schema in reasoner.translation.schemas]
            assert any(effect.probabilistic or effect.conditional for effect in effects)


def test_chance_is_refused() -> None:
    domain = """(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads))
      (:action toss :effect (probabilistic 0.5 (heads))))"""
    with Reasoner(relgym.load(domain, "(define (problem p) (:domain coin) (:init) (:goal (heads)))")) as reasoner:
        with pytest.raises(RandomOutcome, match=r"chance decides what \(toss\) leads to\nhint: ask outcomes\(\)"):
            reasoner.successors(reasoner.initial_state)
        with pytest.raises(RandomOutcome, match="chance decides"):
            PDDLSimulator(reasoner).successors()
