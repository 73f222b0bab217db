"""Probabilistic effects: what is missing to 1 is "no change"; draws side by side are independent."""

import random

import pytest
from features.shown import atoms, spread

from relgym import Reasoner
from relgym.errors import RandomOutcome


def test_the_missing_mass_is_no_change(r: Reasoner) -> None:
    # The most probable first; of equals, here the two of 1/8, that with the first atoms.
    assert spread(r, "(wait)") == [(0.5, {"(sun)"}), (0.25, {"(rain)"}), (0.125, set()), (0.125, {"(wind)"})]


def test_draws_side_by_side_are_independent(r: Reasoner) -> None:
    found = spread(r, "(both)")
    assert {probability for probability, _ in found} == {0.25}
    assert sorted(sorted(held) for _, held in found) == [
        ["(rain)", "(sun)", "(wind)"],
        ["(rain)", "(wind)"],
        ["(sun)", "(wind)"],
        ["(wind)"],
    ]


def test_certain_and_impossible_outcomes(r: Reasoner) -> None:
    assert spread(r, "(sure)") == [(1.0, {"(rain)"})]
    found = spread(r, "(never)")
    assert [probability for probability, _ in found] == [0.5, 0.5]
    assert {frozenset(held) for _, held in found} == {frozenset(), frozenset({"(sun)"})}


def test_outcomes_that_lead_to_one_state_are_one(r: Reasoner) -> None:
    assert sorted(spread(r, "(same)"), key=lambda item: len(item[1])) == [(0.5, set()), (0.5, {"(rain)"})]
    assert spread(r, "(soak hat)")[0] == (pytest.approx(0.4), set())
    assert [probability for probability, _ in spread(r, "(soak hat)")] == pytest.approx([0.4, 0.3, 0.3])


def test_deletes_come_before_adds_across_draws(r: Reasoner) -> None:
    rain = r.state(["(rain)"])
    assert sorted(spread(r, "(undo)", state=rain), key=lambda item: len(item[1])) == [(0.5, set()), (0.5, {"(rain)"})]
    sun = r.state(["(sun)"])
    # Gone only if it is deleted and not added.
    assert spread(r, "(clear)", state=sun) == [(0.75, {"(sun)"}), (0.25, set())]


def test_each_outcome_has_its_own_derived_atoms(r: Reasoner) -> None:
    derived = {frozenset(atoms(o.state)): atoms(r.derived(o.state)) for o in r.outcomes(r.initial_state, "(wait)")}
    assert derived[frozenset({"(sun)"})] == set()
    assert derived[frozenset({"(rain)"})] == {"(cloudy)"}


def test_a_generator_draws(r: Reasoner) -> None:
    rng = random.Random(3)
    seen = [frozenset(atoms(r.successor(r.initial_state, "(wait)", rng))) for _ in range(4000)]
    for probability, held in spread(r, "(wait)"):
        # Four standard deviations of the most uncertain of them.
        assert seen.count(frozenset(held)) / 4000 == pytest.approx(probability, abs=4 * 0.5 / 4000**0.5)


def test_without_a_generator_nothing_is_drawn(r: Reasoner) -> None:
    with pytest.raises(RandomOutcome, match=r"chance decides what \(wait\) leads to\nhint: give `rng`"):
        r.successor(r.initial_state, "(wait)")
