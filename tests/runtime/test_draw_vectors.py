"""The distributions of vectors: their entries, how these go together, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from relgym.read.rddl.functions import VECTORS as DECLARED
from relgym.runtime.draw_vectors import VECTORS
from relgym.runtime.draws import QUANTILES

MEAN = [1, -2, 0.5]
COVARIANCE = [[4, 1.2, -0.5], [1.2, 1, 0.3], [-0.5, 0.3, 2]]
MANY = 4000
UNIFORMS = stats.qmc.Halton(3, scramble=False).random(MANY + 1)[1:].tolist()
"""Spread evenly, so that what is drawn is a sample without its luck."""


def test_every_distribution_of_vectors_has_a_meaning():
    assert set(VECTORS) == set(DECLARED)


def drawn(name, *parameters):
    return np.array([VECTORS[name](*parameters, uniforms) for uniforms in UNIFORMS])


def alike(sample, cumulative):
    """Whether nowhere more than 1 % too much or too little of a sample lies below."""
    return stats.kstest(sample, cumulative).statistic < 0.01


def test_normal():
    sample = drawn("MultivariateNormal", MEAN, COVARIANCE)
    assert sample.mean(axis=0) == pytest.approx(MEAN, abs=0.01)
    assert np.cov(sample.T) == pytest.approx(np.array(COVARIANCE), abs=0.02)
    for entry in range(3):
        assert alike(sample[:, entry], stats.norm(MEAN[entry], math.sqrt(COVARIANCE[entry][entry])).cdf)
    assert alike(_squares(sample), stats.chi2(3).cdf)


def test_student_entries_are_far_out_together():
    degrees = 4
    sample = drawn("MultivariateStudent", MEAN, COVARIANCE, degrees)
    for entry in range(3):
        assert alike(sample[:, entry], stats.t(degrees, MEAN[entry], math.sqrt(COVARIANCE[entry][entry])).cdf)
    assert alike(_squares(sample) / 3, stats.f(3, degrees).cdf)
    # Not what entries of independent Student distributions would have.
    assert not alike(_squares(drawn("MultivariateNormal", MEAN, COVARIANCE)) / 3, stats.f(3, degrees).cdf)


def _squares(sample):
    away = sample - MEAN
    return np.einsum("ij,jk,ik->i", away, np.linalg.inv(COVARIANCE), away)


def test_the_first_entry_is_drawn_as_if_alone():
    for first, *others in UNIFORMS[:50]:
        uniforms = [first, *others]
        assert VECTORS["MultivariateNormal"](MEAN, COVARIANCE, uniforms)[0] == pytest.approx(
            QUANTILES["Normal"](1, 4, first)
        )
        assert VECTORS["MultivariateStudent"](MEAN, COVARIANCE, 3, uniforms)[0] == pytest.approx(
            1 + 2 * QUANTILES["Student"](3, first)
        )
        assert VECTORS["Dirichlet"]([2, 1, 3], uniforms)[0] == QUANTILES["Beta"](2, 4, first)
        assert VECTORS["Multinomial"](9, [0.25, 0.25, 0.5], uniforms)[0] == QUANTILES["Binomial"](9, 0.25, first)


def test_dirichlet():
    concentration = [0.5, 2, 4]
    sample = drawn("Dirichlet", concentration)
    assert sample.sum(axis=1) == pytest.approx(np.ones(MANY))
    assert sample.min() >= 0
    for entry, parameter in enumerate(concentration):
        assert alike(sample[:, entry], stats.beta(parameter, 6.5 - parameter).cdf)
    assert np.cov(sample.T) == pytest.approx(stats.dirichlet(concentration).cov(), abs=0.0005)


def test_dirichlet_of_small_concentrations_is_still_shares():
    """The gammas that one may divide by their sum are all 0 here."""
    for uniforms in UNIFORMS[:200]:
        assert sum(VECTORS["Dirichlet"]([1e-4, 1e-4, 1e-4], uniforms)) == pytest.approx(1)


def test_multinomial():
    probabilities = [0.2, 0.5, 0.3]
    sample = drawn("Multinomial", 10, probabilities)
    assert (sample.sum(axis=1) == 10).all()
    assert sample.min() >= 0
    assert sample.mean(axis=0) == pytest.approx([2, 5, 3], abs=0.01)
    assert np.cov(sample.T) == pytest.approx(stats.multinomial(10, probabilities).cov(), abs=0.02)
    for entry, probability in enumerate(probabilities):
        seen = np.bincount(sample[:, entry], minlength=11) / MANY
        assert seen == pytest.approx(stats.binom(10, probability).pmf(range(11)), abs=0.005)


@pytest.mark.parametrize("probabilities", [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0.1, 0.9, 0], [0, 0.3, 0.7]])
def test_multinomial_gives_nothing_to_what_has_no_probability(probabilities):
    for uniforms in ([0.0] * 3, [0.5] * 3, [1 - 2**-53] * 3):
        counts = VECTORS["Multinomial"](7, probabilities, uniforms)
        assert sum(counts) == 7
        assert all(type(count) is int for count in counts)
        assert not any(count for count, probability in zip(counts, probabilities, strict=True) if not probability)


def test_one_entry():
    assert VECTORS["Dirichlet"]([3], [0.2]) == [1]
    assert VECTORS["Multinomial"](5, [1], [0.2]) == [5]
    assert VECTORS["MultivariateNormal"]([3], [[4]], [0.2]) == [pytest.approx(QUANTILES["Normal"](3, 4, 0.2))]


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("MultivariateNormal", ([0, 0], [[1, 2], [2, 1]]), "a covariance is positive definite"),
        ("MultivariateNormal", ([0, 0], [[1, 0], [0, 0]]), "a covariance is positive definite"),
        ("MultivariateNormal", ([0, 0], [[1, 0.5], [0, 1]]), "a covariance is symmetric and finite"),
        ("MultivariateNormal", ([0, 0], [[1, 0], [0, math.nan]]), "a covariance is symmetric and finite"),
        ("MultivariateNormal", ([0, 0], [[1, 0], [0, math.inf]]), "a covariance is symmetric and finite"),
        ("MultivariateNormal", ([0, 0], [[1]]), "the covariance of 2 entries has as many rows and columns"),
        ("MultivariateNormal", ([0, math.nan], [[1, 0], [0, 1]]), "a mean is a finite number, not nan"),
        ("MultivariateStudent", ([0, math.inf], [[1, 0], [0, 1]], 3), "a mean is a finite number, not inf"),
        ("MultivariateStudent", ([0, 0], [[1, 0], [0, 1]], 0), "a number of degrees is positive and finite, not 0"),
        ("MultivariateStudent", ([0, 0], [[1, 2], [2, 1]], 3), "a covariance is positive definite"),
        ("Dirichlet", ([1, 0],), "a concentration is positive and finite, not 0"),
        ("Dirichlet", ([math.nan, 1],), "a concentration is positive and finite, not nan"),
        ("Multinomial", (-1, [0.5, 0.5]), "a number of trials is whole and at least 0, not -1"),
        ("Multinomial", (1.5, [0.5, 0.5]), "a number of trials is whole and at least 0, not 1.5"),
        ("Multinomial", (3, [0.5, 0.6]), "the sum of probabilities is 1, not 1.1"),
        ("Multinomial", (3, [1.5, -0.5]), "probabilities are at least 0, not -0.5"),
        ("Multinomial", (3, [0.5, math.nan]), "probabilities are at least 0, not nan"),
    ],
)
def test_refused(name, parameters, message):
    with pytest.raises(ValueError) as raised:
        VECTORS[name](*parameters, [0.3, 0.6])
    assert str(raised.value) == message


def test_too_large_is_no_infinity():
    with pytest.raises(OverflowError):
        VECTORS["MultivariateStudent"]([0], [[1]], 0.01, [1 - 2**-53])
    # What is drawn is a number here, and is one no more when added to the mean.
    with pytest.raises(OverflowError):
        VECTORS["MultivariateStudent"]([1.7976931348623157e308] * 16, np.eye(16) * 1.7e308, 0.16, [1 - 2**-53] * 16)
