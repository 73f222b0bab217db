"""Derived atoms that follow a walk, where that is not easy: recursion, negation of what is derived, nested formulas."""

from __future__ import annotations

import pytest
from walker.walks import compared, walk_through

import relgym
from relgym.reasoner import Reasoner
from relgym.walker import Walker

DOORS = """(define (domain doors) (:requirements :adl :derived-predicates) (:types room)
  (:predicates (door ?x ?y - room) (open ?x ?y - room) (dark ?x - room)
    (reaches ?x ?y - room) (even ?x ?y - room) (odd ?x ?y - room) (cut-off ?x - room) (bright ?x - room)
    (round ?x - room) (calm))
  (:derived (reaches ?x ?y) (or (open ?x ?y) (exists (?z - room) (and (open ?x ?z) (reaches ?z ?y)))))
  (:derived (odd ?x ?y) (or (open ?x ?y) (exists (?z - room) (and (open ?x ?z) (even ?z ?y)))))
  (:derived (even ?x ?y) (exists (?z - room) (and (open ?x ?z) (odd ?z ?y))))
  (:derived (cut-off ?x) (forall (?y - room) (or (= ?x ?y) (not (reaches ?y ?x)))))
  (:derived (bright ?x) (and (not (dark ?x)) (or (cut-off ?x) (exists (?y - room) (and (even ?x ?y) (dark ?y))))))
  (:derived (round ?x) (exists (?y ?z - room) (and (open ?x ?y) (open ?y ?z) (open ?z ?x))))
  (:derived (calm) (not (exists (?x - room) (bright ?x))))
  (:action unlock :parameters (?x ?y - room)
    :precondition (and (door ?x ?y) (not (open ?x ?y))) :effect (open ?x ?y))
  (:action lock :parameters (?x ?y - room) :precondition (and (open ?x ?y) (not (calm))) :effect (not (open ?x ?y)))
  (:action flip :parameters (?x - room) :precondition (exists (?y - room) (cut-off ?y))
    :effect (and (when (dark ?x) (not (dark ?x))) (when (not (dark ?x)) (dark ?x))))
  (:action dim :parameters (?x - room) :precondition (not (dark ?x)) :effect (dark ?x))
  (:action light :parameters (?x - room) :precondition (dark ?x) :effect (not (dark ?x)))
  (:action storm :precondition (calm)
    :effect (forall (?x ?y - room) (when (reaches ?x ?y) (not (open ?x ?y))))))"""

HOUSE = """(define (problem house) (:domain doors) (:objects a b c d e - room)
  (:init (door a b) (door b c) (door c a) (door c d) (door d e) (door e e) (open a b) (open b c) (open c a) (dark c))
  (:goal (and (reaches a e) (calm))))"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_doors(keeps: bool, seed: int):
    walk_through(keeps, DOORS, HOUSE, seed)


def test_derived_atoms_that_nobody_asked_for_long():
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        walker, state = Walker(reasoner), reasoner.initial_state
        walker.forget()
        compared(walker, reasoner, state)
        for number in range(30_000):
            walker.take(walker.number("(light c)" if number % 2 == 0 else "(dim c)"))
            if number in (1, 2, 9, 12_000, 29_998):
                compared(walker, reasoner, walker.state)
