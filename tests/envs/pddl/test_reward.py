"""Rewards by the problem's metric."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest
from envs.texts import CHEAP, FORK, LAMPS, LUCK, ROADS, TOLLS

import relgym
from relgym.envs import FactsObservation, GraphObservation
from relgym.errors import ModelError, SimulationError


def metric(text: str, **options: Any) -> gym.Env[Any, Any]:
    return relgym.make(TOLLS, CHEAP.format(metric=text), reward="metric", **options)


@pytest.mark.parametrize(
    ("text", "rewards"),
    [
        ("minimize (total-cost)", [-1.5, -2.0]),
        ("maximize (total-cost)", [1.5, 2.0]),
        ("minimize (* 2 (total-cost))", [-3.0, -4.0]),
        ("minimize (total-time)", [-1.0, -1.0]),
        ("maximize (goal-achieved)", [0.0, 1.0]),
        ("minimize (+ (total-cost) (* 10 (total-time)))", [-11.5, -12.0]),
    ],
)
def test_the_change_of_the_metric(text: str, rewards: list[float], backend: str) -> None:
    env = metric(text, backend=backend)
    env.reset()
    assert [env.step(action)[1] for action in ("(go a b)", "(go b c)")] == rewards


def test_an_invalid_action_costs_nothing_and_the_next_one_what_it_costs() -> None:
    env = metric("minimize (total-cost)")
    env.reset()
    assert [env.step(action)[1] for action in ("(go b c)", "(go a b)", "(go a b)", "(go b c)")] == [0, -1.5, 0, -2]


def test_rewards_go_on_from_a_state_that_is_set() -> None:
    env = metric("minimize (total-cost)").unwrapped
    start, _ = env.reset()
    env.step("(go a b)")
    env.set_state(start)
    assert env.step("(go a b)")[1] == -1.5


def test_rewards_start_anew_with_an_episode() -> None:
    env = metric("minimize (total-time)")
    for _ in range(2):
        env.reset()
        assert env.step("(go a b)")[1] == -1.0


def test_goal_reward() -> None:
    env = relgym.make(LUCK, LAMPS, reward="metric")
    env.reset(seed=0)
    rewards = set()
    for _ in range(50):
        _, reward, terminated, _, _ = env.step("(press l)")
        rewards.add((reward, terminated))
        if terminated:
            env.reset()
    assert rewards == {(2.0, False), (12.0, True)}


def test_without_a_metric_the_reward_fluent_counts() -> None:
    env = relgym.make(LUCK, LAMPS.replace("(:metric maximize (reward))", ""), reward="metric")
    env.reset(seed=0)
    assert env.step("(press l)")[1] in (2.0, 12.0)


def test_a_problem_with_nothing_to_judge_by() -> None:
    with pytest.raises(ModelError, match="has no :metric"):
        relgym.make(ROADS, FORK, reward="metric")


def test_a_metric_without_a_value() -> None:
    env = metric("minimize (toll c a)")
    with pytest.raises(ModelError, match="no value"):
        env.reset()


def test_a_domains_folder_may_ask_for_the_metric() -> None:
    assert gym.make("relgym/Blocks-v0", reward="goal").unwrapped.problems
    with pytest.raises(ModelError, match="has no :metric"):
        gym.make("relgym/Blocks-v0", reward="metric")


HUGE = """(define (domain huge) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
  (:action grow :parameters () :effect (and (p) (scale-up (f) 1e300))))"""


def huge(metric: str, start: str = "1e5") -> tuple[str, str]:
    return HUGE, f"(define (problem n) (:domain huge) (:init (= (f) {start})) (:goal (p)) (:metric {metric}))"


def test_a_reward_beyond_floats_says_so_with_its_place() -> None:
    env = relgym.make(*huge("maximize (* (f) (f))"), reward="metric")
    env.reset()
    with pytest.raises(SimulationError, match=r"<problem 0>:1:\d+: the reward is too large for a float"):
        env.step("(grow)")


def test_a_large_reward_is_exact_until_it_is_a_float() -> None:
    env = relgym.make(*huge("minimize (/ (* (f) (f)) 1e400)"), reward="metric")
    env.reset()
    assert env.step("(grow)")[1] == -1e210


@pytest.mark.parametrize("wrapper", [FactsObservation, GraphObservation])
def test_a_number_that_is_too_large_to_be_observed(wrapper: Any) -> None:
    env = wrapper(relgym.make(*huge("maximize (f)", "1e38")))
    assert env.reset()[0] in env.observation_space
    with pytest.raises(SimulationError, match="a value of 'f' is too large to be observed"):
        env.step("(grow)")
