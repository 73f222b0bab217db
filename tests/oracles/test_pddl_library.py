"""The package `pddl` reads what relgym writes, and finds in it what it finds in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles.walks import Case

from relgym.write.pddl import write_domain, write_problem

pddl = pytest.importorskip("pddl", reason="the package pddl is not installed")


def test_domains_are_the_same(case: Case, tmp_path: Path) -> None:
    written = tmp_path / "domain.pddl"
    written.write_text(write_domain(case.task.domain), encoding="utf-8")
    ours, theirs = pddl.parse_domain(written), pddl.parse_domain(case.domain)
    for part in ("name", "requirements", "types", "constants", "predicates", "derived_predicates", "actions"):
        assert getattr(ours, part) == getattr(theirs, part), part
    # It tells a function declared as a number from one that is one without saying so.
    assert set(ours.functions) == set(theirs.functions)


def test_problems_are_the_same(case: Case, tmp_path: Path) -> None:
    written = tmp_path / "problem.pddl"
    written.write_text(write_problem(case.task.problem), encoding="utf-8")
    assert pddl.parse_problem(written) == pddl.parse_problem(case.problem)
