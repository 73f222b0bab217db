"""The distributions of RDDL on arrays: quantile functions as in `draws`, and tests of parameters.

`xp` is the array namespace and `special` the module of special functions (`scipy.special`). A draw with wrong
parameters gives a number that is not finite, or a negative one where whole numbers are drawn, and no error.

>>> import numpy
>>> from scipy import special
>>> QUANTILES["Normal"](numpy, special, 10.0, 4.0, numpy.array([0.5])).tolist()
[10.0]
>>> WRONG["Normal"](numpy, 10.0, numpy.array([4.0, -1.0])).tolist()
[False, True]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, pi
from typing import Any

import numpy as np

from relgym.runtime import draws
from relgym.runtime.draw_checks import NEAR

Array = Any
"""An array of the namespace, or a number."""

# An array, which NumPy sooner compares with others than a number of Python's.
_LEAST: Any = np.array(2.0**-54)

_MOST = 2.0**62
"""The number from which whole numbers are not drawn as arrays."""


def bernoulli(xp: Any, special: Any, probability: Array, u: Array) -> Array:
    return u < probability


def normal(xp: Any, special: Any, mean: Array, variance: Array, u: Array) -> Array:
    return mean + xp.sqrt(variance) * standard_normal(xp, special, u)


def standard_normal(xp: Any, special: Any, u: Array) -> Array:
    return special.ndtri(xp.maximum(u, _LEAST))


def uniform(xp: Any, special: Any, low: Array, high: Array, u: Array) -> Array:
    return low + (high - low) * u


def exponential(xp: Any, special: Any, scale: Array, u: Array) -> Array:
    return scale * -xp.log1p(-u)


def weibull(xp: Any, special: Any, shape: Array, scale: Array, u: Array) -> Array:
    return scale * (-xp.log1p(-u)) ** (1 / shape)


def geometric(xp: Any, special: Any, probability: Array, u: Array) -> Array:
    # Where success is certain the logarithm is infinite, and the quotient 0.
    failures = xp.floor(xp.log1p(-u) / xp.log1p(-1.0 * probability))
    return xp.asarray(xp.where(failures < _MOST, failures, -2.0), dtype=xp.int64) + 1


def laplace(xp: Any, special: Any, mean: Array, scale: Array, u: Array) -> Array:
    below, above = xp.log(2 * xp.maximum(u, _LEAST)), xp.log(2 * (1 - u))
    return xp.where(u < 0.5, mean + scale * below, mean - scale * above)


def gumbel(xp: Any, special: Any, mean: Array, scale: Array, u: Array) -> Array:
    return mean - scale * xp.log(-xp.log(xp.maximum(u, _LEAST)))


def cauchy(xp: Any, special: Any, mean: Array, scale: Array, u: Array) -> Array:
    return xp.where(u < 0.5, mean - scale / xp.tan(pi * xp.maximum(u, _LEAST)), mean + scale / xp.tan(pi * (1 - u)))


def pareto(xp: Any, special: Any, shape: Array, scale: Array, u: Array) -> Array:
    return scale * xp.exp(-xp.log1p(-u) / shape)


def gompertz(xp: Any, special: Any, shape: Array, scale: Array, u: Array) -> Array:
    return xp.log1p(-xp.log1p(-u) / shape) / scale


def kumaraswamy(xp: Any, special: Any, a: Array, b: Array, u: Array) -> Array:
    return (-xp.expm1(xp.log1p(-u) / b)) ** (1 / a)


def gamma(xp: Any, special: Any, shape: Array, scale: Array, u: Array) -> Array:
    return scale * special.gammaincinv(shape, u)


def chi_square(xp: Any, special: Any, degrees: Array, u: Array) -> Array:
    return 2 * special.gammaincinv(degrees / 2, u)


def beta(xp: Any, special: Any, a: Array, b: Array, u: Array) -> Array:
    return special.betaincinv(a, b, xp.where(u >= 2 * _LEAST, u, 0.0))


def student(xp: Any, special: Any, degrees: Array, u: Array) -> Array:
    drawn = special.stdtrit(degrees, xp.maximum(u, _LEAST))
    return xp.where(xp.abs(drawn) < 1e99, drawn, xp.nan)


def one_by_one(name: str) -> Callable[..., Array]:
    """The quantile function of plain numbers, called for each element; it needs NumPy's own arrays."""
    plain = draws.QUANTILES[name]

    def drawn(xp: Any, special: Any, *arguments: Array) -> Array:
        def element(*numbers: float) -> float:
            try:
                number: float = plain(*numbers)
            except (ArithmeticError, ValueError):
                return -1
            return number if number < _MOST else -1

        return xp.vectorize(element, otypes=[xp.int64])(*arguments)

    return drawn


QUANTILES: Mapping[str, Callable[..., Array]] = {
    "Bernoulli": bernoulli,
    "Normal": normal,
    "Uniform": uniform,
    "Poisson": one_by_one("Poisson"),
    "Exponential": exponential,
    "Weibull": weibull,
    "Gamma": gamma,
    "Binomial": one_by_one("Binomial"),
    "NegativeBinomial": one_by_one("NegativeBinomial"),
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
"""By name: a function of `xp`, `special`, the parameters and `u`."""


def _not(xp: Any, *conditions: Array) -> Array:
    """Return the mask of entries that fail one of the conditions; nan fails all."""
    first, *others = conditions
    for condition in others:
        first = first & condition
    return xp.logical_not(first)


def _scale(xp: Any, scale: Array) -> Array:
    return _not(xp, scale >= 0, scale < inf)


def _positive(xp: Any, *parameters: Array) -> Array:
    return _not(xp, *(condition for each in parameters for condition in (each > 0, each < inf)))


def _placed(xp: Any, mean: Array, scale: Array) -> Array:
    return _not(xp, scale > 0, scale < inf, mean == mean)


def _chance(xp: Any, probability: Array) -> Array:
    return _not(xp, probability >= 0, probability <= 1)


def _success(xp: Any, probability: Array) -> Array:
    return _not(xp, probability > 0, probability <= 1)


WRONG: Mapping[str, Callable[..., Array]] = {
    "Bernoulli": _chance,
    "Normal": lambda xp, mean, variance: _not(xp, variance >= 0, variance < inf, mean == mean),
    "Uniform": lambda xp, low, high: _not(xp, low <= high),
    "Poisson": _scale,
    "Exponential": _scale,
    "Weibull": _positive,
    "Gamma": _positive,
    "Binomial": lambda xp, trials, probability: _chance(xp, probability) | _not(xp, trials >= 0),
    "NegativeBinomial": lambda xp, successes, probability: _positive(xp, successes) | _success(xp, probability),
    "Beta": _positive,
    "Geometric": _success,
    "Pareto": _positive,
    "Student": _positive,
    "Gumbel": _placed,
    "Laplace": _placed,
    "Cauchy": _placed,
    "Gompertz": _positive,
    "ChiSquare": _positive,
    "Kumaraswamy": _positive,
}
"""By name: a function of `xp` and the parameters, true where they are none that the distribution has."""


def wrong_weights(xp: Any, least: Array, total: Array) -> Array:
    """Return the mask of weights that choose no item; their minimum and their sum are given."""
    return _not(xp, least >= 0, total > 0, total < inf)


def wrong_chances(xp: Any, least: Array, total: Array) -> Array:
    """The same for probabilities, whose sum is 1."""
    return _not(xp, least >= 0, total - 1 >= -NEAR, total - 1 <= NEAR)


def wrong_rest(xp: Any, rest: Array) -> Array:
    """Return the mask of negative remainders to 1."""
    return _not(xp, rest >= -NEAR)
