"""RDDL as pure functions equals the NumPy environments on problems of the package rddlrepository."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import jax
import pytest

import relgym.jax
from relgym.errors import RelgymWarning
from tests.jax.rddl_walks import check_walk, numpy_copies
from tests.rddlrepository_files import PLAYED, instances, name_of, needs_repository
from tests.thorough import THOROUGH

pytestmark = needs_repository

ORDINARY = ("arcade/Eight", "competitions/IPPC2011/GameOfLife/POMDP", "competitions/IPPC2023/HVAC", "physics/Reacher")
"""Problems of an ordinary run: each takes some seconds to compile. Actions of one of them lead to infinite numbers."""


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.mark.parametrize("domain", [each for each in PLAYED if THOROUGH or name_of(each) in ORDINARY], ids=name_of)
def test_walks_equal_those_of_numpy(domain: Path) -> None:
    files = domain, instances(domain)[0]
    with warnings.catch_warnings():
        # Two instances name another domain than their own.
        warnings.simplefilter("ignore", RelgymWarning)
        numpy, env = numpy_copies(*files), relgym.jax.make(*files)
    check_walk(env, numpy)
