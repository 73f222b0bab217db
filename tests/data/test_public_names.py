"""`relgym.data` offers exactly its public names, each imported on its first use."""

from __future__ import annotations

from importlib import import_module

import pytest

import relgym.data


@pytest.mark.parametrize("name", relgym.data.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    # A module of the same name would take the place of the name once it is imported.
    import_module(f"relgym.data.{relgym.data._HOMES[name]}")
    assert getattr(relgym.data, name).__name__ == name


def test_dir_lists_what_is_public() -> None:
    assert {name for name in dir(relgym.data) if not name.startswith("__")} == set(relgym.data.__all__)
    assert relgym.data.__all__ == sorted(relgym.data.__all__, key=lambda name: (name.islower(), name))


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match=r"'relgym\.data' has no attribute 'nothing'"):
        _ = relgym.data.nothing
