"""RDDL's distributions: each draw is a function of the parameters and of one number `u` in [0, 1).

>>> QUANTILES["Bernoulli"](0.3, 0.2), QUANTILES["Normal"](10, 4, 0.5), QUANTILES["Geometric"](0.5, 0.6)
(True, 10.0, 2)
>>> discrete([0.2, 0.5, 0.3], 0.6)
1

These are quantile functions (Devroye, Non-uniform random variate generation, 1986, chapter II.2): where `u` is
uniform, what is drawn has the distribution, and it never falls as `u` rises (but for Bernoulli, where it never rises).
Whole numbers are the least whose cumulative probability is above `u`.

All raise `ValueError` for parameters that the distribution does not have, nan and inf among them, and `OverflowError`
where the number drawn is too large for a float. Where there is no least value, a `u` below 2**-54 (that is 0, for a
generator of 53 bits) counts as 2**-54: the middle of the numbers that are rounded to 0.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import exp, expm1, floor, fsum, inf, isfinite, log, log1p, pi, sqrt, tan
from statistics import NormalDist
from typing import Any

from relgym.libraries import special
from relgym.runtime.draw_checks import NEAR, finite, positive, refuse, refuse_sum, too_large, whole
from relgym.tuning.arrays import SUMMED_POISSON_RATE_LIMIT

_LEAST = 2.0**-54
"""The smallest `u` of distributions without a least value: smaller ones are replaced by it."""

_standard_normal = NormalDist().inv_cdf


def point(value: Any, u: float) -> Any:
    """KronDelta and DiracDelta: the value itself; numbers, truth values and objects alike."""
    if value != value:
        raise ValueError(f"a value is a number, not {value}")
    return value


def bernoulli(probability: float, u: float) -> bool:
    """True with the probability."""
    if not 0 <= probability <= 1:
        refuse("probability", "between 0 and 1", probability)
    return u < probability


def normal(mean: float, variance: float, u: float) -> float:
    """The normal distribution; the second parameter is the square of the deviation. A variance of 0 gives the mean."""
    if not 0 <= variance < inf:
        refuse("variance", "finite and at least 0", variance)
    drawn = mean + sqrt(variance) * _standard_normal(u if u > _LEAST else _LEAST)
    return drawn if isfinite(drawn) else too_large(mean)


def uniform(low: float, high: float, u: float) -> float:
    """Any number from low to high, all as likely; the mean is the middle."""
    if not low <= high:
        raise ValueError(f"the low end is at most the high end, not {low} to {high}")
    drawn = low + (high - low) * u
    return drawn if isfinite(drawn) else too_large(low, high)


def exponential(scale: float, u: float) -> float:
    """The waiting time whose mean is the scale, not its inverse. A scale of 0 gives 0."""
    if not 0 <= scale < inf:
        refuse("scale", "finite and at least 0", scale)
    return finite(scale * -log1p(-u))


def weibull(shape: float, scale: float, u: float) -> float:
    """1 - exp(-(x / scale) ** shape) up to x; the mean is scale * gamma(1 + 1 / shape)."""
    positive("shape", shape)
    positive("scale", scale)
    try:
        return finite(scale * (-log1p(-u)) ** (1 / shape))
    except OverflowError:
        too_large()


def geometric(probability: float, u: float) -> int:
    """Draw the number of trials up to and including the first success; the mean is 1 / probability."""
    if not 0 < probability <= 1:
        refuse("probability of success", "above 0 and at most 1", probability)
    if probability == 1:
        return 1
    failures = log1p(-u) / log1p(-probability)
    return floor(failures) + 1 if failures < inf else too_large()


def laplace(mean: float, scale: float, u: float) -> float:
    """The mean, and an exponential with that scale added or taken away."""
    positive("scale", scale)
    drawn = mean + scale * log(2 * max(u, _LEAST)) if u < 0.5 else mean - scale * log(2 * (1 - u))
    return drawn if isfinite(drawn) else too_large(mean)


def gumbel(mean: float, scale: float, u: float) -> float:
    """exp(-exp(-(x - mean) / scale)) up to x. What RDDL calls the mean is the mode: the mean is 0.5772 scales above."""
    positive("scale", scale)
    drawn = mean - scale * log(-log(max(u, _LEAST)))
    return drawn if isfinite(drawn) else too_large(mean)


def cauchy(mean: float, scale: float, u: float) -> float:
    """1 / 2 + atan((x - mean) / scale) / pi up to x. What RDDL calls the mean is the median; there is no mean."""
    positive("scale", scale)
    # Not tan(pi * (u - 1 / 2)): the difference would lose the digits of a small u.
    drawn = mean - scale / tan(pi * max(u, _LEAST)) if u < 0.5 else mean + scale / tan(pi * (1 - u))
    return drawn if isfinite(drawn) else too_large(mean)


def pareto(shape: float, scale: float, u: float) -> float:
    """1 - (scale / x) ** shape up to x, for x from the scale on.

    The mean is shape * scale / (shape - 1), for a shape above 1. This is Pareto's own, of the first kind; the one
    that starts from 0 (Lomax) is this less the scale.
    """
    positive("shape", shape)
    positive("scale", scale)
    try:
        return finite(scale * exp(-log1p(-u) / shape))
    except OverflowError:
        too_large()


def gompertz(shape: float, scale: float, u: float) -> float:
    """1 - exp(-shape * (exp(scale * x) - 1)) up to x, so that more of the scale is less of x.

    The mean is exp(shape) * E1(shape) / scale, E1 being the exponential integral.
    """
    positive("shape", shape)
    positive("scale", scale)
    return finite(log1p(-log1p(-u) / shape) / scale)


def kumaraswamy(a: float, b: float, u: float) -> float:
    """1 - (1 - x ** a) ** b up to x, from 0 to 1; the mean is b * B(1 + 1 / a, b), B being the beta function."""
    positive("parameter", a)
    positive("parameter", b)
    return float((-expm1(log1p(-u) / b)) ** (1 / a))


def poisson(rate: float, u: float) -> int:
    """Draw the number of events of a Poisson process; the mean is the rate."""
    if not 0 <= rate < inf:
        refuse("rate", "finite and at least 0", rate)
    if rate > SUMMED_POISSON_RATE_LIMIT:
        cumulative = special().gammaincc
        return _least(lambda count: cumulative(count + 1, rate), floor(rate), u)
    count, term = 0, exp(-rate)
    total = term
    while total <= u:
        count += 1
        term *= rate / count
        if total + term == total:
            # The sum stays below 1 because of rounding.
            break
        total += term
    return count


def binomial(trials: int, probability: float, u: float) -> int:
    """Draw the number of successful trials; the mean is trials * probability."""
    whole("number of trials", trials)
    if not 0 <= probability <= 1:
        refuse("probability", "between 0 and 1", probability)
    beyond = special().betaincc
    return _least(
        lambda count: 1.0 if count >= trials else beyond(count + 1, trials - count, probability),
        floor(trials * probability),
        u,
    )


def negative_binomial(successes: float, probability: float, u: float) -> int:
    """Draw the number of failures before the given number of successes; the mean is successes * (1 - p) / p."""
    positive("number of successes", successes)
    if not 0 < probability <= 1:
        refuse("probability of success", "above 0 and at most 1", probability)
    within = special().betainc
    mean = successes * (1 - probability) / probability
    guess = floor(mean) if mean < inf else too_large()
    return _least(lambda count: within(successes, count + 1, probability), guess, u)


def gamma(shape: float, scale: float, u: float) -> float:
    """The sum of as many exponentials as the shape says, each with the scale; the mean is shape * scale."""
    positive("shape", shape)
    positive("scale", scale)
    return finite(scale * float(special().gammaincinv(shape, u)))


def chi_square(degrees: float, u: float) -> float:
    """Draw from the chi-square distribution; the mean is the degrees of freedom."""
    positive("number of degrees", degrees)
    return finite(2 * float(special().gammaincinv(degrees / 2, u)))


def beta(a: float, b: float, u: float) -> float:
    """The share of the first of two gammas with the shapes a and b; the mean is a / (a + b)."""
    positive("parameter", a)
    positive("parameter", b)
    # Below a step of a generator the search for it fails.
    return finite(float(special().betaincinv(a, b, u if u >= 2 * _LEAST else 0.0)))


def student(degrees: float, u: float) -> float:
    """A standard normal over the root of a chi-square per degree; the mean is 0, for more than one degree."""
    positive("number of degrees", degrees)
    drawn = float(special().stdtrit(degrees, max(u, _LEAST)))
    # Beyond this the search for it ends too early, or in nan.
    return drawn if -1e99 < drawn < 1e99 else too_large()


QUANTILES: Mapping[str, Callable[..., Any]] = {
    "KronDelta": point,
    "DiracDelta": point,
    "Bernoulli": bernoulli,
    "Normal": normal,
    "Uniform": uniform,
    "Poisson": poisson,
    "Exponential": exponential,
    "Weibull": weibull,
    "Gamma": gamma,
    "Binomial": binomial,
    "NegativeBinomial": negative_binomial,
    "Beta": beta,
    "Geometric": geometric,
    "Pareto": pareto,
    "Student": student,
    "Gumbel": gumbel,
    "Laplace": laplace,
    "Cauchy": cauchy,
    "Gompertz": gompertz,
    "ChiSquare": chi_square,
    "Kumaraswamy": kumaraswamy,
}
"""By name: a function of the parameters, in RDDL's order, and of `u`."""


