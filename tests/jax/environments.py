"""Environments for tests of pure functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

import relgym.jax

QUICK = {"xla_backend_optimization_level": 0}
"""Options for programs that are compiled once and called a few times."""


def quick(function: Callable[..., Any]) -> Any:
    """Compile a function as a whole: without `jit` each kind of operation in it would be compiled by itself."""
    return jax.jit(function, compiler_options=QUICK)


def bare(env: Any) -> Any:
    """The environment inside all wrappers."""
    return bare(env.env) if isinstance(env, relgym.jax.Wrapper) else env
