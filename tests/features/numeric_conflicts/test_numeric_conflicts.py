"""Two different values for one fluent, or a value beside an increase, are an error; increases add up."""

import pytest
from features.shown import after, values

from relgym import Reasoner
from relgym.errors import ModelError


def test_two_different_values(r: Reasoner) -> None:
    with pytest.raises(ModelError, match=r"contradict each other on \(count\)"):
        after(r, "(two-values a b)")


def test_the_same_value_twice_is_no_conflict(r: Reasoner) -> None:
    assert values(after(r, "(two-values a c)"))["(count)"] == 2
    assert values(after(r, "(two-values b b)"))["(count)"] == 3


@pytest.mark.parametrize("action", ["(value-and-increase)", "(factor-and-increase)"])
def test_different_kinds_of_effects_on_one_fluent(r: Reasoner, action: str) -> None:
    with pytest.raises(ModelError, match=r"contradict each other on \(count\)"):
        after(r, action)
    with pytest.raises(ModelError, match=r"contradict each other on \(count\)"):
        r.outcomes(r.initial_state, action)


def test_only_effects_that_fire_can_conflict(r: Reasoner) -> None:
    with pytest.raises(ModelError):
        after(r, "(last)")
    assert values(after(r, "(against a)", "(last)"))["(count)"] == 3


def test_increases_add_up(r: Reasoner) -> None:
    tally = after(r, "(tally)")
    assert values(tally)["(count)"] == 15
    assert r.goal(tally)


def test_the_reasoner_works_on_after_an_error(r: Reasoner) -> None:
    with pytest.raises(ModelError):
        after(r, "(value-and-increase)")
    assert values(after(r, "(against b)", "(tally)"))["(count)"] == 12
