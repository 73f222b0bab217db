"""Costs: `(total-cost)` starts at 0, adds up, and no engine has to carry its fractions."""

from fractions import Fraction

from features.conftest import Open
from features.shown import actions, after, values

from relgym import Reasoner


def test_it_starts_at_zero(r: Reasoner) -> None:
    assert values(r.initial_state)["(total-cost)"] == 0


def test_it_adds_up(r: Reasoner) -> None:
    there = after(r, "(drive a b)", "(wait)", "(drive b c)")
    assert values(there)["(total-cost)"] == Fraction(19, 2)
    assert r.goal(there)


def test_it_is_part_of_the_state(r: Reasoner) -> None:
    assert after(r, "(wait)") != r.initial_state


def test_an_undefined_cost_makes_the_action_invalid(open_reasoner: Open) -> None:
    assert actions(open_reasoner("unknown-length.pddl")) == ["(drive a b)", "(wait)"]


def test_the_metric(r: Reasoner) -> None:
    metric = r.task.problem.metric
    assert metric is not None
    assert metric.direction == "minimize"
    assert r.evaluate(after(r, "(drive a b)"), metric.expression) == 5
