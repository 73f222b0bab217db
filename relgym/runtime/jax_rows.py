"""Matrices and draws of vectors over JAX arrays: the functions of `matrices` and `draw_vectors`.

Parameters that a distribution does not have give NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, prod
from typing import Any

from relgym.runtime import array_draws, jax_quantiles, jax_real_quantiles
from relgym.runtime.draw_checks import NEAR


def rows(
    jax: Any, function: Callable[..., Any], shape: tuple[int, ...], arguments: Sequence[tuple[Any, int]], outer: int
) -> tuple[Any, Any]:
    """Apply a function to the last axes of arrays, for all indices of the others at once.

    Args:
        jax: The module.
        function: Takes the last axes of each array, and returns an array.
        shape: The shape of each result that is read.
        arguments: Arrays, each with the number of its last axes that belong to one call.
        outer: The number of the other axes.

    Returns:
        The results as real numbers, and where one of them is not finite.
    """
    xp = jax.numpy
    arrays = [(xp.asarray(array), own) for array, own in arguments]
    lead = xp.broadcast_shapes((1,) * outer, *(array.shape[: array.ndim - own] for array, own in arrays))
    whole = (xp.broadcast_to(array, (*lead, *array.shape[array.ndim - own :])) for array, own in arrays)
    for _ in range(outer):
        function = jax.vmap(function)
    results = xp.asarray(function(*whole), float)[(..., *(slice(size) for size in shape))]
    return results, ~xp.isfinite(results).reshape(*lead, prod(shape)).all(-1)


def _det(jax: Any, matrix: Any) -> Any:
    return jax.numpy.linalg.det(_real(jax, matrix))


def _inverse(jax: Any, matrix: Any) -> Any:
    return jax.numpy.linalg.inv(_real(jax, matrix))


def _pinverse(jax: Any, matrix: Any) -> Any:
    return jax.numpy.linalg.pinv(_real(jax, matrix))


def _cholesky(jax: Any, matrix: Any) -> Any:
    # NumPy reads the lower triangle alone, too.
    return jax.lax.linalg.cholesky(_real(jax, matrix), symmetrize_input=False)


def _multivariate_normal(jax: Any, mean: Any, covariance: Any, u: Any) -> Any:
    return _placed(jax, mean, covariance, array_draws.standard_normal(jax.numpy, jax.scipy.special, u))


def _multivariate_student(jax: Any, mean: Any, covariance: Any, degrees: Any, u: Any) -> Any:
    xp = jax.numpy
    standard: list[Any] = []
    squares = xp.zeros(degrees.shape)
    for known in range(u.shape[-1]):
        width = xp.sqrt((degrees + squares) / (degrees + known))
        standard.append(jax_real_quantiles.student(jax, degrees + known, u[..., known]) * width)
        squares = squares + standard[-1] ** 2
    return _none_but(jax, degrees > 0, degrees < inf, _placed(jax, mean, covariance, xp.stack(standard, -1)))


def _dirichlet(jax: Any, concentration: Any, u: Any) -> Any:
    xp = jax.numpy
    concentration = _real(jax, concentration)
    shares, left = [], xp.ones(u.shape[:-1])
    for place in range(u.shape[-1] - 1):
        others = concentration[..., place + 1 :].sum(-1)
        share = jax_real_quantiles.beta(jax, concentration[..., place], others, u[..., place])
        shares.append(left * share)
        left = left * (1 - share)
    right = ((concentration > 0) & (concentration < inf)).all(-1)
    return _none_but(jax, right, True, xp.stack([*shares, left], -1))


def _multinomial(jax: Any, trials: Any, probabilities: Any, u: Any) -> Any:
    xp = jax.numpy
    probabilities = _real(jax, probabilities)
    counts, left = [], trials
    for place in range(u.shape[-1] - 1):
        own, possible = probabilities[..., place], probabilities[..., place:].sum(-1)
        chance = xp.where(possible > 0, own / xp.where(possible > 0, possible, 1.0), 0.0)
        counts.append(jax_quantiles.binomial(jax, left, chance, u[..., place]))
        left = left - counts[-1]
    right = (probabilities >= 0).all(-1) & (xp.abs(probabilities.sum(-1) - 1) <= NEAR)
    drawn = xp.stack([*counts, left], -1)
    # A count that is too large is negative.
    return _none_but(jax, right, (drawn >= 0).all(-1), drawn)


CALLS: Mapping[str, Callable[..., Any]] = {
    "det": _det,
    "inverse": _inverse,
    "pinverse": _pinverse,
    "cholesky": _cholesky,
    "MultivariateNormal": _multivariate_normal,
    "MultivariateStudent": _multivariate_student,
    "Dirichlet": _dirichlet,
    "Multinomial": _multinomial,
}
"""By name: a function of the module and of arrays."""


def _real(jax: Any, array: Any) -> Any:
    return jax.numpy.asarray(array, float)


def _none_but(jax: Any, right: Any, also: Any, vectors: Any) -> Any:
    """Return vectors, and NaN where a condition does not hold."""
    return jax.numpy.where((right & also)[..., None], vectors, jax.numpy.nan)


def _placed(jax: Any, mean: Any, covariance: Any, standard: Any) -> Any:
    xp = jax.numpy
    matrix = _real(jax, covariance)
    symmetric = xp.isclose(matrix, xp.swapaxes(matrix, -1, -2)).all((-1, -2))
    drawn = mean + xp.einsum("...ij,...j->...i", _cholesky(jax, matrix), standard)
    return _none_but(jax, symmetric, True, drawn)
