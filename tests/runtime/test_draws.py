"""The distributions of RDDL against scipy.stats, at the ends of the numbers they are given, and what they refuse."""

from __future__ import annotations

import math
import random
import subprocess
import sys

import pytest
from scipy import special, stats

from relgym.read.rddl.functions import DISTRIBUTIONS, DRAWN
from relgym.runtime.draws import CALLS, QUANTILES, discrete

LAST = 1 - 2**-53
"""The largest number below 1."""

RANDOM = [random.Random(seed).random() for seed in range(300)]
NUMBERS = sorted([0.0, 2.0**-53, 1e-9, 1e-3, 0.5, 0.999, 1 - 1e-9, LAST, *RANDOM])

EULER = 0.5772156649015329

REAL = [
    # name, parameters, the same in scipy, the mean as the docstring has it
    ("Normal", (3, 4), stats.norm(3, 2), 3),
    ("Normal", (-1.5, 0.01), stats.norm(-1.5, 0.1), -1.5),
    ("Uniform", (-2, 5), stats.uniform(-2, 7), 1.5),
    ("Exponential", (4,), stats.expon(scale=4), 4),
    ("Exponential", (0.1,), stats.expon(scale=0.1), 0.1),
    ("Weibull", (0.7, 3), stats.weibull_min(0.7, scale=3), 3 * math.gamma(1 + 1 / 0.7)),
    ("Weibull", (5, 0.5), stats.weibull_min(5, scale=0.5), 0.5 * math.gamma(1.2)),
    ("Gamma", (0.3, 2), stats.gamma(0.3, scale=2), 0.6),
    ("Gamma", (9, 0.5), stats.gamma(9, scale=0.5), 4.5),
    ("Beta", (2, 5), stats.beta(2, 5), 2 / 7),
    ("Beta", (0.5, 0.5), stats.beta(0.5, 0.5), 0.5),
    ("Pareto", (3, 2), stats.pareto(3, scale=2), 3),
    ("Pareto", (5, 0.1), stats.pareto(5, scale=0.1), 0.125),
    ("Student", (1.5,), stats.t(1.5), None),
    ("Student", (5,), stats.t(5), 0),
    ("Student", (200,), stats.t(200), 0),
    ("Gumbel", (2, 3), stats.gumbel_r(2, 3), 2 + 3 * EULER),
    ("Laplace", (2, 3), stats.laplace(2, 3), 2),
    ("Cauchy", (2, 3), stats.t(1, 2, 3), None),
    ("Gompertz", (0.5, 3), stats.gompertz(0.5, scale=1 / 3), math.exp(0.5) * special.exp1(0.5) / 3),
    ("Gompertz", (4, 0.2), stats.gompertz(4, scale=5), math.exp(4) * special.exp1(4) / 0.2),
    ("ChiSquare", (1,), stats.chi2(1), 1),
    ("ChiSquare", (7.5,), stats.chi2(7.5), 7.5),
]

COUNTS = [
    ("Geometric", (0.3,), stats.geom(0.3), 1 / 0.3),
    ("Geometric", (0.001,), stats.geom(0.001), 1000),
    ("Geometric", (0.999,), stats.geom(0.999), 1 / 0.999),
    ("Poisson", (0.5,), stats.poisson(0.5), 0.5),
    ("Poisson", (29.5,), stats.poisson(29.5), 29.5),
    ("Poisson", (30.5,), stats.poisson(30.5), 30.5),
    ("Poisson", (1000,), stats.poisson(1000), 1000),
    ("Binomial", (10, 0.3), stats.binom(10, 0.3), 3),
    ("Binomial", (10, 1), stats.binom(10, 1), 10),
    ("Binomial", (10, 0), stats.binom(10, 0), 0),
    ("Binomial", (0, 0.3), stats.binom(0, 0.3), 0),
    ("Binomial", (100000, 0.999), stats.binom(100000, 0.999), 99900),
    ("NegativeBinomial", (3, 0.3), stats.nbinom(3, 0.3), 7),
    ("NegativeBinomial", (0.5, 0.1), stats.nbinom(0.5, 0.1), 4.5),
    ("NegativeBinomial", (400, 0.2), stats.nbinom(400, 0.2), 1600),
    ("NegativeBinomial", (4, 1), stats.nbinom(4, 1), 0),
]

