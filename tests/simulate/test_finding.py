"""What finds rows is written when there may be some for the first time, and looks into sets that steps know of."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from simulate.walks import walk

import relgym
from relgym.model.plan import Procedure
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.translate.plans.rules import ProductionRules

STAGES = """(define (domain stages) (:requirements :adl) (:types part bolt)
  (:predicates (raw ?p - part) (cut ?p - part) (on ?p ?q - part) (painted ?p - part) (loose ?p - part ?b - bolt)
    (kind ?p - part) (never ?b - bolt))
  (:action cut :parameters (?p - part) :precondition (raw ?p)
   :effect (and (not (raw ?p)) (cut ?p)))
  (:action stack :parameters (?p ?q - part) :precondition (and (cut ?p) (cut ?q) (kind ?q) (not (= ?p ?q)))
   :effect (and (not (cut ?p)) (on ?p ?q)))
  (:action paint :parameters (?p ?q - part)
   :precondition (and (on ?p ?q) (kind ?q) (not (exists (?b - bolt) (loose ?q ?b))) (not (painted ?p)))
   :effect (painted ?p))
  (:action take :parameters (?p ?q - part) :precondition (and (on ?p ?q) (painted ?p))
   :effect (and (not (on ?p ?q)) (cut ?p) (not (painted ?p)) (raw ?q)))
  (:action turn :parameters (?p ?q - part ?b - bolt)
   :precondition (and (on ?p ?q) (or (loose ?p ?b) (loose ?q ?b)) (forall (?c - bolt) (not (never ?c))))
   :effect (and (not (loose ?p ?b)) (not (loose ?q ?b))))
  (:action wrong :parameters (?p - part ?b - bolt) :precondition (and (never ?b) (loose ?p ?b) (loose ?p ?b))
   :effect (raw ?p)))"""

SHOP = """(define (problem shop) (:domain stages) (:objects p q r s - part b c - bolt)
  (:init (raw p) (raw q) (raw r) (raw s) (kind p) (kind q) (loose p b) (loose r c) (loose s b)) (:goal (painted s)))"""


@pytest.mark.parametrize("keeps", [True, False, None], ids=["kept", "anew", "tried"])
@pytest.mark.parametrize("seed", range(3))
def test_what_wakes_on_walks_and_jumps(seed: int, keeps: bool | None):
    with Reasoner(relgym.load(STAGES, SHOP)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=None if keeps is None else lambda name: keeps)
        walker.forget()
        walk(reasoner, walker, 60, seed)
        rng = random.Random(seed)
        for _ in range(8):
            state = reasoner.initial_state
            for _ in range(rng.randrange(12)):
                actions = reasoner.valid_actions(state)
                state = reasoner.successor(state, rng.choice(actions)) if actions else state
            walker.go_to(state)
            assert walker.valid_actions() == reasoner.valid_actions(state)


def test_lists_are_written_when_there_may_be_rows():
    written: list[str] = []

    def listed(self: ProductionRules, place: int) -> Procedure:
        written.append(names[place])
        return original(self, place)

    original = ProductionRules.listed
    with Reasoner(relgym.load(STAGES, SHOP)) as reasoner, patch.object(ProductionRules, "listed", listed):
        names = [schema.action.name for schema in reasoner.translation.schemas]
        # Nothing is tried here, so nothing is taken yet. What has bodies within its own is written at once.
        walker = PDDLSimulator(reasoner, keeps=lambda name: False)
        written.clear()
        walker.forget()
        walker.actions()
        found = [sorted(set(written))]
        for action in ("(cut p)", "(cut q)", "(stack p q)", "(paint p q)", "(take p q)"):
            before = len(written)
            walker.step(action)
            found.append(sorted(set(written[before:])))
        assert found == [["cut", "turn"], ["stack"], [], ["paint"], ["take"], []]
        assert len(set(written)) == len(written)


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_all_that_is_written_late_was_foreseen(keeps: bool):
    with Reasoner(relgym.load(STAGES, SHOP)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda name: keeps)
        views = walker._system.views
        indexes = views.engine.compiler.indexes
        known = [*indexes.chosen]
        for index in range(len(views.rules.productions)):
            views.search._generate(index)
            views.guards.check(index)
        assert known == indexes.chosen
