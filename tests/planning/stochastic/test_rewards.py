"""Rewards of PPDDL: `(:metric maximize ...)`, `(reward)` and `:goal-reward`, carried out or refused by name."""

from __future__ import annotations

import pytest

import relgym
from relgym.errors import ModelError, UnsupportedFeature

LOW_OR_HIGH = """(define (domain d) (:requirements :rewards :probabilistic-effects) (:predicates (home))
  (:action hi :effect (and (home) (increase (reward) 10)))
  (:action lo :effect (and (home) (increase (reward) 1))))"""
MAXIMIZE = "(define (problem p) (:domain d) (:init) (:goal (home)) (:metric maximize (reward)))"

RETRY = """(define (domain d) (:requirements :rewards :probabilistic-effects) (:predicates (home) (tried))
  (:action a-sure :effect (and (home) (increase (reward) 1)))
  (:action b-try :effect (and (tried) (increase (reward) -2) (probabilistic 1/2 (home)))))"""
GOAL_REWARD = """(define (problem p) (:domain d) (:init) (:goal (home)) (:goal-reward {reward})
  (:metric maximize (reward)))"""

METHODS = ["value_iteration", "uct"]


@pytest.mark.parametrize("method", [*METHODS, None])
def test_the_higher_reward_is_taken(method: str | None) -> None:
    for problem in (MAXIMIZE, MAXIMIZE.replace("(:metric maximize (reward))", "")):
        reasoner = relgym.Reasoner(relgym.load(LOW_OR_HIGH, problem))
        policy = relgym.solve(reasoner, method)
        start = reasoner.initial_state
        assert policy.criterion is not None and policy.criterion.name == "reward"
        assert (str(policy(start)), policy.value(start)) == ("(hi)", pytest.approx(10.0))
        assert relgym.evaluate(reasoner, policy, episodes=2).returns == (10.0, 10.0)


@pytest.mark.parametrize("method", METHODS)
def test_a_reward_of_the_goal_counts_once_and_is_discounted(method: str) -> None:
    """To try costs 2, and reaches the goal half of the time: V = -2 + 1/2 G + 1/2 d V."""
    task = relgym.load(RETRY, GOAL_REWARD.format(reward=8))
    reasoner = relgym.Reasoner(task)
    policy = relgym.solve(reasoner, method, discount=0.9)
    start = reasoner.initial_state
    assert (str(policy(start)), policy.value(start)) == ("(a-sure)", pytest.approx(9.0))
    assert relgym.evaluate(task, policy, episodes=3).mean == 9.0
    dear = RETRY.replace("(increase (reward) 1)", "(decrease (reward) 9)")
    only_try = relgym.load(dear, GOAL_REWARD.format(reward=8))
    found = relgym.solve(only_try, "value_iteration", discount=0.9)
    assert found.value(relgym.Reasoner(only_try).initial_state) == pytest.approx((-2 + 4) / (1 - 0.45))


def test_values_are_the_rewards_of_the_environment() -> None:
    env = relgym.make(LOW_OR_HIGH, GOAL_REWARD.format(reward=5), reward="metric")
    env.reset(seed=0)
    policy = relgym.solve(env.unwrapped.reasoner, "value_iteration", discount=1 - 1e-9)  # type: ignore[attr-defined]
    state = env.unwrapped.get_state()  # type: ignore[attr-defined]
    value = policy.value(state)
    assert env.step(policy(state))[1] == value == 15.0


def test_a_metric_with_the_time_is_a_reward_of_each_step() -> None:
    """To wait is worth 3 at once, but each step costs 1."""
    domain = """(define (domain d) (:requirements :fluents) (:predicates (home) (waited)) (:functions (gain))
      (:action go :effect (home))
      (:action wait :precondition (not (waited)) :effect (and (waited) (increase (gain) 3))))"""
    text = "(define (problem p) (:domain d) (:init (= (gain) 0)) (:goal (home)) (:metric maximize {}))"
    task = relgym.load(domain, text.format("(- (gain) (total-time))"))
    policy = relgym.solve(task, "value_iteration", discount=0.5)
    assert policy.value(relgym.Reasoner(task).initial_state) == pytest.approx(2 - 0.5)
    with pytest.raises(ModelError, match="depends on the number of steps before it"):
        relgym.solve(relgym.load(domain, text.format("(* (gain) (total-time))")))


@pytest.mark.parametrize("method", ["lrtdp", "replan"])
def test_methods_that_look_for_the_goal_refuse_rewards_with_their_place(method: str) -> None:
    task = relgym.load(LOW_OR_HIGH, MAXIMIZE)
    with pytest.raises(UnsupportedFeature, match="does not support rewards") as caught:
        relgym.solve(task, method)
    assert "<problem>:1:" in str(caught.value)
    assert "methods that do: value_iteration, uct" in str(caught.value)
    assert str(relgym.solve(task, method, criterion="cost")(relgym.Reasoner(task).initial_state)) in ("(hi)", "(lo)")


def test_rewards_without_an_end_need_a_discount() -> None:
    with pytest.raises(relgym.RelgymError, match="needs a horizon or a discount"):
        relgym.solve(relgym.load(LOW_OR_HIGH, MAXIMIZE), "value_iteration", discount=1)


@pytest.mark.parametrize("planner", [None, "search", "clingo"])
def test_an_optimal_plan_is_refused_where_rewards_say_what_is_good(planner: str | None) -> None:
    domain = LOW_OR_HIGH.replace(" :probabilistic-effects", "")
    found = relgym.plan(relgym.load(domain, MAXIMIZE), planner, optimal=True)
    assert found.status == "refused" and found.reason is not None
    assert "plans with the highest reward (<problem>:1:" in found.reason
    assert "relgym.solve finds a policy" in found.reason
    assert relgym.plan(relgym.load(domain, MAXIMIZE), planner).found


def test_a_reward_of_the_goal_leaves_a_cheapest_plan_the_cheapest() -> None:
    domain = """(define (domain d) (:requirements :action-costs) (:predicates (home)) (:functions (total-cost))
      (:action go :effect (and (home) (increase (total-cost) 2)))
      (:action run :effect (and (home) (increase (total-cost) 1))))"""
    problem = """(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (home)) (:goal-reward 100)
      (:metric minimize (total-cost)))"""
    found = relgym.plan(relgym.load(domain, problem), "search", optimal=True)
    assert (found.status, found.cost) == ("optimal", 1)