def discrete(probabilities: Sequence[float], u: float) -> int:
    """The index of one of some outcomes, each with its probability.

    Raises `ValueError` if one is negative, or if they miss 1 by more than a millionth; a smaller miss is shared by all.
    """
    cumulative = list(accumulate(probabilities))
    # nan anywhere makes the sum nan, which is near nothing.
    if not (min(probabilities) >= 0 and -NEAR <= cumulative[-1] - 1 <= NEAR):
        refuse_sum("probabilities", "1", probabilities, cumulative[-1])
    return _chosen(cumulative, u)


def unnormalised(weights: Sequence[float], u: float) -> int:
    """The index of one of some outcomes, as likely as its share in the sum of all weights.

    Raises `ValueError` if one is negative, or the sum 0 or not finite.
    """
    cumulative = list(accumulate(weights))
    if not (min(weights) >= 0 and 0 < cumulative[-1] < inf):
        refuse_sum("weights", "positive and finite", weights, cumulative[-1])
    return _chosen(cumulative, u)


def completed(probabilities: Sequence[float], otherwise: int) -> list[float]:
    """The probabilities, the one at the index `otherwise` (0 so far) being what is missing to 1.

    Raises `ValueError` if they sum to more than 1, by a millionth at least; less than that counts as nothing missing.
    """
    missing = 1 - fsum(probabilities)
    if not missing >= -NEAR:
        raise ValueError(f"probabilities beside 'otherwise' sum to at most 1, not to {1 - missing}")
    return [*probabilities[:otherwise], max(0.0, missing), *probabilities[otherwise + 1 :]]


_OF_LISTS = {"discrete": discrete, "unnormalised": unnormalised, "completed": completed}

CALLS: Mapping[str, Callable[..., Any]] = {**QUANTILES, **_OF_LISTS}
"""All that a draw may call, by name."""


def _chosen(cumulative: list[float], u: float) -> int:
    total = cumulative[-1]
    index = bisect_right(cumulative, u * total)
    # Only a total that is next to 0 is its own share; it ends at the last weight that is not 0.
    return index if index < len(cumulative) else bisect_left(cumulative, total)


def _least(cumulative: Callable[[int], float], guess: int, u: float) -> int:
    """The least whole number, from 0 on, whose cumulative probability is above `u`; looked for around a guess."""
    low, high, step = guess - 1, guess, 1
    while low >= 0 and cumulative(low) > u:
        low, high, step = low - step, low, 2 * step
    low = max(low, -1)
    while not cumulative(high) > u:
        low, high, step = high, high + step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        if cumulative(middle) > u:
            high = middle
        else:
            low = middle
    return high
