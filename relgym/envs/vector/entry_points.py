"""The functions that `gymnasium.make_vec` calls by id: copies as arrays of NumPy, or compiled by JAX.

>>> pddl_copies(2, domain="blocks", split="train").single_action_space
Discrete(60)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from relgym.libraries import extra

_JAX = "relgym.jax.adapters.vector"
"""The module of copies that JAX compiles; it stands above this layer, and is imported when it is asked for."""


def pddl_copies(num_envs: int = 1, *, backend: str | None = "builtin", **options: Any) -> Any:
    """Return copies of a domain of PDDL that comes with relgym.

    Args:
        num_envs: The number of copies.
        backend: `builtin`, or `jax` for a `relgym.jax.adapters.JaxVectorEnv`.
        options: Those of `CataloguePDDLVectorEnv`, or of `relgym.jax.make`.

    Raises:
        RelgymError: JAX is not installed, or an option is wrong.
    """
    if backend == "jax":
        return _compiled(num_envs, options)
    from relgym.envs.vector.pddl import CataloguePDDLVectorEnv

    return CataloguePDDLVectorEnv(num_envs=num_envs, backend=backend, **options)


def rddl_copies(num_envs: int = 1, *, backend: str | None = "builtin", **options: Any) -> Any:
    """Return copies of a domain of RDDL that comes with relgym.

    Args:
        num_envs: The number of copies.
        backend: `builtin`, or `jax` for a `relgym.jax.adapters.JaxVectorEnv`.
        options: Those of `CatalogueRDDLVectorEnv`, or of `relgym.jax.make`.

    Raises:
        RelgymError: JAX is not installed, or an option is wrong.
    """
    if backend == "jax":
        return _compiled(num_envs, options)
    from relgym.envs.vector.rddl_catalogue import CatalogueRDDLVectorEnv

    return CatalogueRDDLVectorEnv(num_envs=num_envs, backend=backend, **options)


def _compiled(num_envs: int, options: dict[str, Any]) -> Any:
    with extra("jax", 'backend="jax"'):
        module = import_module(_JAX)
    return module.catalogue_copies(num_envs, **options)
