"""What all folders here share: reasoners over the files beside a test, on every engine in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from relgym import Reasoner, load


class Open(Protocol):
    """Makes a reasoner from files, or texts, of the test's folder; all are closed after the test."""

    def __call__(
        self, problem: str = "problem.pddl", domain: str = "domain.pddl", axioms: Sequence[str] = ()
    ) -> Reasoner: ...


@pytest.fixture
def open_reasoner(request: pytest.FixtureRequest, backend: str) -> Iterator[Open]:
    folder = request.path.parent
    opened: list[Reasoner] = []

    def place(item: str) -> str | Path:
        return item if item.lstrip().startswith("(") else folder / item

    def open_(problem: str = "problem.pddl", domain: str = "domain.pddl", axioms: Sequence[str] = ()) -> Reasoner:
        task = load(place(domain), place(problem), axioms=[place(item) for item in axioms])
        opened.append(Reasoner(task, backend))
        return opened[-1]

    yield open_
    for reasoner in opened:
        reasoner.close()


@pytest.fixture
def r(open_reasoner: Open) -> Reasoner:
    """A reasoner over domain.pddl and problem.pddl."""
    return open_reasoner()
