"""Tests of the domain: its files are sound, its environments keep the interface, and its problems have plans."""

from pathlib import Path

import pytest

import relgym
from relgym.catalogue import read_spec
from relgym.envs.check import api_test

FOLDER = Path(__file__).parent
SPEC = read_spec(FOLDER)
PROBLEMS = [*SPEC.problems("train"), *SPEC.problems("test")]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda path: path.stem)
def test_files_are_sound(problem: Path) -> None:
    findings = relgym.diagnose(SPEC.domain, problem)
    assert not [str(each) for each in findings if each.severity is not relgym.Severity.INFO]


def test_environments_keep_the_interface() -> None:
    api_test(relgym.make(FOLDER))


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda path: path.stem)
def test_problems_have_plans(problem: Path) -> None:
    task = relgym.load(SPEC.domain, problem)
    assert relgym.validate(task, relgym.plan(task))
