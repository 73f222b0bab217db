"""Shaped rewards: sums that telescope, several problems, ends, and what is refused."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import relgym
from relgym.envs import DiscreteActions, FlatObservation, ShapedReward
from relgym.errors import RelgymError

DISCOUNT = 0.9


def walk(env: gym.Env[Any, Any], seed: int, steps: int = 40) -> tuple[list[float], list[float], bool]:
    """The shaped and the other rewards of a random walk, and whether it has reached the goal."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    shaped, others = [], []
    terminated = False
    while not terminated and len(shaped) < steps:
        _, reward, terminated, _, info = env.step(env.action_space.sample())
        shaped.append(reward)
        others.append(info["unshaped_reward"])
    return shaped, others, terminated


@pytest.mark.parametrize("domain", ["blocks", "ferry", "tireworld", "zenotravel"])
@pytest.mark.parametrize("potential", ["goals", "relaxed-plan"])
def test_the_discounted_sum_differs_by_the_potentials_at_both_ends_alone(domain: str, potential: str) -> None:
    for seed in range(4):
        env = ShapedReward(relgym.make(domain, reward="goal"), potential, DISCOUNT, scale=0.5)
        first = 0.5 * potential_here(env, seed, potential)
        shaped, others, terminated = walk(env, seed)
        last = 0.0 if terminated else 0.5 * worth(env, potential)
        gained = sum(DISCOUNT**n * (one - other) for n, (one, other) in enumerate(zip(shaped, others, strict=True)))
        assert gained == pytest.approx(DISCOUNT ** len(shaped) * last - first)


def potential_here(env: gym.Env[Any, Any], seed: int, potential: str) -> float:
    env.reset(seed=seed)
    return worth(env, potential)


def worth(env: gym.Env[Any, Any], potential: Any) -> float:
    from relgym.envs.wrappers.shaped import potential_of

    core: Any = env.unwrapped
    return potential_of(core.reasoner, potential, DISCOUNT)(core.get_state())


def test_goals_count_conjuncts_that_do_not_hold() -> None:
    env = ShapedReward(relgym.make("blocks", problem=2), discount=0.5)
    env.reset()
    plan = relgym.plan(env.unwrapped.reasoner.task)
    rewards = [env.step(action)[1] for action in plan.actions]
    # One of the two goals holds at the start; it is given up for a while.
    assert rewards[0] == 0.5 * 0.25 - 0.5
    assert rewards[-1] == 1.0 - 0.5


def test_a_relaxed_plan_is_as_long_as_a_plan_where_nothing_is_deleted() -> None:
    domain = """(define (domain switches) (:predicates (on ?x) (next ?x ?y))
      (:action press :parameters (?x ?y) :precondition (and (on ?x) (next ?x ?y)) :effect (on ?y)))"""
    problem = """(define (problem four) (:domain switches) (:objects a b c d)
      (:init (on a) (next a b) (next b c) (next c d)) (:goal (on d)))"""
    env = ShapedReward(relgym.make(domain, problem), "relaxed-plan", discount=0.5)
    env.reset()
    assert [env.step(action)[1] for action in ("(press a b)", "(press b c)", "(press c d)")] == [0.0, 0.0, 0.5]


def test_a_dead_end_is_worth_nothing() -> None:
    domain = """(define (domain glass) (:predicates (whole) (full))
      (:action drop :parameters () :precondition (whole) :effect (not (whole)))
      (:action fill :parameters () :precondition (whole) :effect (full)))"""
    problem = "(define (problem one) (:domain glass) (:init (whole)) (:goal (full)))"
    env = ShapedReward(relgym.make(domain, problem), "relaxed-plan", discount=0.5)
    env.reset()
    assert env.step("(drop)")[1] == pytest.approx(-0.5)


def test_without_a_discount_distances_still_count() -> None:
    env = ShapedReward(relgym.make("blocks", problem=0), "relaxed-plan", discount=1.0)
    env.reset()
    assert env.step("(pick-up b1)")[1] == pytest.approx(0.99 - 0.99**2)


def test_a_function_of_states_may_be_the_potential() -> None:
    env = ShapedReward(relgym.make("blocks", problem=0), lambda state: float(len(state.atoms)), discount=1.0)
    state, _ = env.reset()
    after, reward, terminated, _, info = env.step("(unstack b2 b3)")
    assert not terminated
    assert reward == len(after.atoms) - len(state.atoms)
    assert info["unshaped_reward"] == 0.0


def test_it_stands_around_other_wrappers_and_knows_each_problem() -> None:
    env = ShapedReward(FlatObservation(DiscreteActions(gym.make("relgym/Blocks-v0"))), "relaxed-plan", DISCOUNT)
    for problem in (0, 5, 0):
        env.reset(options={"problem": problem})
        assert env._before == worth(env, "relaxed-plan")
    check_env(ShapedReward(FlatObservation(DiscreteActions(relgym.make("blocks", problem=0)))), skip_render_check=True)


@pytest.mark.parametrize("worth", ["far", None, float("nan"), float("inf")])
def test_a_potential_is_a_finite_number(worth: Any) -> None:
    env = ShapedReward(relgym.make("blocks", problem=0), lambda state: worth)
    with pytest.raises(RelgymError, match="the potential of a state cannot be") as caught:
        env.reset()
    assert caught.value.expected == "a finite number"


def test_what_is_refused() -> None:
    env = relgym.make("blocks", problem=0)
    with pytest.raises(RelgymError, match="'goal'"):
        ShapedReward(env, "goal")  # type: ignore[arg-type]
    for wrong in ({"discount": 1.5}, {"discount": True}, {"discount": "1"}, {"scale": -1}, {"scale": float("nan")}):
        with pytest.raises(RelgymError, match=next(iter(wrong))):
            ShapedReward(env, **wrong)
    with pytest.raises(RelgymError, match="RDDL") as caught:
        ShapedReward(relgym.make("sysadmin"))
    assert caught.value.hint is not None and "TransformReward" in caught.value.hint
