"""What a walk remembers is bounded by how many valid actions there are, too, not only by how many states."""

from __future__ import annotations

import pytest

import relgym
from relgym.simulate import projections, transpositions
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.projections import Projections
from relgym.simulate.transpositions import CachedState, TranspositionTable

DOMAIN = """(define (domain pairs) (:requirements :adl) (:predicates (on ?x))
  (:action join :parameters (?x ?y) :precondition (or (not (on ?x)) (not (on ?y))) :effect (on ?x)))"""
PROBLEM = """(define (problem p) (:domain pairs) (:objects a b c d e f g h) (:init) (:goal (on a)))"""


def test_states_with_many_valid_actions_fill_the_table_sooner(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transpositions, "TABLE_EDGES_LIMIT", 1000)
    table = TranspositionTable()
    for bits in range(100):
        table.add(bits, CachedState(bits, (), range(6000)))
    assert len(table) == 2


def test_long_lists_fill_the_projections_sooner(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(projections, "PROJECTION_ENTRIES_LIMIT", 2)
    walker = PDDLSimulator(relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)))
    known: Projections = walker._mode.nodes._projections
    assert len(walker.actions()) == 64
    walker.step("(join a b)")
    walker.step("(join b c)")
    [group] = known._groups
    assert len(group.ids) == 1
