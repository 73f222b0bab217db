"""Explanations do not go through what they do not tell."""

from __future__ import annotations

import relgym
from relgym.explain.actions import why_action
from relgym.explain.past import Past
from relgym.explain.reasons import Reasons
from relgym.explain.search import FormulaSearch
from relgym.explain.subject import world_of
from relgym.model.pddl.action import Action


def test_effects_without_numbers_are_not_gone_through():
    domain = """(define (domain d) (:requirements :adl) (:predicates (p) (q ?x ?y))
      (:action a :parameters () :precondition (not (p))
       :effect (forall (?x ?y ?z ?u) (when (q ?x ?y) (q ?z ?u)))))"""
    # There are 2,560,000 rows of four objects.
    objects = " ".join(f"o{number}" for number in range(40))
    problem = f"(define (problem p) (:domain d) (:objects {objects}) (:init) (:goal (p)))"
    reasoner = relgym.Reasoner(relgym.load(domain, problem))
    looks = []
    search = FormulaSearch(world_of(reasoner, reasoner.initial_state, lambda: looks.append(None)))
    assert why_action(Reasons(search, Past(())), Action("a", ())).holds
    assert len(looks) < 100
