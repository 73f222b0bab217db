"""Environments for tests of pure functions."""

from __future__ import annotations

from typing import Any

import relgym.jax

QUICK = {"xla_backend_optimization_level": 0}
"""Options for programs that are compiled once and called a few times."""


def bare(env: Any) -> Any:
    """The environment inside all wrappers."""
    return bare(env.env) if isinstance(env, relgym.jax.Wrapper) else env
