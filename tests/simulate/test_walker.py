"""A walker says in every state of a walk what a reasoner says of that state."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import numpy as np
import pytest
from simulate.walks import compared, walk, walk_through

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue, spec
from relgym.errors import InvalidAction, ModelError, RandomOutcome
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import jumps

ROAD = """(define (domain road) (:predicates (at ?x) (road ?x ?y) (closed ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (not (closed ?x ?y)))
   :effect (and (not (at ?x)) (at ?y) (closed ?x ?y)))
  (:action open :parameters (?x ?y) :precondition (closed ?x ?y) :effect (not (closed ?x ?y))))"""

TOWN = """(define (problem town) (:domain road) (:objects a b c)
  (:init (at a) (road a b) (road b a) (road a c) (road c c)) (:goal (at c)))"""


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_walks_through_domains(own: EnvSpec, monkeypatch: pytest.MonkeyPatch):
    with Reasoner(load(own.domain, own.problems("train")[3])) as reasoner:
        walker = PDDLSimulator(reasoner)
        monkeypatch.setattr(jumps, "FIRST_FILLS", 60)
        walk(reasoner, walker, 30, 1)
        walker.forget()
        monkeypatch.setattr(jumps, "FIRST_FILLS", 0)
        walk(reasoner, walker, 60, 2)


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_roads(keeps: bool):
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walk(reasoner, PDDLSimulator(reasoner, keeps=lambda action: keeps), 100, 2)


@pytest.mark.parametrize("keeps", [True, False])
def test_one_object_in_two_columns_of_a_row_that_is_looked_up(keeps: bool):
    """Each `?x` goes with one row of `way`, which is looked over all the same, for `?y` stands twice in it."""
    domain = """(define (domain d) (:requirements :typing) (:types a b - object c - b)
      (:predicates (way ?x - a ?y - b ?z - c) (on ?y - b) (at ?z - object ?x - a))
      (:action leave :parameters (?x - object) :effect (and (not (on ?x)) (not (at ?x ?x))))
      (:action go :parameters (?x - a ?y - b ?z - object)
        :precondition (and (on ?y) (at ?z ?x) (way ?x ?y ?y)) :effect (not (on ?y))))"""
    problem = """(define (problem p) (:domain d) (:objects o0 o4 - a o1 o2 - b o3 o5 - c)
      (:init (on o1) (at o2 o0) (at o4 o0) (way o0 o1 o5) (way o4 o5 o3)) (:goal (on o5)))"""
    for seed in range(3):
        walk_through(keeps, domain, problem, seed)


def test_what_is_not_valid_is_refused():
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        with pytest.raises(InvalidAction, match="not applicable"):
            walker.number("(go b a)")
        with pytest.raises(InvalidAction, match="flie"):
            walker.number("(flie b a)")
        compared(walker, reasoner, reasoner.initial_state)


@pytest.mark.parametrize("remembers", [True, False])
def test_numbers_that_no_action_has(remembers: bool):
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        if not remembers:
            walker.forget()
        before = walker.look()
        for number in (-1, 10**9, "(go a b)", None, 0.5):
            with pytest.raises(InvalidAction, match="is not the number of an action"):
                walker.apply(number)
        assert walker.look() == before
        assert walker.apply(np.int64(min(walker.actions())))


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda walker: pickle.loads(pickle.dumps(walker))])
@pytest.mark.parametrize("steps", [0, 3, 60])
@pytest.mark.parametrize("problem", [0, 3])
def test_copies_go_ways_of_their_own(copied, steps: int, problem: int, monkeypatch: pytest.MonkeyPatch):
    """Neither moves the other, whether states are remembered or not."""
    monkeypatch.setattr(jumps, "FIRST_FILLS", 20)
    own = spec("fuel-transport")
    with Reasoner(load(own.domain, own.problems("train")[problem])) as reasoner:
        walker = PDDLSimulator(reasoner)
        walk(reasoner, walker, steps, 1)
        before = walker.look()
        other = copied(walker)
        assert other.look() == before
        walk(reasoner, other, 20, 2)
        assert walker.look() == before
        walk(reasoner, walker, 20, 3)


def test_a_state_of_another_problem_is_refused():
    other = TOWN.replace("a b c)", "a b c d)", 1)
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner, Reasoner(relgym.load(ROAD, other)) as foreign:
        walker = PDDLSimulator(reasoner)
        with pytest.raises(ModelError):
            walker.go_to(foreign.initial_state)
        compared(walker, reasoner, reasoner.initial_state)


def test_a_chance_needs_a_generator():
    task = relgym.load(
        "(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads))"
        " (:action toss :parameters () :effect (probabilistic 0.5 (heads))))",
        "(define (problem p) (:domain coin) (:init) (:goal (heads)))",
    )
    with Reasoner(task) as reasoner:
        walker = PDDLSimulator(reasoner)
        with pytest.raises(RandomOutcome, match="give `rng`"):
            walker.apply(walker.actions()[0])
