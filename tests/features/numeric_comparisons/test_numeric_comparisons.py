"""Comparisons of numbers, by each operator, between fluents, constants and arithmetic."""

import pytest
from features.shown import actions, after, holds, rows

from relgym import Reasoner


@pytest.mark.parametrize(
    ("name", "tanks"),
    [("less", "a"), ("at-most", "ab"), ("equal", "b"), ("at-least", "bc"), ("more", "c"), ("not-equal", "ac")],
)
def test_each_operator(r: Reasoner, name: str, tanks: str) -> None:
    assert actions(r, name=name) == [f"({name} {tank})" for tank in tanks]


def test_two_fluents(r: Reasoner) -> None:
    assert actions(r, name="higher") == ["(higher b a)", "(higher c a)", "(higher c b)"]


def test_arithmetic(r: Reasoner) -> None:
    # a: 2+1+1 = 7-3, but 4 is not 10+7-12; b: 3+1+1 = 8-3 and 6 = 10+8-12; c: 6 is not 2.
    assert actions(r, name="sums") == ["(sums b)"]


def test_values_follow_the_state(r: Reasoner) -> None:
    filled = after(r, "(fill a)", "(fill a)")
    assert actions(r, filled, "more") == ["(more a)", "(more c)"]


def test_under_quantifiers(r: Reasoner) -> None:
    assert actions(r, name="all-below") == ["(all-below)"]
    once = after(r, "(all-below)")
    # Now 4 + 1 is not below 5, unless c does not count.
    assert actions(r, once, "all-below") == []
    assert actions(r, r.successor(once, "(more c)"), "all-below") == ["(all-below)"]


def test_in_goals_and_queries(r: Reasoner) -> None:
    assert r.goal(r.initial_state)
    assert not r.goal(after(r, "(all-below)"))
    assert rows(r, "(<= (- (size ?t - tank) (level ?t)) 5)") == [("a",), ("b",), ("c",)]
    assert rows(r, "(< (- (size ?t - tank) (level ?t)) 5)") == [("c",)]
    assert holds(r, "(= (+ (level a) (level b) (level c)) 9)")
    assert not holds(r, "(= (limit) 1)")
