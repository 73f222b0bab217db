"""Searches with a walker: the successors of any state, by the numbers of actions."""

from __future__ import annotations

import pytest

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.errors import ModelError, RandomOutcome
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator


def expanded(walker: PDDLSimulator, reasoner: Reasoner, state: State) -> list[State]:
    """Compare the successors of a state with those that a reasoner finds; returns them."""
    found = walker.successors(state)
    assert [number for number, _ in found] == sorted(number for number, _ in found)
    named = [(walker.action(number), after) for number, after in found]
    expected = reasoner.successors(state)
    assert [pair for pair in named if pair in expected] == expected
    if not walker.chooses:
        assert len(named) == len(expected)
    return [after for _, after in found]


@pytest.mark.parametrize("grounds", [False, True])
@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_successors_of_states_of_the_catalogue(own: EnvSpec, grounds: bool) -> None:
    with Reasoner(load(own.domain, own.problems("train")[0])) as reasoner:
        walker = PDDLSimulator(reasoner)
        if grounds:
            assert walker.ground()
        front = [reasoner.initial_state]
        for _ in range(6):
            state = front[len(front) // 2]
            try:
                reasoner.successors(state)
            except ValueError:
                with pytest.raises(RandomOutcome, match="chance decides"):
                    walker.successors(state)
                break
            front = expanded(walker, reasoner, state) or front
            assert walker.state == reasoner.initial_state


def test_the_state_in_which_a_walker_stands() -> None:
    with Reasoner(relgym.load(LIGHTS, ROW)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.step("(press b)")
        assert walker.successors() == walker.successors(walker.state)
        assert len(walker.successors()) == 3


LIGHTS = """(define (domain lights) (:requirements :adl :numeric-fluents :action-costs)
  (:predicates (lit ?x) (beside ?x ?y)) (:functions (power) (total-cost))
  (:action press :parameters (?x) :precondition (> (power) 0)
   :effect (and (decrease (power) 1) (increase (total-cost) 2)
    (forall (?y) (when (and (beside ?x ?y) (lit ?y)) (not (lit ?y))))
    (forall (?y) (when (and (beside ?x ?y) (not (lit ?y))) (lit ?y))))))"""

ROW = """(define (problem row) (:domain lights) (:objects a b c)
  (:init (beside a a) (beside a b) (beside b a) (beside b b) (beside b c) (beside c b) (beside c c) (= (power) 3)
   (= (total-cost) 0)) (:goal (and (lit a) (lit c))))"""


def test_a_search_grounds_its_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.simulate.pddl.GROUNDING_EXPANSIONS", 5)
    with Reasoner(relgym.load(LIGHTS, ROW)) as reasoner:
        walker, met = PDDLSimulator(reasoner), [reasoner.initial_state]
        for state in met:
            met += [after for after in expanded(walker, reasoner, state) if after not in met]
        assert len(met) == 12
        assert walker._choice.ground_task is not None


DOORS = """(define (domain doors) (:predicates (door ?x) (open ?x))
  (:action shut :parameters (?x) :precondition (open ?x) :effect (not (open ?x))))"""

HALL = """(define (problem hall) (:domain doors) (:objects a b) (:init (open a)) (:goal (open b)))"""


def test_states_beyond_reach_and_of_other_problems() -> None:
    with Reasoner(relgym.load(DOORS, HALL)) as reasoner, Reasoner(relgym.load(LIGHTS, ROW)) as other:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        assert len(expanded(walker, reasoner, reasoner.initial_state)) == 1
        assert len(expanded(walker, reasoner, reasoner.state(["(open a)", "(open b)"]))) == 2
        with pytest.raises(ModelError):
            walker.successors(other.initial_state)
