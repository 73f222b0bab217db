"""Environments for tests of pure functions."""

from __future__ import annotations

from typing import Any

import relgym.jax


def bare(env: Any) -> Any:
    """The environment inside all wrappers."""
    return bare(env.env) if isinstance(env, relgym.jax.Wrapper) else env
