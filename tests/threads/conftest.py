"""Threads that take turns often."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _switching_often() -> Iterator[None]:
    """Let threads take turns far more often than every 5 ms, so that calls are interrupted where that hurts."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
