"""Every file of the package rddlrepository is read, where that package is installed; it is not imported."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path

import pytest

from relgym.errors import RelgymWarning
from relgym.read.rddl.loading import read_instance, read_process

_FOUND = importlib.util.find_spec("rddlrepository")
_ARCHIVE = None if _FOUND is None or _FOUND.origin is None else Path(_FOUND.origin).parent / "archive"
DOMAINS = [] if _ARCHIVE is None else sorted(_ARCHIVE.glob("**/domain.rddl"))

pytestmark = pytest.mark.skipif(_ARCHIVE is None, reason="the package rddlrepository is not installed")


def test_there_are_domains() -> None:
    assert len(DOMAINS) >= 90


@pytest.mark.parametrize("path", DOMAINS, ids=lambda path: "-".join(path.parts[-3:-1]))
def test_domain_and_instances(path: Path) -> None:
    process = read_process(path)
    assert process.fluents and process.cpfs
    files = sorted(path.parent.glob("instance*.rddl"))
    assert files
    for file in files:
        with warnings.catch_warnings():
            # Some name another domain than the one they stand with.
            warnings.simplefilter("ignore", RelgymWarning)
            instance = read_instance(file, process)
        assert {name for name, _ in instance.objects} == {item.name for item in process.types if item.values is None}
