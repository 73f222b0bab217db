"""Outside judges: they run only with RELGYM_ORACLES=1, since they need packages that relgym does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from oracles.walks import Case

from relgym import resources
from relgym.features import Feature, needed
from relgym.read.loading import load

# The replay is a program for a process of its own, not a module with examples to check.
collect_ignore_glob = ["*_replay.py"] if os.environ.get("RELGYM_ORACLES") == "1" else ["*.py"]


DOMAINS = sorted(file.parent for file in resources.domains().glob("*/domain.pddl"))


@pytest.fixture(params=DOMAINS, ids=lambda folder: folder.name)
def case(request: pytest.FixtureRequest) -> Case:
    """The first training problem of each of our domains that is not probabilistic; the judges know no chances."""
    folder: Path = request.param
    problem = sorted(folder.glob("problems/train/*.pddl"))[0]
    task = load(folder / "domain.pddl", problem)
    if Feature.PROBABILISTIC in needed(task):
        pytest.skip("probabilistic: these judges know no chances")
    return Case(folder / "domain.pddl", problem, task)
