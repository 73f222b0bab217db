"""The agent that plans in an episode."""

from __future__ import annotations

import gymnasium as gym
import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.envs import DiscreteActions, PlannerAgent
from relgym.errors import RelgymError


def first(name: str) -> gym.Env:
    return relgym.make(spec(name).domain, spec(name).problem("train", 0))


@pytest.mark.parametrize("name", ["Blocks", "Ferry", "Navigation"])
def test_it_reaches_the_goal(name: str) -> None:
    env = gym.make(f"relgym/{name}-v0", disable_env_checker=True)
    agent = PlannerAgent(env, "search")
    for demonstration in agent.demonstrations(3, seed=5):
        assert len(demonstration.observations) == len(demonstration.actions) + 1 == len(demonstration.infos)
        assert len(demonstration.rewards) == len(demonstration.actions)
        if name != "Navigation":
            assert demonstration.terminated and demonstration.rewards[-1] == 1.0


def test_it_plans_again_where_the_outcome_differs() -> None:
    domain = """(define (domain door) (:requirements :probabilistic-effects) (:predicates (shut) (open) (through))
      (:action push :precondition (shut) :effect (probabilistic 1/3 (and (open) (not (shut)))))
      (:action pass :precondition (open) :effect (through)))"""
    env = relgym.make(domain, "(define (problem p) (:domain door) (:init (shut)) (:goal (through)))")
    agent = PlannerAgent(env, "search")
    lengths = [len(demonstration.actions) for demonstration in agent.demonstrations(8)]
    assert min(lengths) >= 2 and len({*lengths}) > 1
    assert agent.policy is not None and agent.policy.plans == 1  # type: ignore[attr-defined]


def test_it_changes_its_problem_with_the_environment() -> None:
    env = gym.make("relgym/Blocks-v0", disable_env_checker=True)
    agent = PlannerAgent(env, "search")
    for problem in (0, 3):
        assert agent.play(options={"problem": problem}).terminated


def test_numbers_for_wrapped_actions() -> None:
    env = DiscreteActions(first("tireworld"))
    found = PlannerAgent(env, method="lrtdp").play(seed=1)
    assert found.terminated and all(isinstance(action, int) for action in found.actions)


def test_an_instance_by_tree_search() -> None:
    env = first("sysadmin")
    played = [PlannerAgent(env, trials=3, seed=1).play(seed=2) for _ in range(2)]
    assert played[0].truncated and len(played[0].actions) == 40
    assert played[0].actions == played[1].actions and played[0].rewards == played[1].rewards


def test_without_a_plan_the_episode_ends() -> None:
    domain = """(define (domain lamp) (:predicates (on) (whole))
      (:action press :precondition (whole) :effect (on)))"""
    env = relgym.make(domain, "(define (problem broken) (:domain lamp) (:init) (:goal (on)))")
    found = PlannerAgent(env, "search").play()
    assert (found.actions, found.terminated, found.truncated) == ([], False, False)


def test_what_is_wrong_is_named() -> None:
    env = first("tireworld")
    with pytest.raises(gym.error.ResetNeeded):
        PlannerAgent(env).act()
    env.reset()
    with pytest.raises(RelgymError, match="there is no planner 'magic'"):
        PlannerAgent(env, "magic").act()
    with pytest.raises(RelgymError, match="is not a relational environment"):
        PlannerAgent(gym.make("CartPole-v1"))
    with pytest.raises(RelgymError, match="5 is not a relational environment"):
        PlannerAgent(5)  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="there is no method 'lrtpd'"):
        PlannerAgent(env, method="lrtpd")
    with pytest.raises(RelgymError, match="the method 'lrtdp' has no option 'trials'"):
        PlannerAgent(env, method="lrtdp", trials=3)
