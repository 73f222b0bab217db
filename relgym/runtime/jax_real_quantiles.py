"""Quantile functions of JAX arrays for distributions over real numbers whose inverses are not elementary.

The logarithm of a tail's probability is inverted by Newton's method between bounds that close in, as functions of the
logarithm of a gamma, or the logit of a beta. The last step is differentiable, so a draw has derivatives by its
parameters and by u (implicit reparameterization; Figurnov, Mohamed and Mnih, 2018). Parameters that a distribution does
not have give an arbitrary number; the program marks such copies itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

LARGEST_LOGARITHM = 750.0
"""The bound of logarithms that are searched for: beyond it, a number is 0 or infinite."""

TURNS = 100
"""The most steps of a search: bisection alone would need 42."""

DIFFERENCE = 1e-5
"""The relative difference of parameters by which a derivative is approximated."""

_LEAST = 2.0**-54


def gamma(jax: Any, shape: Any, scale: Any, u: Any) -> Any:
    """Return a draw of the gamma distribution; `jax` is the module."""
    xp, special = jax.numpy, jax.scipy.special
    shape, u = _reals(jax, shape, u)

    def tail(low: Any, shape: Any, z: Any) -> Any:
        return xp.where(low, special.gammainc(shape, xp.exp(z)), special.gammaincc(shape, xp.exp(z)))

    def slope(shape: Any, z: Any) -> Any:
        return xp.exp(shape * z - xp.exp(z) - special.gammaln(shape))

    # The first term of the series for small numbers, and the cube of a normal number (Wilson and Hilferty, 1931).
    few = (xp.log(u) + special.gammaln(shape + 1)) / shape
    cube = 1 - 1 / (9 * shape) + special.ndtri(xp.maximum(u, _LEAST)) / (3 * xp.sqrt(shape))
    start = xp.where((shape > 1) & (cube > 0), xp.log(shape) + 3 * xp.log(xp.where(cube > 0, cube, 1.0)), few)
    return scale * xp.exp(_inverse(jax, tail, slope, u, 1 - u, start, shape))


def chi_square(jax: Any, degrees: Any, u: Any) -> Any:
    """Return a draw of the chi-square distribution."""
    return gamma(jax, degrees / 2, 2.0, u)


def beta(jax: Any, a: Any, b: Any, u: Any) -> Any:
    """Return a draw of the beta distribution."""
    # As in `draws`, numbers below a step of a generator count as 0.
    a, b, u = _reals(jax, a, b, jax.numpy.where(u >= 2 * _LEAST, u, 0.0))
    return jax.nn.sigmoid(_logit(jax, a, b, u, 1 - u))


def student(jax: Any, degrees: Any, u: Any) -> Any:
    """Return a draw of Student's distribution; one beyond 1e99 is NaN."""
    xp = jax.numpy
    degrees, u = _reals(jax, degrees, xp.maximum(u, _LEAST))
    # The square per degree is the odds of a beta.
    logit = _logit(jax, xp.full_like(degrees, 0.5), degrees / 2, xp.abs(2 * u - 1), 2 * xp.minimum(u, 1 - u))
    size = xp.sqrt(degrees) * xp.exp(logit / 2)
    return xp.where(size < 1e99, xp.sign(u - 0.5) * size, xp.nan)


def _reals(jax: Any, *arrays: Any) -> list[Any]:
    return [jax.numpy.asarray(each, float) for each in jax.numpy.broadcast_arrays(*arrays)]


def _logit(jax: Any, a: Any, b: Any, below: Any, above: Any) -> Any:
    """Return the logit of the beta with these probabilities below and above it."""
    xp, special, sigmoid = jax.numpy, jax.scipy.special, jax.nn.sigmoid
    within = _probability_of_beta(jax)

    def tail(low: Any, a: Any, b: Any, z: Any) -> Any:
        return within(xp.where(low, a, b), xp.where(low, b, a), xp.where(low, sigmoid(z), sigmoid(-z)))

    def slope(a: Any, b: Any, z: Any) -> Any:
        logarithms = a * jax.nn.log_sigmoid(z) + b * jax.nn.log_sigmoid(-z)
        return xp.exp(logarithms + special.gammaln(a + b) - special.gammaln(a) - special.gammaln(b))

    return _inverse(jax, tail, slope, below, above, xp.log(a / b), a, b)


def _probability_of_beta(jax: Any) -> Any:
    """Return the cumulative probability of the beta; JAX has no derivatives of it by the parameters."""
    within = jax.scipy.special.betainc
    function: Any = jax.custom_jvp(within)

    def derivative(given: Any, moved: Any) -> Any:
        a, b, x = given
        by_number = jax.jvp(lambda x: within(a, b, x), (x,), moved[2:])[1]
        ends = ((within(a + s * a, b, x), within(a, b + s * b, x)) for s in (DIFFERENCE, -DIFFERENCE))
        slopes = [(up - down) / (2 * DIFFERENCE * of) for up, down, of in zip(*ends, (a, b), strict=True)]
        return within(a, b, x), by_number + slopes[0] * moved[0] + slopes[1] * moved[1]

    function.defjvp(derivative)
    return function


def _inverse(
    jax: Any,
    tail: Callable[..., Any],
    slope: Callable[..., Any],
    below: Any,
    above: Any,
    start: Any,
    *parameters: Any,
) -> Any:
    """Return where the probabilities below and above a number are the given ones.

    Args:
        jax: The module.
        tail: The probability below a number, where its first argument is true, or above it.
        slope: The derivative of the probability below.
        below: The probability below, which is nearer to 0 for half of all numbers.
        above: The other one; it is given, since 1 less the other has no digits left where that is near 1.
        start: The first guess.
        *parameters: What both functions take before the number.
    """
    xp, lax = jax.numpy, jax.lax
    low = below <= above
    aim, sign = xp.where(low, below, above), xp.where(low, 1.0, -1.0)
    fixed, wanted = tuple(map(lax.stop_gradient, parameters)), lax.stop_gradient(aim)

    def turn(carried: Any) -> Any:
        z, least, most, _, count = carried
        probability = tail(low, *fixed, z)
        short = (probability < wanted) == low
        least, most = xp.where(short, z, least), xp.where(short, most, z)
        newton = z - sign * (xp.log(probability) - xp.log(wanted)) * probability / slope(*fixed, z)
        near = xp.abs(newton - z) <= close * xp.maximum(xp.abs(z), 1.0)
        # Near the number, rounding may lead a little beyond the bounds.
        new = xp.where(near | ((newton > least) & (newton < most)), newton, (least + most) / 2)
        going = ~near & (most - least > close)
        return new, least, most, going, count + 1

    # A single step is enough after that, since each doubles the digits that are right.
    close = float(xp.finfo(wanted.dtype).eps) ** 0.5
    most = xp.full_like(wanted, LARGEST_LOGARITHM)
    z = lax.stop_gradient(xp.where(xp.abs(start) < LARGEST_LOGARITHM, start, 0.0))
    carried = z, -most, most, xp.ones_like(low), 0
    z, *_ = lax.while_loop(lambda carried: carried[3].any() & (carried[4] < TURNS), turn, carried)
    steep = slope(*fixed, z)
    return z - xp.where(steep > 0, sign / xp.where(steep > 0, steep, 1.0), 0.0) * (tail(low, *parameters, z) - aim)


QUANTILES: Mapping[str, Callable[..., Any]] = {
    "Gamma": gamma,
    "ChiSquare": chi_square,
    "Beta": beta,
    "Student": student,
}
"""By the names of the distributions: a function of the module, the parameters and u."""
