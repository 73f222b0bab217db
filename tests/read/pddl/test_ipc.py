"""Every published problem in the folder that RELGYM_IPC names is read, and starts as the recorded walks start."""

from __future__ import annotations

import json
import os
import warnings
from fractions import Fraction
from pathlib import Path

import pytest

from relgym.errors import RelgymWarning
from relgym.model.numeric import ZERO_AT_START, Value
from relgym.read.loading import load

FOLDER = os.environ.get("RELGYM_IPC")
PROBLEMS = sorted(path for path in Path(FOLDER).rglob("p*.pddl") if "domain" not in path.name) if FOLDER else []

pytestmark = pytest.mark.skipif(not FOLDER, reason="RELGYM_IPC names no folder of published problems")


def test_there_are_problems() -> None:
    assert PROBLEMS


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda path: "-".join(path.parts[-3:]))
def test_start(problem: Path) -> None:
    own = problem.with_name(f"{problem.stem}-domain.pddl")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        task = load(own if own.exists() else problem.with_name("domain.pddl"), problem)
    start = json.loads(problem.with_suffix(".json").read_text())["steps"][0]
    assert sorted(map(str, task.problem.init)) == sorted(start["atoms"])
    values: dict[str, Value] = {f"({name})": 0 for name in ZERO_AT_START & task.functions.keys()}
    values |= {str(fluent): value for fluent, value in task.problem.values}
    assert values == {fluent: Fraction(value) for fluent, value in start.get("fluents", {}).items()}
