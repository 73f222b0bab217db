"""Tests of one engine, and a module of it with a predicate."""

from __future__ import annotations

import pytest

from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.module import Module
from relgym.limits import Limits


@pytest.fixture(params=["swipl"])
def backend(backend: str) -> str:
    """Only this engine."""
    return backend


@pytest.fixture
def module(backend):
    module = Module(libswipl.start(), Limits(seconds=10.0))
    module.load(["echo(Codes, Codes)."])
    yield module
    module.close()
