"""Landmarks of the delete relaxation: conditions of effects count, and every landmark is one in the whole space."""

from __future__ import annotations

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.data.question_sets.landmarks import RelaxedLandmarks
from relgym.data.question_sets.space import explored
from relgym.model.bits import bits_of
from relgym.reasoning.pddl.relaxed_task import RelaxedTask

DOMAIN = """(define (domain safe) (:requirements :adl) (:predicates (key) (light) (open))
  (:action take :effect (key)) (:action shine :effect (light))
  (:action turn :precondition (or (light) (key)) :effect (when (key) (open))))"""
PROBLEM = "(define (problem p) (:domain safe) (:init) (:goal (open)))"


def test_conditions_of_effects_are_needed() -> None:
    reasoner = relgym.Reasoner(relgym.load(DOMAIN, PROBLEM))
    landmarks = RelaxedLandmarks(RelaxedTask(reasoner)).of(reasoner.initial_state.bits)
    bits = {str(reasoner.vocabulary.forms.text(key)): 1 << bit for bit, key in enumerate(reasoner.vocabulary.atoms)}
    # Light alone may let the key turn, but opens nothing.
    assert landmarks[bits["(open)"].bit_length() - 1] == bits["(open)"] | bits["(key)"]


@pytest.mark.parametrize("name", ["blocks-conditional", "blocks-quantified", "fridge"])
def test_each_is_a_landmark_of_the_whole_space(name: str) -> None:
    found = spec(name)
    reasoner = relgym.Reasoner(relgym.load(found.domain, found.problems("train")[0]))
    space = explored(reasoner, 1000)
    assert space is not None
    landmarks = RelaxedLandmarks(RelaxedTask(reasoner))
    tried = 0
    for state in space.states[:: max(1, len(space.states) // 20)]:
        number = space.number(state)
        for bit, landmark_bits in landmarks.of(state.bits).items():
            for landmark in set(bits_of(landmark_bits)) - {bit}:
                tried += 1
                there = [at for at in bits_of(space.holding.get(bit, 0)) if space.reached[number] >> at & 1]
                assert space.path(number, set(there).__contains__, 1 << landmark) is None
    assert tried
