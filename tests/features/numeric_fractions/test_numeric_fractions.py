"""Numbers are exact where the file's are: a tenth ten times is one, a third three times is one."""

from fractions import Fraction

import pytest
from features.shown import actions, after, values

from relgym import Reasoner
from relgym.errors import UnsupportedFeature

pytestmark = pytest.mark.never("clingo", raises=UnsupportedFeature, reason="it has only integers")


def sugar(r: Reasoner, *plan: str) -> object:
    return values(after(r, *plan)).get("(sugar)")


def test_decimals_and_fractions_are_read_exactly(r: Reasoner) -> None:
    assert values(r.initial_state) == {"(sugar)": Fraction(1, 4), "(spoon)": Fraction(1, 10)}


def test_sums_of_tenths(r: Reasoner) -> None:
    assert sugar(r, *["(add)"] * 5) == Fraction(3, 4)
    assert actions(r, after(r, *["(add)"] * 4), "taste") == []
    assert actions(r, after(r, *["(add)"] * 5), "taste") == ["(taste)"]


def test_thirds(r: Reasoner) -> None:
    assert sugar(r, "(third)") == Fraction(1, 12)
    assert after(r, "(third)", "(thrice)") == r.initial_state


def test_a_division_by_zero_makes_the_action_invalid(r: Reasoner) -> None:
    # (spoon) - 1/10 is 0.
    assert actions(r) == ["(add)", "(third)", "(thrice)", "(twentyfold)"]


def test_whole_fractions_are_integers(r: Reasoner) -> None:
    found = sugar(r, "(twentyfold)")
    assert found == 5
    assert type(found) is int


def test_the_goal(r: Reasoner) -> None:
    assert not r.goal(after(r, *["(add)"] * 5))
    assert r.goal(after(r, *["(add)"] * 5, "(taste)"))
