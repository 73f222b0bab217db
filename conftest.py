"""The set-up that doctests of several modules share, and which files are read for doctests."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

DOMAIN = """(define (domain d) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""


def roads(towns: str, pairs: str, goal: str) -> tuple[str, str]:
    """Return a domain and a problem: drive from the first town to `goal` by roads such as "a b, b c"."""
    atoms = " ".join(f"(road {pair})" for pair in pairs.split(", "))
    start = towns.split()[0]
    problem = (
        f"""(define (problem p) (:domain d) (:objects {towns}) (:init (at {start}) {atoms}) (:goal (at {goal})))"""
    )
    return DOMAIN, problem


@pytest.fixture(autouse=True, scope="session")
def _shared_names(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace["roads"] = roads


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Import and search no file for doctests that has none; most have none, and each worker would do it."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        found = [each for each in found if not isinstance(each, DoctestModule)]
    return found
