"""Quantile functions of JAX arrays for distributions over whole numbers, by bisection of the cumulative probabilities.

The result is the least number whose cumulative probability is above u, as in `relgym.runtime.draws`. Parameters that a
distribution does not have give an arbitrary number; the program marks such copies itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

LARGEST_COUNT = 2.0**52
"""The largest number that is found with 64 bits; larger ones are -1, which the program marks."""

_SINGLE_COUNT = 2.0**23
"""The same with 32 bits."""


def poisson(jax: Any, rate: Any, u: Any) -> Any:
    """Return the number of events of a Poisson process; `jax` is the module."""
    within = jax.scipy.special.gammaincc
    return _least(jax, lambda count, rate: within(count + 1, rate), rate, u, rate)


def binomial(jax: Any, trials: Any, probability: Any, u: Any) -> Any:
    """Return the number of successful trials."""
    xp, within = jax.numpy, jax.scipy.special.betainc

    def cumulative(count: Any, trials: Any, probability: Any) -> Any:
        left = trials - count
        return xp.where(left <= 0, 1.0, within(xp.where(left <= 0, 1.0, left), count + 1, 1 - probability))

    return _least(jax, cumulative, trials * probability, u, trials, probability)


def negative_binomial(jax: Any, successes: Any, probability: Any, u: Any) -> Any:
    """Return the number of failures before a number of successes."""
    within = jax.scipy.special.betainc

    def cumulative(count: Any, successes: Any, probability: Any) -> Any:
        return within(successes, count + 1, probability)

    return _least(jax, cumulative, successes * (1 - probability) / probability, u, successes, probability)


def _least(jax: Any, cumulative: Callable[..., Any], mean: Any, u: Any, *parameters: Any) -> Any:
    """Return the least number whose cumulative probability is above u; -1 if it is too large."""
    xp = jax.numpy
    arrays = xp.broadcast_arrays(mean, u, *parameters)
    mean, u, *given = (xp.asarray(each, float) for each in arrays)
    largest = LARGEST_COUNT if u.dtype == "float64" else _SINGLE_COUNT

    def beyond(high: Any) -> Any:
        return (cumulative(high, *given) <= u) & (high < largest)

    def halved(ends: Any) -> Any:
        low, high = ends
        middle = xp.floor((low + high) / 2)
        above = cumulative(middle, *given) > u
        return xp.where(above, low, middle + 1), xp.where(above, middle, high)

    start = xp.where((mean >= 0) & (mean < largest), xp.ceil(2 * mean) + 8, 8.0)
    high = jax.lax.while_loop(
        lambda high: beyond(high).any(), lambda high: xp.where(beyond(high), 2 * high, high), start
    )
    # Where a probability is not a number, no end would come nearer.
    _, high = jax.lax.while_loop(
        lambda ends: (ends[0] < ends[1]).any(), halved, (xp.zeros_like(high), xp.where(high < largest, high, 0.0))
    )
    return xp.where(cumulative(high, *given) > u, high, -1.0).astype(int)


QUANTILES: Mapping[str, Callable[..., Any]] = {
    "Poisson": poisson,
    "Binomial": binomial,
    "NegativeBinomial": negative_binomial,
}
"""By the names of the distributions: a function of the module, the parameters and u."""
