"""Numeric effects, each operator but `scale-down`; all right-hand sides read the state before the action."""

import pytest
from features.shown import after, values

from relgym import Reasoner


def gold(r: Reasoner, *plan: str) -> list[object]:
    found = values(after(r, *plan))
    return [found["(gold ann)"], found["(gold bob)"], found["(bank)"]]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("(set ann)", [100, 10, 100]),
        ("(gain ann)", [9, 10, 100]),
        ("(lose ann)", [1, 10, 100]),
        ("(multiply ann)", [12, 10, 100]),
    ],
)
def test_each_operator(r: Reasoner, action: str, expected: list[object]) -> None:
    assert gold(r, action) == expected


def test_right_hand_sides_read_the_old_state(r: Reasoner) -> None:
    assert gold(r, "(swap ann bob)") == [10, 4, 100]
    assert gold(r, "(swap ann ann)") == [4, 10, 100]


def test_increases_and_decreases_add_up(r: Reasoner) -> None:
    assert gold(r, "(pay bob ann)") == [6, 8, 100]
    assert gold(r, "(pay bob bob)") == [4, 10, 100]


def test_under_conditions_and_quantifiers(r: Reasoner) -> None:
    # bob is rich, and has more than 4: he pays 1 and 3.
    assert gold(r, "(tax)") == [4, 6, 103]
    assert gold(r, "(gain ann)", "(tax)") == [6, 6, 106]


def test_several_factors(r: Reasoner) -> None:
    assert gold(r, "(twice ann)") == [40, 10, 99]


def test_states_with_equal_numbers_are_equal(r: Reasoner) -> None:
    assert after(r, "(pay bob ann)", "(pay ann bob)") == r.initial_state
    assert hash(after(r, "(pay bob ann)", "(pay ann bob)")) == hash(r.initial_state)
    assert after(r, "(pay bob ann)") != r.initial_state


def test_the_goal(r: Reasoner) -> None:
    assert not r.goal(after(r, "(gain ann)"))
    assert r.goal(after(r, "(multiply ann)"))
