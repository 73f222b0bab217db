"""Learning curves of caches."""

from __future__ import annotations

import pytest

from relgym.simulate import learning
from relgym.simulate.learning import LearningCurve


def review(curve: LearningCurve, *seconds: float) -> bool:
    """Review a curve after as many misses as it asks for, of which some took so many seconds."""
    curve.samples += seconds
    return curve.review(curve.misses)


def test_a_curve_that_falls_is_level_in_the_end() -> None:
    curve, seconds = LearningCurve(), 1e-4
    while not review(curve, *[seconds] * 16):
        seconds /= 2
    assert learning.LEARNING_SECONDS <= curve.spent <= learning.OVERTIME * learning.LEARNING_SECONDS


@pytest.mark.parametrize("seconds", [1e-5, 3.3e-5, 1e-4])
def test_reviews_come_when_limits_are_reached(seconds: float) -> None:
    curve = LearningCurve()
    while not curve.is_slow:
        review(curve, seconds)
    # No review comes after fewer misses than the first one.
    late = learning.FIRST_REVIEW_MISSES * seconds
    assert curve.spent <= learning.OVERTIME * learning.SLOW_CACHE_SECONDS + late


def test_a_level_curve_counts_only_when_misses_have_taken_long() -> None:
    curve, spent = LearningCurve(), []
    while not review(curve, *[1e-6] * 16):
        assert not curve.is_slow
        spent.append(curve.spent)
    assert curve.is_slow
    assert curve.spent < 2 * learning.SLOW_CACHE_SECONDS
    assert spent == sorted(spent)


def test_the_longest_of_many_samples_does_not_count() -> None:
    curve, disturbed = LearningCurve(), LearningCurve()
    review(curve, *[1e-5] * 16)
    review(disturbed, *[1e-5] * 15, 1.0)
    assert disturbed.spent == curve.spent
