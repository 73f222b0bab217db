"""PPDDL's `(reward)` starts at 0, is never declared, and adds up like any number."""

from fractions import Fraction

import pytest
from features.shown import after, values

from relgym import Reasoner


def test_it_starts_at_zero_and_adds_up(r: Reasoner) -> None:
    assert values(r.initial_state) == {"(reward)": 0}
    assert values(after(r, "(pick apple)", "(pick pear)")) == {"(reward)": 4}
    assert values(after(r, "(climb)", "(pick apple)")) == {"(reward)": Fraction(3, 2)}


def test_outcomes_with_different_rewards_are_different_states(r: Reasoner) -> None:
    found = {values(o.state)["(reward)"]: o.probability for o in r.outcomes(r.initial_state, "(shake apple)")}
    assert found == {3: 0.5, 0: 0.25, -1: 0.25}


def test_the_problem_tells_metric_and_goal_reward(r: Reasoner) -> None:
    problem = r.task.problem
    assert problem.metric is not None
    assert problem.goal_reward is not None
    assert r.evaluate(r.initial_state, problem.goal_reward) == 10
    assert r.evaluate(after(r, "(pick pear)"), problem.metric.expression) == pytest.approx(2)
