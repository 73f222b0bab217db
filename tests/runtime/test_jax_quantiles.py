"""Quantiles that are searched for by JAX are those of `relgym.runtime.draws`."""

from __future__ import annotations

import numpy as np
import pytest

from relgym.runtime import draws
from relgym.runtime.jax_quantiles import LARGEST_COUNT, QUANTILES
from relgym.translate.arrays.printers.jax import SEARCHED

jax = pytest.importorskip("jax")
pytest.importorskip("jax.scipy.special")

PARAMETERS = {
    "Poisson": [(0.0,), (0.3,), (4.0,), (50.0,), (1e6,)],
    "Binomial": [(0, 0.5), (5, 0.0), (5, 1.0), (40, 0.3), (1000, 0.01)],
    "NegativeBinomial": [(1.0, 1.0), (3.5, 0.2), (0.1, 0.01), (100.0, 0.5)],
}


def test_all_of_them_are_here() -> None:
    assert QUANTILES.keys() == PARAMETERS.keys() == {*SEARCHED}


@pytest.mark.parametrize("name", QUANTILES)
def test_numbers_are_those_of_the_other_engines(name: str) -> None:
    u = np.concatenate([np.random.default_rng(0).random(200), [1e-9, 1 - 1e-9]])
    with jax.enable_x64(True):
        for parameters in PARAMETERS[name]:
            rows = np.array([(*parameters, number) for number in u]).T
            expected = [draws.QUANTILES[name](*parameters, number) for number in u.tolist()]
            assert QUANTILES[name](jax, *rows).tolist() == expected


def test_what_has_no_number_ends() -> None:
    with jax.enable_x64(True):
        for rate in (np.nan, -1.0, np.inf, 8 * LARGEST_COUNT):
            assert int(QUANTILES["Poisson"](jax, rate, 0.5)) == -1
