"""Every folder of tests/warned is unusual but read; all that is said of it is in its expected.txt, word for word."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from relgym.errors import RelgymWarning
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain
from relgym.read.rddl.loading import read_domain as read_rddl_domain
from relgym.read.rddl.loading import read_instance

CASES = sorted(path.parent for path in Path(__file__).parents[1].glob("warned/*/expected.txt"))


def warnings_of(case: Path) -> str:
    """Read what the folder, which is the current directory, holds; the texts of the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if (case / "domain.rddl").exists():
            domain = read_rddl_domain("domain.rddl")
            if (case / "instance.rddl").exists():
                read_instance("instance.rddl", domain)
        elif (case / "problem.pddl").exists():
            load("domain.pddl", "problem.pddl")
        else:
            read_domain("domain.pddl")
    assert all(issubclass(found.category, RelgymWarning) for found in caught)
    return "\n".join(str(found.message) for found in caught)


def test_there_are_cases() -> None:
    folders = [path for path in (Path(__file__).parents[1] / "warned").iterdir() if path.is_dir()]
    assert len(CASES) >= 14
    assert len(CASES) == len(folders), "a folder without expected.txt"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    assert warnings_of(case) + "\n" == (case / "expected.txt").read_text(encoding="utf-8")
