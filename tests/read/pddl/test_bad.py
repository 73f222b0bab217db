"""Every folder of tests/bad is a mistake, and what is said of it is in its expected.txt, word for word."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from relgym.errors import RelgymError, RelgymWarning
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain

CASES = sorted(path.parent for path in Path(__file__).parents[2].glob("bad/*/expected.txt"))


def message_of(case: Path) -> str:
    """Read what the folder, which is the current directory, holds; the text of the error."""
    with warnings.catch_warnings(), pytest.raises(RelgymError) as caught:
        warnings.simplefilter("ignore", RelgymWarning)
        if not (case / "problem.pddl").exists():
            read_domain("domain.pddl")
        elif (case / "axioms.pddl").exists():
            load("domain.pddl", "problem.pddl", axioms=["axioms.pddl"])
        else:
            load("domain.pddl", "problem.pddl")
    return str(caught.value)


def test_there_are_cases() -> None:
    folders = [path for path in (Path(__file__).parents[2] / "bad").iterdir() if path.is_dir()]
    assert len(CASES) >= 40
    assert len(CASES) == len(folders), "a folder without expected.txt"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    assert message_of(case) + "\n" == (case / "expected.txt").read_text(encoding="utf-8")
