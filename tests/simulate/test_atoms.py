"""A walker reads an action atom of PDDLGym anew in each state."""

from __future__ import annotations

import pytest

import relgym
from relgym.errors import AmbiguousAction
from relgym.simulate.pddl import PDDLSimulator

DOMAIN = """(define (domain atoms) (:requirements :strips) (:predicates (act ?x) (p ?x) (q ?x) (r ?x))
  ; (:actions act)
  (:action one :parameters (?x) :precondition (and (act ?x) (p ?x)) :effect (and (not (p ?x)) (q ?x)))
  (:action two :parameters (?x) :precondition (and (act ?x) (q ?x)) :effect (and (r ?x) (p ?x))))"""
PROBLEM = "(define (problem z) (:domain atoms) (:objects a) (:init (p a) (act a)) (:goal (r a)))"


@pytest.mark.parametrize("remembers", [True, False])
def test_an_atom_that_was_clear_before_may_be_ambiguous(remembers: bool):
    walker = PDDLSimulator(relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)))
    if not remembers:
        walker.forget()
    atom = "(act a)"
    walker.step(atom)
    state, _, _ = walker.step(atom)
    with pytest.raises(AmbiguousAction):
        walker.step(atom)
    assert walker.state == state
