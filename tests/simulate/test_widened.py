"""What is found by fixed columns, too, comes and goes with its fluent: on walks, on jumps, and back at the start."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from simulate.walks import walk

import relgym
from relgym.model.program import Role
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import jumps
from relgym.translate.analysis import static_indexes as widened

STORE = """(define (domain store) (:requirements :typing) (:types slot area kind lorry)
  (:predicates (place ?s - slot ?k - kind ?a - area) (side ?s - slot ?a - area) (full ?s - slot) (free ?s - slot)
    (at ?l - lorry ?a - area) (has ?l - lorry ?k - kind) (empty ?l - lorry))
  (:action drive :parameters (?l - lorry ?a ?b - area) :precondition (at ?l ?a)
   :effect (and (not (at ?l ?a)) (at ?l ?b)))
  (:action load :parameters (?l - lorry ?s - slot ?a - area ?k - kind)
   :precondition (and (at ?l ?a) (empty ?l) (place ?s ?k ?a) (full ?s))
   :effect (and (not (full ?s)) (free ?s) (not (empty ?l)) (has ?l ?k)))
  (:action unload :parameters (?l - lorry ?k - kind ?a - area ?s - slot)
   :precondition (and (at ?l ?a) (has ?l ?k) (place ?s ?k ?a) (free ?s))
   :effect (and (not (free ?s)) (full ?s) (not (has ?l ?k)) (empty ?l)))
  (:action swap :parameters (?a - area ?s ?t - slot)
   :precondition (and (side ?s ?a) (side ?t ?a) (full ?s) (free ?t))
   :effect (and (full ?t) (free ?s) (not (full ?s)) (not (free ?t)))))"""

SLOTS = [f"s{number}" for number in range(24)]


def problem() -> str:
    """Of each kind two slots in each of four areas, and a slot that is nowhere."""
    places = [f"(place {slot} k{n // 2 % 3} a{n // 6}) (side {slot} a{n // 6})" for n, slot in enumerate(SLOTS)]
    full = [f"({'full' if n % 2 else 'free'} {slot})" for n, slot in enumerate([*SLOTS, "nowhere"])]
    return f"""(define (problem p) (:domain store)
      (:objects {" ".join(SLOTS)} nowhere - slot a0 a1 a2 a3 - area k0 k1 k2 - kind l m - lorry)
      (:init {" ".join(places + full)} (at l a0) (at m a3) (empty l) (empty m))
      (:goal (and (full s23) (full nowhere))))"""


def found_by(walker: PDDLSimulator) -> list[str]:
    """The fluents that are found by fixed columns, and which these are, where no state is remembered."""
    walker.forget()
    wides = (symbol for symbol in walker._system.views.engine.compiler.tables if symbol.role is Role.AUX)
    return sorted(" ".join(symbol.name.split()[:2]) for symbol in wides)


@pytest.mark.parametrize("patience", [0, 60], ids=["atom by atom", "all anew"])
@pytest.mark.parametrize("seed", range(3))
def test_walks(seed: int, patience: int) -> None:
    with Reasoner(relgym.load(STORE, problem())) as reasoner, patch.object(jumps, "FIRST_FILLS", patience):
        with patch.object(widened, "INDEX_SAVED_ROWS", 0.0):
            walker = PDDLSimulator(reasoner, keeps=lambda name: False)
            if seed:
                assert found_by(walker) == ["free place", "free side", "full place"]
        far = reasoner.state([*reasoner.initial_state.atoms][:-9])
        walk(reasoner, walker, 80, seed, far)
        for _ in range(3):
            # Walks that come back to the start have it as it was remembered.
            walk(reasoner, walker, 12, seed)


def test_what_is_kept_looks_into_no_such_symbols() -> None:
    with Reasoner(relgym.load(STORE, problem())) as reasoner, patch.object(widened, "INDEX_SAVED_ROWS", 0.0):
        assert not found_by(PDDLSimulator(reasoner, keeps=lambda name: True))
