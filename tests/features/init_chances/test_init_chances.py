"""A probabilistic :init is a distribution over starts; draws side by side are independent."""

import random

import pytest
from features.shown import actions, atoms, values

from relgym import Reasoner

STARTS = {
    ("(holds ace)", "(holds king)", "(holds ten)"): 3 / 8,
    ("(holds ace)", "(holds ten)"): 3 / 4 * 3 / 8,
    ("(holds ace)", "(holds ten)", "(joker)"): 3 / 32,
    ("(holds king)", "(holds ten)"): 1 / 8,
    ("(holds ten)",): 1 / 4 * 3 / 8,
    ("(holds ten)", "(joker)"): 1 / 32,
}


def test_all_starts(r: Reasoner) -> None:
    found = r.starts()
    assert {tuple(sorted(atoms(start.state))): start.probability for start in found} == STARTS
    assert [start.probability for start in found] == sorted(STARTS.values(), reverse=True)


def test_the_initial_state_is_that_of_the_likeliest_draws(r: Reasoner) -> None:
    assert atoms(r.initial_state) == {"(holds ace)", "(holds king)", "(holds ten)"}
    assert r.goal(r.initial_state)


def test_values_are_drawn_with_the_atoms(r: Reasoner) -> None:
    for start in r.starts():
        ace = "(holds ace)" in atoms(start.state)
        assert values(start.state) == {"(points)": 10 if ace else 5}
        assert actions(r, start.state, "bet") == (["(bet)"] if ace else [])
        assert r.goal(start.state) == ({"(holds ace)", "(holds king)"} <= atoms(start.state))


def test_what_only_a_start_may_make_true_is_no_static(r: Reasoner) -> None:
    # No action changes `holds`, and still it differs from start to start.
    for start in r.starts():
        held = [name for name in ("ace", "king", "ten") if f"(holds {name})" in atoms(start.state)]
        assert actions(r, start.state, "show") == [f"(show {name})" for name in held]


def test_a_generator_draws(r: Reasoner) -> None:
    rng = random.Random(5)
    seen = [tuple(sorted(atoms(r.start(rng)))) for _ in range(4000)]
    for held, probability in STARTS.items():
        assert seen.count(held) / 4000 == pytest.approx(probability, abs=4 * 0.5 / 4000**0.5)
