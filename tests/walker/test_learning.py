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
    reviews = 0
    while not review(curve, *[seconds] * 16):
        seconds /= 2
        reviews += 1
    # Each review comes after twice as many misses, which take half as long each: all blocks take the same time.
    assert reviews == pytest.approx(learning.LEARNING_SECONDS / (learning.FIRST_REVIEW_MISSES * 1e-4), abs=1)


def test_a_level_curve_counts_only_when_misses_have_taken_long() -> None:
    curve, spent = LearningCurve(), []
    while not review(curve, *[1e-6] * 16):
        assert not curve.is_slow
        spent.append(curve.spent)
    assert curve.is_slow
    assert curve.spent < 3 * learning.SLOW_CACHE_SECONDS
    assert spent == sorted(spent)


def test_the_longest_of_many_samples_does_not_count() -> None:
    curve, disturbed = LearningCurve(), LearningCurve()
    review(curve, *[1e-5] * 16)
    review(disturbed, *[1e-5] * 15, 1.0)
    assert disturbed.spent == curve.spent
