"""The function that `gymnasium.make_vec` calls by id: copies as arrays of NumPy, or compiled by JAX.

>>> copies(2, domain="blocks", split="train").single_action_space
Discrete(60)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from relgym.catalogue.domains import spec
from relgym.libraries import extra

_JAX = "relgym.jax.adapters.vector"
"""The module of copies that JAX compiles; it stands above this layer, and is imported when it is asked for."""


def copies(num_envs: int = 1, *, domain: str, backend: str | None = "builtin", **options: Any) -> Any:
    """Return copies of a domain that comes with relgym.

    Args:
        num_envs: The number of copies.
        domain: The name or the folder of the domain.
        backend: The engine, or `jax` for a `relgym.jax.adapters.JaxVectorEnv`.
        options: Those of `CataloguePDDLVectorEnv` or `CatalogueRDDLVectorEnv`, by the language, or of
            `relgym.jax.make`.

    Raises:
        RelgymError: JAX is not installed, or an option is wrong.
    """
    if backend == "jax":
        with extra("jax", 'backend="jax"'):
            module = import_module(_JAX)
        return module.catalogue_copies(num_envs, domain=domain, **options)
    if spec(domain).language == "pddl":
        from relgym.envs.vector.pddl import CataloguePDDLVectorEnv

        return CataloguePDDLVectorEnv(domain, num_envs=num_envs, backend=backend, **options)
    from relgym.envs.vector.rddl_catalogue import CatalogueRDDLVectorEnv

    return CatalogueRDDLVectorEnv(domain, num_envs=num_envs, backend=backend, **options)
