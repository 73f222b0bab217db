"""RDDL's distributions of vectors: each draw is a function of the parameters and of one uniform number per entry.

>>> VECTORS["MultivariateNormal"]([1, 2], [[4, 0], [0, 1]], [0.5, 0.5])
[1.0, 2.0]
>>> VECTORS["Multinomial"](3, [0.5, 0.5], [0.9, 0.0])
[3, 0]

Each entry is drawn from its distribution given the entries before it (Rosenblatt, Remarks on a multivariate
transformation, 1952), by the quantile functions of `draws`. All raise `ValueError` for parameters that the
distribution does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import sqrt
from typing import Any

from relgym.runtime.draw_checks import NEAR, positive, refuse_sum, too_large, whole
from relgym.runtime.draws import beta, binomial, normal, student


def multivariate_normal(
    mean: Sequence[float], covariance: Sequence[Sequence[float]], uniforms: Sequence[float]
) -> list[float]:
    """Normal entries with these means and covariances; the matrix is symmetric and positive definite."""
    return _placed(mean, covariance, [normal(0, 1, u) for u in uniforms])


def multivariate_student(
    mean: Sequence[float], covariance: Sequence[Sequence[float]], degrees: float, uniforms: Sequence[float]
) -> list[float]:
    """Such normal entries, their distances from the mean divided by the root of one chi-square per degree.

    So the entries are far out together (Kotz and Nadarajah, Multivariate t distributions, 2004, chapter 1). What
    RDDL calls the covariance is the scale matrix: the covariance is degrees / (degrees - 2) times that, for more
    than two degrees.
    """
    positive("number of degrees", degrees)
    standard: list[float] = []
    squares = 0.0
    for known, u in enumerate(uniforms):
        standard.append(student(degrees + known, u) * sqrt((degrees + squares) / (degrees + known)))
        squares += standard[-1] ** 2
    return _placed(mean, covariance, standard)


def dirichlet(concentration: Sequence[float], uniforms: Sequence[float]) -> list[float]:
    """Shares that sum to 1; the mean of each is its concentration's share in the sum.

    The last one is what the others leave, whatever its uniform.
    """
    for parameter in concentration:
        positive("concentration", parameter)
    shares, left = [], 1.0
    for parameter, others, u in zip(concentration, _after(concentration), uniforms[:-1], strict=False):
        share = beta(parameter, others, u)
        shares.append(left * share)
        left *= 1 - share
    return [*shares, left]


def multinomial(trials: int, probabilities: Sequence[float], uniforms: Sequence[float]) -> list[int]:
    """Draw the number of trials with each outcome; the mean of each is trials * probability.

    The last count is the number of trials that remain, whatever its uniform number.
    """
    whole("number of trials", trials)
    if not (min(probabilities) >= 0 and abs(sum(probabilities) - 1) <= NEAR):
        refuse_sum("probabilities", "1", probabilities, sum(probabilities))
    counts, left = [], trials
    for probability, others, u in zip(probabilities, _after(probabilities), uniforms[:-1], strict=False):
        possible = probability + others
        counts.append(binomial(left, probability / possible, u) if possible else 0)
        left -= counts[-1]
    return [*counts, left]


VECTORS: Mapping[str, Callable[..., list[Any]]] = {
    "MultivariateNormal": multivariate_normal,
    "MultivariateStudent": multivariate_student,
    "Dirichlet": dirichlet,
    "Multinomial": multinomial,
}
"""By name: a function of the parameters, in RDDL's order, and of as many uniforms as the vector has entries."""


def _after(numbers: Sequence[float]) -> list[float]:
    """The sums of all that follow each but the last."""
    return list(accumulate(reversed(numbers[1:])))[::-1]


def _placed(mean: Sequence[float], covariance: Sequence[Sequence[float]], standard: list[float]) -> list[float]:
    import numpy as np

    center, matrix = np.asarray(mean, dtype=float), np.asarray(covariance, dtype=float)
    if not np.isfinite(center).all():
        raise ValueError(f"a mean is a finite number, not {center[~np.isfinite(center)][0]}")
    if matrix.shape != (len(center), len(center)):
        raise ValueError(f"the covariance of {len(center)} entries has as many rows and columns")
    if not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T):
        raise ValueError("a covariance is symmetric and finite")
    try:
        factor = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        raise ValueError("a covariance is positive definite") from None
    with np.errstate(over="ignore", invalid="ignore"):
        drawn = center + factor @ np.asarray(standard)
    if not np.isfinite(drawn).all():
        too_large()
    numbers: list[float] = drawn.tolist()
    return numbers
