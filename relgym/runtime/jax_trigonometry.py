"""Sine and cosine of JAX arrays with 64 bits: on processors five times as fast as XLA's, which call a scalar function.

The argument is reduced by multiples of half of pi in three parts (Cody and Waite, Software Manual for the Elementary
Functions, 1980). The polynomials are those of fdlibm (`k_sin.c`, `k_cos.c`). Up to `REDUCED` the error is below 4e-16;
larger arguments, infinities and NaN go to XLA's functions, and so do all arguments on accelerators.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

REDUCED = 1e5
"""The largest argument that is reduced here."""

_HALF_PI: tuple[float, ...] = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21)
_SINE: tuple[float, ...] = (-1 / 6, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06)
_SINE += (-2.50507602534068634195e-08, 1.58969099521155010221e-10)
_COSINE: tuple[float, ...] = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05)
_COSINE += (-2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)


def sin(jax: Any, x: Any) -> Any:
    """Return the sine; `jax` is the module."""
    return _turned(jax, x, 0, jax.numpy.sin)


def cos(jax: Any, x: Any) -> Any:
    """Return the cosine; `jax` is the module."""
    return _turned(jax, x, 1, jax.numpy.cos)


def _turned(jax: Any, x: Any, quarters: int, function: Any) -> Any:
    """Return the sine of an angle plus a number of quarter turns; `function` computes it otherwise."""
    xp = jax.numpy
    x = xp.asarray(x, float)
    if x.dtype != xp.float64:
        return function(x)

    def reduced(x: Any) -> Any:
        count = xp.round(x * (2 / 3.141592653589793))
        rest = reduce(lambda left, part: left - count * part, _HALF_PI, x)
        square = rest * rest
        # The sine of -0.0 is -0.0.
        sine = xp.where(x == 0, x, rest + rest * square * _polynomial(_SINE, square))
        cosine = 1 - 0.5 * square + square * square * _polynomial(_COSINE, square)
        quadrant = (count.astype(xp.int64) + quarters) & 3
        found = xp.where(quadrant & 1 == 1, cosine, sine)
        return xp.where(quadrant >= 2, -found, found)

    def on_processors(x: Any) -> Any:
        return jax.lax.cond((xp.abs(x) <= REDUCED).all(), reduced, function, x)

    # Elsewhere, XLA's functions are not calls for single numbers.
    return jax.lax.platform_dependent(x, cpu=on_processors, default=function)


def _polynomial(coefficients: tuple[float, ...], x: Any) -> Any:
    return reduce(lambda sum_, coefficient: sum_ * x + coefficient, reversed(coefficients))
