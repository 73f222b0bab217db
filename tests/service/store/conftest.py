"""The databases on which the tests of this folder run: SQLite in a folder, and PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from service.postgres import Server, programs, running


@dataclass(frozen=True)
class Database:
    """An empty database: a folder, and the address of PostgreSQL if it is one."""

    data: Path
    address: str | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """What follows `--data` on the command line."""
        return () if self.address is None else ("--database", self.address)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    if programs() is None:
        message = "PostgreSQL is not installed: .ci/install-postgres installs it"
        if os.environ.get("RELGYM_REQUIRE_ENGINES") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with running() as server:
        yield server


KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of each kind."""
    return empty_database(request, tmp_path / "data")


def empty_database(request: pytest.FixtureRequest, folder: Path) -> Database:
    """Return an empty database of the kind that is the parameter of a fixture."""
    if request.param == "sqlite":
        return Database(folder)
    return Database(folder, request.getfixturevalue("postgres").new_database())
