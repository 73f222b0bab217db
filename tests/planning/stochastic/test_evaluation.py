"""Evaluation: rollouts, their returns, and their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from planning.stochastic.problems import crossing, small
from scipy import stats

import relgym
from relgym.errors import InvalidAction, RelgymError
from relgym.planning.stochastic.evaluation import Evaluation, student


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 9, 29, 99, 1000])
def test_the_quantile_of_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=5e-3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(0)
    for criterion, draw, truth in (
        ("probability", lambda: tuple((rng.random(50) < 0.9).astype(float).tolist()), 0.9),
        ("cost", lambda: tuple(rng.normal(3.0, 2.0, 10).tolist()), 3.0),
    ):
        ends = [Evaluation(criterion, draw(), 0).interval for _ in range(1000)]
        assert 0.92 <= np.mean([low <= truth <= high for low, high in ends]) <= 0.985


def _jump(state: relgym.State) -> str | None:
    return None if "(drowned)" in map(str, state.atoms) else "(jump)"


def test_a_function_is_a_policy() -> None:
    found = relgym.evaluate(crossing(), _jump, episodes=300, seed=301, criterion="probability")
    assert found.goals == sum(found.returns)
    low, high = found.interval
    assert low <= 2 / 3 <= high


def test_an_episode_that_does_not_arrive_costs_the_penalty() -> None:
    idle = relgym.evaluate(crossing(), lambda state: None, episodes=2, penalty=40)
    assert (idle.returns, idle.goals, idle.mean) == ((40.0, 40.0), 0, 40.0)
    stopped = relgym.evaluate(crossing(), lambda state: "(wade)", episodes=20, penalty=40, horizon=1)
    assert {*stopped.returns} <= {1.0, 41.0}


def test_episodes_are_those_of_the_environment() -> None:
    task = small("tireworld")
    policy = relgym.solve(task, "value_iteration")
    found = relgym.evaluate(task, policy, episodes=5, seed=7)
    reasoner = relgym.Reasoner(task)
    for episode, total in enumerate(found.returns):
        rng = np.random.Generator(np.random.PCG64(7 + episode))
        state, steps = reasoner.start(rng), 0
        while not reasoner.goal(state):
            state, steps = reasoner.successor(state, policy(state), rng), steps + 1
        assert total == steps


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(InvalidAction, match="not applicable"):
        relgym.evaluate(small("tireworld"), lambda state: "(change-tire)", episodes=1)
    for wrong in ({"episodes": 0}, {"horizon": 0}, {"seed": -1}, {"criterion": "speed"}):
        with pytest.raises(RelgymError):
            relgym.evaluate(crossing(), lambda state: None, **wrong)  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="the policy cannot be 'jump'"):
        relgym.evaluate(crossing(), "jump")  # type: ignore[arg-type]
