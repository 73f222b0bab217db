"""The simulator of both languages: what it is made of, its one interface, and what it refuses."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest

import relgym
from relgym.errors import InvalidAction, ModelError, RandomOutcome, RelgymError, UnsupportedFeature

ROADS = """(define (domain roads) (:requirements :adl :derived-predicates) (:predicates (at ?x) (road ?x ?y) (home))
  (:derived (home) (exists (?x) (and (at ?x) (road ?x ?x))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
MAP = """(define (problem map) (:domain roads) (:objects a b c)
  (:init (at a) (road a b) (road b c) (road c a) (road b a) (road b b)) (:goal (at c)))"""

LAMPS = """domain lamps { types { lamp : object; };
  pvariables { lit(lamp) : { state-fluent, bool, default = false }; all : { derived-fluent, bool };
    press(lamp) : { action-fluent, bool, default = false }; };
  cpfs { all = forall_{?l : lamp} [lit(?l)]; lit'(?l) = lit(?l) ~= (press(?l) ^ Bernoulli(0.75)); };
  reward = sum_{?l : lamp} [lit'(?l)];
  action-preconditions { (sum_{?l : lamp} [press(?l)]) <= 1; };
  termination { forall_{?l : lamp} [lit(?l)]; }; }"""
TWO = "instance two { domain = lamps; objects { lamp : {a, b}; }; init-state { lit(a); }; horizon = 9; }"


@pytest.fixture(params=["pddl", "rddl"])
def model(request: pytest.FixtureRequest) -> Any:
    return relgym.load(ROADS, MAP) if request.param == "pddl" else relgym.load(LAMPS, TWO)


def test_a_walk_is_that_of_a_reasoner(model: Any) -> None:
    simulator, reasoner = relgym.Simulator(model), relgym.Reasoner(model)
    assert isinstance(simulator, relgym.Simulator)
    assert repr(simulator) == f"Simulator({model!r}, builtin)"
    state, rng = reasoner.initial_state, random.Random(0)
    is_pddl = isinstance(simulator, relgym.PDDLSimulator)
    for step in range(30):
        assert simulator.state == state
        assert simulator.goal() == reasoner.goal(state)
        derived = simulator.derived()
        if is_pddl:
            assert bool(derived["home"]) == reasoner.holds(state, "(home)")
        else:
            assert derived == reasoner.derived(state)
        actions = simulator.actions()
        named = [simulator.action(number) for number in sorted(actions)] if is_pddl else actions
        assert named == reasoner.valid_actions(state)
        place = rng.randrange(len(named))
        state = reasoner.successor(state, named[place], np.random.default_rng(step))
        result = simulator.apply(sorted(actions)[place] if is_pddl else named[place], np.random.default_rng(step))
        assert is_pddl or result == len(state.true)
    simulator.go_to(reasoner.initial_state)
    assert simulator.state == reasoner.initial_state


def test_a_simulator_of_a_reasoner_shares_its_lock(model: Any) -> None:
    reasoner = relgym.Reasoner(model)
    simulator = relgym.Simulator(reasoner)
    assert simulator.reasoner is reasoner
    assert simulator.lock is reasoner.lock


def test_engines_of_rddl_give_the_same_steps(backend: str) -> None:
    simulator = relgym.Simulator(relgym.load(LAMPS, TWO), backend)
    assert simulator.backend == backend
    rewards = [simulator.apply({"press___b": True}, np.random.default_rng(seed)) for seed in range(5)]
    other = relgym.Simulator(relgym.load(LAMPS, TWO))
    assert rewards == [other.apply({"press___b": True}, np.random.default_rng(seed)) for seed in range(5)]
    assert simulator.state == other.state


@pytest.mark.parametrize("name", ["sld", "swipl", "clingo"])
def test_an_engine_that_does_not_maintain_valid_actions_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnsupportedFeature) as error:
        relgym.Simulator(relgym.load(ROADS, MAP), backend=name)
    assert str(error.value) == (
        f"the engine '{name}' does not support: valid actions maintained from step to step\n"
        "hint: engines that do: builtin"
    )


def test_wrong_arguments() -> None:
    with pytest.raises(RelgymError, match="is not a task, an instance or a reasoner"):
        relgym.Simulator(ROADS)
    simulator = relgym.Simulator(relgym.load(LAMPS, TWO))
    with pytest.raises(InvalidAction, match="the action breaks"):
        simulator.apply({"press___a": True, "press___b": True}, np.random.default_rng(0))
    with pytest.raises(RandomOutcome, match="chance decides"):
        simulator.apply({})
    with pytest.raises(ModelError, match="is no state"):
        simulator.go_to(None)
    assert simulator.state == simulator.reasoner.initial_state


def test_copies_go_their_own_way(model: Any) -> None:
    simulator = relgym.Simulator(model)
    action = min(simulator.actions()) if isinstance(simulator, relgym.PDDLSimulator) else {"press___b": True}
    simulator.apply(action, np.random.default_rng(0))
    other = copy.deepcopy(simulator)
    simulator.go_to(simulator.reasoner.initial_state)
    assert other.state != simulator.state
