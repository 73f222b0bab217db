"""Learning curves of caches."""

from __future__ import annotations

import pytest

from relgym.simulate import learning
from relgym.simulate.learning import LearningCurve


def review(curve: LearningCurve, *seconds: float) -> bool:
    """Review a curve after as many misses as it asks for, of which some took so many seconds."""
    curve.samples += seconds
    return curve.review(curve.misses)


@pytest.mark.parametrize("seconds", [1e-6, 1e-5, 3.3e-5, 1e-4])
@pytest.mark.parametrize("factor", [0.75, 0.9, 1.0, 1.1], ids=["falls fast", "falls", "is level", "rises"])
def test_a_cache_learns_until_its_misses_have_taken_long_enough(seconds: float, factor: float) -> None:
    curve, spent = LearningCurve(), [0.0]
    while not review(curve, *[seconds] * 16):
        assert spent[-1] < curve.spent < learning.LEARNING_SECONDS
        spent.append(curve.spent)
        seconds *= factor
    # No review comes after fewer misses than the first one.
    late = learning.FIRST_REVIEW_MISSES * seconds
    assert learning.LEARNING_SECONDS <= curve.spent <= learning.OVERTIME * learning.LEARNING_SECONDS * 1.1 + late


def test_the_longest_of_many_samples_does_not_count() -> None:
    curve, disturbed = LearningCurve(), LearningCurve()
    review(curve, *[1e-5] * 16)
    review(disturbed, *[1e-5] * 15, 1.0)
    assert disturbed.spent == curve.spent
