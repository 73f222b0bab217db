"""The engines that run RDDL."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


@pytest.fixture
def engine(backend: str) -> str:
    """The name of an engine that is installed, and runs RDDL."""
    if find_spec(f"relgym.backends.{backend}_evaluator") is None:
        pytest.skip(f"{backend} does not run RDDL yet")
    return backend
