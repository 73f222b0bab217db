"""Choices by probabilities and by weights."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relgym.runtime.draws import completed, discrete, unnormalised

LAST = 1 - 2**-53


@pytest.mark.parametrize("choose", [discrete, unnormalised])
def test_each_index_as_often_as_its_probability(choose):
    probabilities = [0.1, 0, 0.45, 0.25, 0.2, 0.0]
    chosen = [choose(probabilities, (part + 0.5) / 1000) for part in range(1000)]
    assert [chosen.count(index) for index in range(6)] == [100, 0, 450, 250, 200, 0]
    assert chosen == sorted(chosen)


def test_weights_need_no_sum():
    chosen = [unnormalised([1, 0, 3, 4], (part + 0.5) / 800) for part in range(800)]
    assert [chosen.count(index) for index in range(4)] == [100, 0, 300, 400]


@pytest.mark.parametrize(
    ("weights", "first", "last"),
    [
        ([1], 0, 0),
        ([0, 1], 1, 1),
        ([1, 0], 0, 0),
        ([0.5, 0.5], 0, 1),
        ([True, False], 0, 0),
        ([0.1] * 10, 0, 9),
        ([0, *[0.1] * 10, 0, 0], 1, 10),
        ([1 / 3, 1 / 3, 1 / 3, 0], 0, 2),
    ],
)
def test_ends_never_choose_what_has_no_probability(weights, first, last):
    for choose in (discrete, unnormalised):
        assert (choose(weights, 0.0), choose(weights, LAST)) == (first, last)


@given(
    st.lists(st.one_of(st.just(0.0), st.floats(0, 1e300), st.floats(0, 1e-320)), min_size=1, max_size=8).filter(any),
    st.floats(0, LAST),
)
def test_what_is_chosen_has_a_weight(weights, u):
    assert weights[unnormalised(weights, u)] > 0


def test_weights_next_to_zero_are_weights():
    assert unnormalised([5e-324], LAST) == 0
    assert unnormalised([0, 5e-324, 0], LAST) == 1


def test_probabilities_may_miss_one_by_a_millionth():
    assert discrete([0.5, 0.5 - 9e-7], LAST) == 1
    assert discrete([0.5, 0.5 + 9e-7], LAST) == 1
    for sum_of in (1 - 2e-6, 1 + 2e-6, 0.0, 2.0):
        with pytest.raises(ValueError, match=f"the sum of probabilities is 1, not {sum_of}"):
            discrete([sum_of], 0.3)


@pytest.mark.parametrize("bad", [-0.1, math.nan, -math.inf])
@pytest.mark.parametrize("position", [0, 1, 2])
@pytest.mark.parametrize(("choose", "what"), [(discrete, "probabilities"), (unnormalised, "weights")])
def test_no_negative_weight(choose, what, position, bad):
    weights = [0.5, 0.6]
    weights.insert(position, bad)
    with pytest.raises(ValueError, match=f"{what} are at least 0, not {bad}"):
        choose(weights, 0.3)


@pytest.mark.parametrize("weights", [[0, 0], [math.inf, 1], [1.7e308, 1.7e308]])
def test_no_sum_of_weights(weights):
    with pytest.raises(ValueError, match="the sum of weights is positive and finite, not"):
        unnormalised(weights, 0.3)


def test_otherwise_is_what_is_missing():
    assert completed([0.5, 0, 0.25], 1) == [0.5, 0.25, 0.25]
    assert completed([0, 0.5], 0) == [0.5, 0.5]
    assert completed([0.7, 0.2, 0.1, 0], 3) == [0.7, 0.2, 0.1, pytest.approx(0, abs=1e-15)]
    assert completed([1 + 5e-7, 0], 1) == [1 + 5e-7, 0]
    for bad in (1.1, math.nan, math.inf):
        with pytest.raises(ValueError, match="probabilities beside 'otherwise' sum to at most 1, not to"):
            completed([bad, 0], 1)
