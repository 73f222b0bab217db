"""Environments of pure functions in the forms of other libraries, which take them as they take their own.

>>> import relgym.jax
>>> from relgym.jax.adapters import FunctionalEnv
>>> FunctionalEnv(relgym.jax.make("blocks", 0)).action_space
Discrete(24)
"""

from __future__ import annotations

from relgym.jax.adapters.functional import FunctionalEnv, FunctionalState
from relgym.jax.adapters.gymnax import GymnaxEnv, GymnaxParams
from relgym.jax.adapters.pgx import PgxEnv, PgxState
from relgym.jax.adapters.vector import JaxVectorEnv

__all__ = ["FunctionalEnv", "FunctionalState", "GymnaxEnv", "GymnaxParams", "JaxVectorEnv", "PgxEnv", "PgxState"]
