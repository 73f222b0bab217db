"""Every domain of the package rddlrepository is read, and the first, a middle and the last of its instances."""

from __future__ import annotations

from pathlib import Path

import pytest
from rddlrepository_files import DOMAINS, domain_in, instance_in, instances, name_of, needs_repository
from thorough import THOROUGH

pytestmark = needs_repository


def test_there_are_domains() -> None:
    assert len(DOMAINS) >= 110


@pytest.mark.parametrize("path", DOMAINS, ids=name_of)
def test_domain_and_instances(path: Path) -> None:
    model = domain_in(path)
    assert model.fluents and model.cpfs
    files = instances(path)
    assert files
    # A generator has written most of them.
    for file in files if THOROUGH else {files[0], files[len(files) // 2], files[-1]}:
        instance = instance_in(file, path)
        assert {name for name, _ in instance.objects} == {item.name for item in model.types if item.values is None}
