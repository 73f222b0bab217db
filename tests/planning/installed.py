"""Marks for tests that need a planner of others."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def needs(module: str, package: str) -> pytest.MarkDecorator:
    """Skip a test where a package with a planner is not installed."""
    reason = f"{package} is not installed: pip install 'relgym[planners]'"
    return pytest.mark.skipif(find_spec(module) is None, reason=reason)


needs_downward = needs("up_fast_downward", "up-fast-downward")
needs_symk = needs("up_symk", "up-symk")
needs_kstar = needs("kstar_planner", "kstar-planner")
needs_pyperplan = needs("pyperplan", "pyperplan")
