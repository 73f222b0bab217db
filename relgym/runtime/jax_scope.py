"""The names that array programs over JAX rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from relgym.runtime import jax_quantiles, jax_real_quantiles, jax_rows, jax_trigonometry
from relgym.runtime.array_scope import scope_of_arrays


def scope_of_jax(externals: Mapping[str, Callable[..., Any]], jax: Any) -> dict[str, Any]:
    """Return the scope of arrays in which functions for JAX take the place of those for NumPy.

    Args:
        externals: The functions of the caller by name.
        jax: The module, with `jax.scipy.special` imported.
    """

    def searched(quantile: Callable[..., Any]) -> Callable[..., Any]:
        return lambda xp, special, *arguments: quantile(jax, *arguments)

    every = {**jax_quantiles.QUANTILES, **jax_real_quantiles.QUANTILES}
    quantiles = {f"{name}_": searched(quantile) for name, quantile in every.items()}
    wholes = {f"{name}_": partial(function, jax) for name, function in jax_rows.CALLS.items()}
    own = {"sin": jax_trigonometry.sin, "cos": jax_trigonometry.cos, "rows_": jax_rows.rows, **quantiles, **wholes}
    return {**scope_of_arrays(externals), **own}
