"""Actions as productions: effects on atoms whose conditional effects stand side by side."""

from __future__ import annotations

import relgym
from relgym.model.program import LiftedEffect, Production
from relgym.translate.program.productions import productions_of
from relgym.translate.program.task import Translation

DOMAIN = """(define (domain d) (:requirements :adl :numeric-fluents :probabilistic-effects)
  (:predicates (p ?x) (q ?x) (r)) (:functions (cost) (fuel))
  (:action go :parameters (?x) :precondition (>= (fuel) 1) :effect {}))"""
PROBLEM = (
    """(define (problem q) (:domain d) (:objects a b) (:init (p a) (r) (= (cost) 0) (= (fuel) 2)) (:goal (q a)))"""
)


def production(effect: str) -> Production:
    [found] = productions_of(Translation(relgym.load(DOMAIN.format(effect), PROBLEM)))
    return found


def atoms(effect: LiftedEffect) -> list[str]:
    return [each.symbol.name for each in (*effect.deletes, *effect.adds)]


def test_nested_conditional_effects_stand_side_by_side() -> None:
    found = production("(forall (?y) (when (p ?y) (and (q ?y) (when (r) (not (p ?y))))))")
    assert found.effect is not None
    assert [atoms(inner) for inner in found.effect.conditional] == [["q"], ["p"]]
    assert not any(inner.conditional for inner in found.effect.conditional)
    assert [inner.condition for inner in found.effect.conditional] == [*found.conditions]
    assert found.varies
    assert not found.is_random


def test_conditional_effects_without_changes_of_their_own_are_left_out() -> None:
    found = production("(when (r) (and (when (p ?x) (q ?x))))")
    assert found.effect is not None
    assert [atoms(inner) for inner in found.effect.conditional] == [["q"]]
    # The engine is asked about both, for those who carry out the whole effect.
    assert len(found.conditions) == 2


def test_outcomes_are_flattened_too() -> None:
    found = production("(probabilistic 1/2 (when (r) (and (when (p ?x) (q ?x)))))")
    assert found.effect is not None
    [[(_, outcome)]] = found.effect.probabilistic
    assert [atoms(inner) for inner in outcome.conditional] == [["q"]]
    assert found.is_random


def test_updates_count_if_something_reads_them() -> None:
    assert production("(and (q ?x) (decrease (fuel) 1))").counts
    assert not production("(and (q ?x) (increase (cost) 1))").counts


def test_effects_are_unknown_with_updates_under_conditions_or_by_chance() -> None:
    assert production("(when (r) (decrease (fuel) 1))").effect is None
    assert production("(probabilistic 1/2 (decrease (fuel) 1))").effect is None
    # Draws inside nested conditions would have another order side by side.
    assert production("(forall (?y) (when (p ?y) (forall (?z) (probabilistic 1/2 (q ?z)))))").effect is not None
    assert production("(when (r) (and (q ?x) (when (p ?x) (probabilistic 1/2 (q ?x)))))").effect is None


def test_symbols_that_may_be_added_are_those_of_conditions_and_draws() -> None:
    found = production("(and (p ?x) (when (r) (q ?x)))")
    assert {symbol.name for symbol in found.may_add} == {"q"}
    unknown = production("(and (p ?x) (when (r) (decrease (fuel) 1)))")
    assert {symbol.name for symbol in unknown.may_add} == {"p"}