OTHERS = [
    ("KronDelta", (4,), None, 4),
    ("DiracDelta", (-0.5,), None, -0.5),
    ("Bernoulli", (0.3,), None, 0.3),
    ("Kumaraswamy", (2, 3), None, 3 * special.beta(1.5, 3)),
    ("Kumaraswamy", (0.5, 0.5), None, 0.5 * special.beta(3, 0.5)),
]

ALL = [*REAL, *COUNTS, *OTHERS]


def named(cases):
    return [f"{name}{parameters}" for name, parameters, *_ in cases]


def test_every_distribution_has_a_meaning_and_a_test():
    assert set(QUANTILES) == set(DISTRIBUTIONS)
    assert {name for name, *_ in ALL} == set(DISTRIBUTIONS)
    assert {name: len(parameters) for name, parameters, *_ in ALL} == {
        name: len(names.split()) for name, names in DISTRIBUTIONS.items()
    }
    assert set(CALLS) == {*QUANTILES, "discrete", "unnormalised", "completed"}


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), REAL, ids=named(REAL))
def test_real_ones_are_those_of_scipy(name, parameters, same, mean):
    drawn = [QUANTILES[name](*parameters, u) for u in NUMBERS[1:]]
    # In the middle of some, scipy's own is 0 plus a rounding error.
    assert drawn == pytest.approx(same.ppf(NUMBERS[1:]), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), REAL, ids=named(REAL))
def test_as_much_lies_below_as_the_number_says(name, parameters, same, mean):
    drawn = [QUANTILES[name](*parameters, u) for u in NUMBERS[1:]]
    assert same.cdf(drawn) == pytest.approx(NUMBERS[1:], rel=1e-7, abs=1e-15)


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), COUNTS, ids=named(COUNTS))
def test_counts_are_the_least_with_more_below(name, parameters, same, mean):
    counts = [QUANTILES[name](*parameters, u) for u in NUMBERS]
    before, within = same.cdf([count - 1 for count in counts]), same.cdf(counts)
    assert all(low <= u + 1e-13 and u < high + 1e-13 for low, u, high in zip(before, NUMBERS, within, strict=True))
    # No probability is one of these, so that the least with as much below is the same.
    assert [QUANTILES[name](*parameters, u) for u in RANDOM] == same.ppf(RANDOM).tolist()


@pytest.mark.parametrize("parameters", [(2, 3), (0.5, 0.5), (1, 1), (7, 0.2)])
def test_kumaraswamy_is_a_root_of_a_beta(parameters):
    a, b = parameters
    for u in NUMBERS[1:]:
        expected = float(stats.beta(1, b).ppf(u)) ** (1 / a)
        assert QUANTILES["Kumaraswamy"](a, b, u) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), ALL, ids=named(ALL))
def test_mean_of_many(name, parameters, same, mean):
    quantile = QUANTILES[name]
    many = 10000
    # The middles of as many equal parts: a sample without its luck.
    drawn = [float(quantile(*parameters, (part + 0.5) / many)) for part in range(many)]
    if mean is None:
        # No mean, or one that few draws do not show: half of them on each side.
        median = same.median()
        assert sum(number > median for number in drawn) == many / 2
    else:
        assert sum(drawn) / many == pytest.approx(mean, rel=0.005, abs=0.002)


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), ALL, ids=named(ALL))
def test_never_falls_as_the_number_rises(name, parameters, same, mean):
    drawn = [QUANTILES[name](*parameters, u) for u in NUMBERS]
    assert drawn == sorted(drawn, reverse=name == "Bernoulli")
    if name not in ("KronDelta", "DiracDelta") and parameters[-1] not in (0, 1) and parameters != (0, 0.3):
        assert len(set(drawn)) > 1


@pytest.mark.parametrize(("name", "parameters", "same", "mean"), ALL, ids=named(ALL))
def test_ends_are_finite_and_of_the_range(name, parameters, same, mean):
    for u in (0.0, 5e-324, 2.0**-53, 0.5, LAST):
        drawn = QUANTILES[name](*parameters, u)
        assert math.isfinite(drawn)
        if name != "KronDelta":
            assert type(drawn) is {"bool": bool, "int": int}.get(DRAWN.get(name), float)


