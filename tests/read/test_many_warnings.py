"""A file with thousands of warnings is checked in time that grows with their number, not with its square."""

from __future__ import annotations

import pytest

from relgym.checking import diagnose
from relgym.errors import RelgymWarning

DOMAIN = """(define (domain d) (:predicates (p ?x))
  (:action go :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))"""


def test_each_warning_is_written_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    written = 0
    write = RelgymWarning.__str__

    def counted(warning: RelgymWarning) -> str:
        nonlocal written
        written += 1
        return write(warning)

    monkeypatch.setattr(RelgymWarning, "__str__", counted)
    names = " ".join(f"o{number}" for number in range(300))
    problem = f"(define (problem x) (:domain d) (:objects {names} {names}) (:init (p o1)) (:goal (p o1)))"
    found = [each for each in diagnose(DOMAIN, problem) if "declared twice" in each.message]
    assert len(found) == 300
    assert 300 <= written <= 3000
