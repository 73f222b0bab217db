"""Sine and cosine of JAX arrays, beside NumPy's with more digits."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from relgym.runtime import jax_trigonometry


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_errors_are_of_the_size_of_rounding(name: str) -> None:
    rng = np.random.default_rng(0)
    drawn = [rng.uniform(-size, size, 20_000) for size in (1e-8, 0.8, 4, 100, 1e5)]
    x = np.concatenate([*drawn, np.arange(-1000, 1000) * np.pi / 4, [0.0, -0.0, 5e-324]])
    expected = getattr(np, name)(x.astype(np.longdouble)).astype(float)
    with jax.enable_x64(True):
        found = np.asarray(getattr(jax_trigonometry, name)(jax, x))
    assert np.abs(found - expected).max() < 4e-16
    assert (np.signbit(found) == np.signbit(expected))[expected == 0].all()


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_large_and_infinite_ones_are_those_of_xla(name: str) -> None:
    x = np.array([1e5 + 1, 1e22, np.inf, np.nan])
    with jax.enable_x64(True):
        found = np.asarray(getattr(jax_trigonometry, name)(jax, x))
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(found, getattr(np, name)(x), rtol=1e-12)


def test_accelerators_have_the_functions_of_xla() -> None:
    with jax.enable_x64(True):
        traced = jax.jit(lambda x: jax_trigonometry.sin(jax, x)).trace(np.zeros(3))
        texts = {name: traced.lower(lowering_platforms=(name,)).as_text() for name in ("cpu", "cuda")}
    assert "stablehlo.sine" in texts["cuda"]
    assert "stablehlo.multiply" not in texts["cuda"]
    assert "stablehlo.multiply" in texts["cpu"]
