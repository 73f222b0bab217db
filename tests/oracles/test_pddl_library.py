"""The package `pddl` reads what relgym writes, and finds in it what it finds in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles.walks import Case

from relgym.write.pddl import write_domain, write_problem

pddl = pytest.importorskip("pddl", reason="the package pddl is not installed")


# What `:adl` means; the package knows the word, but not all that it stands for.
ADL = (
    ":adl :typing :negative-preconditions :disjunctive-preconditions :equality "
    ":universal-preconditions :existential-preconditions :conditional-effects"
)


def test_domains_are_the_same(case: Case, tmp_path: Path) -> None:
    found = []
    for number, text in enumerate((write_domain(case.task.domain), case.domain.read_text("utf-8"))):
        file = tmp_path / f"domain-{number}.pddl"
        file.write_text(text.replace(":adl", ADL), encoding="utf-8")
        found.append(pddl.parse_domain(file))
    ours, theirs = found
    for part in ("name", "requirements", "types", "constants", "predicates", "derived_predicates", "actions"):
        assert getattr(ours, part) == getattr(theirs, part), part
    # It tells a function declared as a number from one that is one without saying so.
    assert set(ours.functions) == set(theirs.functions)


def test_problems_are_the_same(case: Case, tmp_path: Path) -> None:
    try:
        theirs = pddl.parse_problem(case.problem)
    except pddl.exceptions.PDDLMissingRequirementError as error:
        pytest.skip(f"it forgets the requirements of a problem's domain: {error}")
    written = tmp_path / "problem.pddl"
    written.write_text(write_problem(case.task.problem), encoding="utf-8")
    assert pddl.parse_problem(written) == theirs