@pytest.mark.parametrize(
    ("name", "parameters", "least"),
    [
        ("Uniform", (-2, 5), -2),
        ("Exponential", (4,), 0),
        ("Weibull", (0.7, 3), 0),
        ("Gamma", (2, 3), 0),
        ("Beta", (2, 3), 0),
        ("Geometric", (0.3,), 1),
        ("Poisson", (3,), 0),
        ("Poisson", (40,), 0),
        ("Binomial", (5, 0.5), 0),
        ("NegativeBinomial", (5, 0.5), 0),
        ("Pareto", (3, 2), 2),
        ("Gompertz", (1, 1), 0),
        ("ChiSquare", (3,), 0),
        ("Kumaraswamy", (2, 3), 0),
    ],
)
def test_zero_gives_the_least_value(name, parameters, least):
    assert QUANTILES[name](*parameters, 0.0) == least


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("Normal", (0, 1)), ("Student", (3,)), ("Gumbel", (0, 1)), ("Laplace", (0, 1)), ("Cauchy", (0, 1))],
)
def test_where_there_is_no_least_value_zero_is_half_a_step_up(name, parameters):
    quantile = QUANTILES[name]
    assert quantile(*parameters, 0.0) == quantile(*parameters, 2.0**-54) < quantile(*parameters, 2.0**-53)


def test_no_variance_is_the_mean_and_no_scale_is_zero():
    for u in NUMBERS:
        assert QUANTILES["Normal"](3, 0, u) == 3
        assert QUANTILES["Exponential"](0, u) == 0
        assert QUANTILES["Uniform"](4, 4, u) == 4
        assert QUANTILES["Poisson"](0, u) == 0
        assert QUANTILES["Geometric"](1, u) == 1


@pytest.mark.parametrize(("probability", "below"), [(0, 0), (0.0, 0), (1, 1000), (True, 1000), (0.25, 250)])
def test_bernoulli_is_true_as_often_as_it_says(probability, below):
    assert [QUANTILES["Bernoulli"](probability, part / 1000) for part in range(1000)] == [
        part < below for part in range(1000)
    ]


def test_kron_delta_gives_what_it_takes():
    assert QUANTILES["KronDelta"](True, 0.3) is True
    assert QUANTILES["KronDelta"]("@red", 0.3) == "@red"
    assert type(QUANTILES["DiracDelta"](2.0, 0.3)) is float


def test_a_number_that_is_a_cumulative_probability_belongs_to_the_next():
    assert QUANTILES["Geometric"](0.5, 0.5) == 2
    assert QUANTILES["Poisson"](1.5, math.exp(-1.5)) == 1
    assert QUANTILES["Binomial"](1, 0.25, 0.75) == 1
    assert QUANTILES["NegativeBinomial"](1, 0.5, 0.5) == 1
    assert discrete([0.25, 0.25, 0.5], 0.25) == 1


def test_large_counts_are_found():
    for rate in (1e6, 1e12, 1e18):
        assert QUANTILES["Poisson"](rate, 0.5) == pytest.approx(rate, rel=1e-5)
    assert QUANTILES["Binomial"](10**12, 0.25, 0.5) == pytest.approx(0.25e12, rel=1e-9)
    assert QUANTILES["NegativeBinomial"](1e9, 0.5, 0.5) == pytest.approx(1e9, rel=1e-6)
    assert QUANTILES["Geometric"](1e-15, 0.5) == pytest.approx(math.log(2) * 1e15, rel=1e-9)


