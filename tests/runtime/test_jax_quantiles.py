"""Quantiles that are searched for by JAX are those of `relgym.runtime.draws`."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from relgym.runtime import draws
from relgym.runtime.jax_quantiles import LARGEST_COUNT, QUANTILES
from relgym.runtime.jax_real_quantiles import QUANTILES as REAL

jax = pytest.importorskip("jax")
pytest.importorskip("jax.scipy.special")

PARAMETERS = {
    "Poisson": [(0.0,), (0.3,), (4.0,), (50.0,), (1e6,)],
    "Binomial": [(0, 0.5), (5, 0.0), (5, 1.0), (40, 0.3), (1000, 0.01)],
    "NegativeBinomial": [(1.0, 1.0), (3.5, 0.2), (0.1, 0.01), (100.0, 0.5)],
}

REAL_PARAMETERS = {
    "Gamma": [(0.01, 1.0), (0.3, 2.0), (1.0, 1.0), (4.5, 0.5), (300.0, 1.0)],
    "ChiSquare": [(0.5,), (7.0,), (1000.0,)],
    "Beta": [(0.5, 0.5), (2.0, 3.0), (0.05, 0.1), (100.0, 3.0)],
    "Student": [(0.6,), (1.0,), (2.5,), (1e4,)],
}


def test_all_of_them_are_here() -> None:
    assert QUANTILES.keys() == PARAMETERS.keys()
    assert REAL.keys() == REAL_PARAMETERS.keys()


@pytest.mark.parametrize("name", QUANTILES)
def test_numbers_are_those_of_the_other_engines(name: str) -> None:
    u = np.concatenate([np.random.default_rng(0).random(200), [1e-9, 1 - 1e-9]])
    rows = [(*parameters, number) for parameters in PARAMETERS[name] for number in u.tolist()]
    with jax.enable_x64(True):
        found = jax.jit(lambda *columns: QUANTILES[name](jax, *columns))(*np.array(rows).T)
        assert found.tolist() == [draws.QUANTILES[name](*row) for row in rows]


def test_what_has_no_number_ends() -> None:
    with jax.enable_x64(True):
        rates = np.array([np.nan, -1.0, np.inf, 8 * LARGEST_COUNT])
        assert (jax.jit(lambda rates: QUANTILES["Poisson"](jax, rates, 0.5))(rates) == -1).all()


@pytest.mark.parametrize("name", REAL)
def test_real_numbers_are_those_of_the_other_engines(name: str) -> None:
    u = np.concatenate([np.random.default_rng(0).random(40), [0.0, 1e-15, 1e-9, 0.5, 1 - 1e-9, 1 - 2.0**-53]])
    rows = [(*parameters, number) for parameters in REAL_PARAMETERS[name] for number in u.tolist()]
    expected = [draws.QUANTILES[name](*row) if name != "Student" else _student(*row) for row in rows]
    with jax.enable_x64(True):
        found = jax.jit(lambda *columns: REAL[name](jax, *columns))(*np.array(rows).T)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def _student(degrees: float, u: float) -> float:
    """The number, or NaN for one that is too large."""
    try:
        return draws.student(degrees, u)
    except OverflowError:
        return float("nan")


def test_derivatives_are_those_of_the_quantile() -> None:
    with jax.enable_x64(True):
        for name, given in (("Gamma", (2.0, 1.5, 0.3)), ("Student", (3.0, 0.8))):
            slopes = jax.jit(jax.grad(partial(REAL[name], jax), range(len(given))))(*given)
            for place, slope in enumerate(slopes):
                ends = (
                    draws.QUANTILES[name](*(x + s * 1e-5 * (n == place) for n, x in enumerate(given))) for s in (1, -1)
                )
                assert np.isclose(slope, float(np.subtract(*ends)) / 2e-5, rtol=1e-6), (name, place)
