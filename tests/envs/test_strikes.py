"""A step that a signal breaks off, as Ctrl-C does, has been made as a whole or not at all."""

from __future__ import annotations

from itertools import count
from typing import Any

import gymnasium as gym
import pytest
from strikes import places, strike

import relgym
from relgym.envs import ShapedReward

ROADS = """(define (domain roads) (:requirements :strips :action-costs)
  (:predicates (at ?x) (road ?x ?y)) (:functions (total-cost) (far ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
   :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (far ?y)))))"""

RING = """(define (problem ring) (:domain roads) (:objects a b c d)
  (:init (at a) (road a b) (road b c) (road c a) (road b a) (= (far a) 1) (= (far b) 2) (= (far c) 4) (= (far d) 8)
   (= (total-cost) 0)) (:goal (at d)) (:metric minimize (total-cost)))"""

COUNTER = """domain counter {
  pvariables { sum : { state-fluent, int, default = 0 }; add : { action-fluent, int, default = 0 }; };
  cpfs { sum' = sum + add; };
  reward = sum'; action-preconditions { add >= 0; add <= 2; }; state-invariants { sum >= 0; };
  termination { sum > 50; }; }"""

HORIZON = 9

COUNTED = f"instance counted {{ domain = counter; horizon = {HORIZON}; }}"


def made(language: str) -> Any:
    if language == "pddl":
        return relgym.make(ROADS, RING, reward="metric").unwrapped
    return relgym.make(COUNTER, COUNTED).unwrapped


def action(env: Any, language: str, turn: int) -> Any:
    return env.valid_actions()[turn % len(env.valid_actions())] if language == "pddl" else {"add": 1 + turn % 2}


@pytest.mark.parametrize("language", ["pddl", "rddl"])
def test_every_place_of_a_step(language: str) -> None:
    env, other = made(language), made(language)
    for each in (env, other):
        each.reset(seed=1)
        each.step(action(each, language, 0))
    start = other.get_state()
    for place in count():
        before, chosen = env.get_state(), action(env, language, place)
        other.set_state(before)
        other.step(chosen)
        after = other.get_state()
        struck = strike(lambda chosen=chosen: env.step(chosen), place)
        assert env.get_state() in ((before, after) if struck else (after,))
        # It goes on as another environment does that has come there without a signal.
        other.set_state(env.get_state())
        chosen = action(other, language, place + 1)
        assert env.valid_actions() == other.valid_actions()
        assert env.step(chosen)[:3] == other.step(chosen)[:3]
        env.set_state(start)
        if not struck:
            break
    assert place > 5


def test_a_horizon_counts_the_steps_that_were_made() -> None:
    env = made("rddl")
    env.reset(seed=1)
    for place in range(places(lambda: env.step({"add": 1}))):
        env.reset()
        strike(lambda: env.step({"add": 1}), place)
        [made_steps] = env.get_state().values
        assert made_steps + next(number for number in count(1) if env.step({"add": 0})[3]) == HORIZON


def test_shaped_rewards_go_on_from_the_state_that_was_reached() -> None:
    env, other = (ShapedReward(relgym.make("blocks", problem=0), discount=0.5) for _ in range(2))
    first, second = "(unstack b2 b3)", "(stack b2 b3)"
    env.reset(), other.reset()
    for place in range(0, places(lambda: env.step(first)), 2):
        for each in (env, other):
            each.reset()
        strike(lambda: env.step(first), place)
        if env.unwrapped.get_state() == other.unwrapped.get_state():
            assert env.step(first)[1] == other.step(first)[1]
        else:
            other.step(first)
        assert env.step(second)[1] == other.step(second)[1]


def test_places_of_a_reset() -> None:
    first, second = (RING.replace("(at a)", f"(at {place})") for place in "ab")
    env = relgym.make(ROADS, [first, second]).unwrapped
    env.reset(options={"problem": 0})
    for place in range(0, places(lambda: env.reset(options={"problem": 1})), 3):
        env.reset(options={"problem": 0})
        before = env.get_state()
        strike(lambda: env.reset(options={"problem": 1}), place)
        try:
            state = env.get_state()
        except gym.error.ResetNeeded:
            with pytest.raises(gym.error.ResetNeeded):
                env.step("(go a b)")
        else:
            assert state in (before, env.reasoner.initial_state)
            assert env.valid_actions() == env.reasoner.valid_actions(state)