WRONG = [
    ("Bernoulli", (1.5,), "a probability is between 0 and 1, not 1.5"),
    ("Bernoulli", (-1e-9,), "a probability is between 0 and 1, not -1e-09"),
    ("Normal", (0, -1), "a variance is finite and at least 0, not -1"),
    ("Uniform", (2, 1), "the low end is at most the high end, not 2 to 1"),
    ("Poisson", (-0.5,), "a rate is finite and at least 0, not -0.5"),
    ("Exponential", (-1,), "a scale is finite and at least 0, not -1"),
    ("Weibull", (0, 1), "a shape is positive and finite, not 0"),
    ("Weibull", (1, 0), "a scale is positive and finite, not 0"),
    ("Gamma", (-1, 1), "a shape is positive and finite, not -1"),
    ("Gamma", (1, -1), "a scale is positive and finite, not -1"),
    ("Binomial", (-1, 0.5), "a number of trials is whole and at least 0, not -1"),
    ("Binomial", (2.5, 0.5), "a number of trials is whole and at least 0, not 2.5"),
    ("Binomial", (2, 1.5), "a probability is between 0 and 1, not 1.5"),
    ("Binomial", (2, -0.5), "a probability is between 0 and 1, not -0.5"),
    ("NegativeBinomial", (0, 0.5), "a number of successes is positive and finite, not 0"),
    ("NegativeBinomial", (2, 0), "a probability of success is above 0 and at most 1, not 0"),
    ("NegativeBinomial", (2, 1.5), "a probability of success is above 0 and at most 1, not 1.5"),
    ("Beta", (0, 1), "a parameter is positive and finite, not 0"),
    ("Beta", (1, -1), "a parameter is positive and finite, not -1"),
    ("Geometric", (0,), "a probability of success is above 0 and at most 1, not 0"),
    ("Geometric", (1.5,), "a probability of success is above 0 and at most 1, not 1.5"),
    ("Pareto", (0, 1), "a shape is positive and finite, not 0"),
    ("Pareto", (1, 0), "a scale is positive and finite, not 0"),
    ("Student", (0,), "a number of degrees is positive and finite, not 0"),
    ("Gumbel", (0, 0), "a scale is positive and finite, not 0"),
    ("Laplace", (0, -2), "a scale is positive and finite, not -2"),
    ("Cauchy", (0, 0), "a scale is positive and finite, not 0"),
    ("Gompertz", (0, 1), "a shape is positive and finite, not 0"),
    ("Gompertz", (1, 0), "a scale is positive and finite, not 0"),
    ("ChiSquare", (0,), "a number of degrees is positive and finite, not 0"),
    ("Kumaraswamy", (0, 1), "a parameter is positive and finite, not 0"),
    ("Kumaraswamy", (1, 0), "a parameter is positive and finite, not 0"),
]


@pytest.mark.parametrize(("name", "parameters", "message"), WRONG, ids=named(WRONG))
@pytest.mark.parametrize("u", [0.0, 0.37, LAST])
def test_refused(name, parameters, message, u):
    with pytest.raises(ValueError) as raised:
        QUANTILES[name](*parameters, u)
    assert str(raised.value) == message


@pytest.mark.parametrize("u", [0.0, 0.5, 0.7])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(("name", "parameters", "same", "mean"), ALL, ids=named(ALL))
def test_what_is_no_number_is_refused(name, parameters, same, mean, bad, u):
    if name in ("KronDelta", "DiracDelta") and not math.isnan(bad):
        assert QUANTILES[name](bad, u) == bad
        return
    for position in range(len(parameters)):
        with pytest.raises(ValueError, match=r"not .*(nan|inf)"):
            QUANTILES[name](*parameters[:position], bad, *parameters[position + 1 :], u)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("Uniform", (-1.7e308, 1.7e308)),
        ("Exponential", (1.7e308,)),
        ("Weibull", (0.001, 1)),
        ("Weibull", (5e-324, 1)),
        ("Gamma", (10, 1.7e308)),
        ("Pareto", (0.01, 1)),
        ("Pareto", (1, 1.7e308)),
        ("Gumbel", (0, 1.7e308)),
        ("Laplace", (0, 1.7e308)),
        ("Cauchy", (0, 1.7e308)),
        ("Gompertz", (1, 5e-324)),
        ("Student", (0.01,)),
        ("Student", (0.001,)),
        ("Geometric", (5e-324,)),
    ],
)
def test_too_large_is_no_infinity(name, parameters):
    with pytest.raises(OverflowError):
        QUANTILES[name](*parameters, LAST)


def test_common_ones_do_without_scipy():
    """It takes half a second to import."""
    program = """
import sys
from relgym.runtime.draws import QUANTILES, discrete
for name, *parameters in [
    ("Bernoulli", 0.5), ("Normal", 0, 1), ("Uniform", 0, 1), ("Exponential", 1), ("Weibull", 1, 1), ("Geometric", 0.5),
    ("Laplace", 0, 1), ("Gumbel", 0, 1), ("Cauchy", 0, 1), ("Pareto", 1, 1), ("Gompertz", 1, 1), ("Kumaraswamy", 1, 1),
    ("Poisson", 3),
]:
    QUANTILES[name](*parameters, 0.4)
discrete([0.5, 0.5], 0.3)
assert not [name for name in sys.modules if name.partition(".")[0] in ("scipy", "numpy")]
QUANTILES["Beta"](1, 2, 0.4)
assert "scipy.special" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
