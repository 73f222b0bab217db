"""Actions by number."""

from __future__ import annotations

import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, LINE, ROADS

import relgym
from relgym.envs import DiscreteActions, FlatObservation
from relgym.errors import InvalidAction, RelgymError

THREE = "(define (problem three) (:domain roads) (:objects u v) (:init (at u) (road u v)) (:goal (at v)))"


def roads(*problems: str) -> DiscreteActions:
    return DiscreteActions(relgym.make(ROADS, problems))


def test_masks_tell_the_valid_actions() -> None:
    env = roads(FORK)
    _, info = env.reset()
    mask = info["action_mask"]
    assert (mask.dtype, mask.shape) == (np.int8, (3,))
    assert [str(env.action(int(n))) for n in np.flatnonzero(mask)] == ["(go a b)", "(go a c)"]
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == mask.tolist() == [1, 1, 0]
    *_, info = env.step(0)
    assert info["action_mask"].tolist() == [0, 0, 1]


def test_numbers_mean_the_same_in_every_problem() -> None:
    env = roads(FORK, LINE, THREE)
    numbers = {}
    for problem in range(3):
        env.reset(options={"problem": problem})
        objects = env.unwrapped.reasoner.task.objects
        for action in env.unwrapped.problems.reachable(problem).actions:
            place = tuple(objects.index(term) for term in action.terms)
            assert numbers.setdefault(place, env.number(action)) == env.number(action)
            assert env.action(env.number(action)) == action
    assert sorted(numbers.values()) == list(range(env.action_space.n)) == [0, 1, 2, 3]


def test_a_number_of_another_problem_is_an_invalid_action() -> None:
    env = roads(FORK, THREE)
    before, info = env.reset(options={"problem": 1})
    assert info["action_mask"].sum() == 1
    elsewhere = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(elsewhere)
    assert (after, reward, terminated, truncated, info["invalid_action"]) == (before, 0.0, False, False, True)
    assert info["action_mask"].sum() == 1


def test_masks_follow_a_state_that_is_set() -> None:
    env = roads(FORK)
    start, _ = env.reset()
    env.step(1)
    assert not env.action_masks().any()
    env.unwrapped.set_state(start)
    assert env.action_masks().tolist() == [True, True, False]


def test_masks_are_found_below_further_wrappers() -> None:
    env = FlatObservation(roads(FORK))
    env.reset()
    assert env.get_wrapper_attr("action_masks")().tolist() == [True, True, False]
    assert env.action_space.sample(mask=env.get_wrapper_attr("action_masks")().astype(np.int8)) in (0, 1)


def test_what_has_no_number() -> None:
    env = roads(FORK)
    env.reset()
    with pytest.raises(InvalidAction, match="out of reach"):
        env.number("(go c a)")
    with pytest.raises(InvalidAction):
        env.number("(go c nowhere)")


def test_other_environments_are_refused() -> None:
    with pytest.raises(RelgymError, match="not a relational environment"):
        DiscreteActions(gym.make("CartPole-v1"))


def test_the_numbers_are_the_same_in_every_process() -> None:
    code = """
import relgym
from relgym.catalogue.domains import catalogue
from relgym.envs import DiscreteActions, FlatObservation
for own in catalogue("pddl"):
    env = FlatObservation(DiscreteActions(relgym.make(own.domain, own.problems("train")[0])))
    observation, info = env.reset(seed=1)
    number = env.get_wrapper_attr("number")
    actions = [(str(a), number(a)) for a in env.unwrapped.problems.reachable(0).actions]
    print(own.name, actions, observation.tolist())
for own in catalogue("rddl"):
    env = relgym.make(own.domain, own.problems("train")[0])
    print(own.name, *env.observation_space, *env.action_space)
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
