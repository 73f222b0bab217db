"""Walkers whose engine gives up half way answer as a reasoner does afterwards, and go on."""

from __future__ import annotations

import random

import pytest
from simulate.walks import compared

from relgym.catalogue.domains import spec
from relgym.errors import BackendError
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views.valid_rows import MaterializedViews


@pytest.fixture
def reasoner() -> Reasoner:
    own = spec("blocks")
    return Reasoner(load(own.domain, own.problems("train")[2]))


def gives_up(*arguments: object) -> None:
    raise BackendError("too late")


def go(walker: PDDLSimulator, steps: int) -> None:
    rng = random.Random(1)
    for _ in range(steps):
        walker.apply(rng.choice(sorted(walker.actions())))


@pytest.mark.parametrize("found", [False, True], ids=["before", "half way"])
def test_a_jump(found: bool, reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    walker = PDDLSimulator(reasoner, keeps=lambda name: True)
    walker.forget()
    go(walker, 12)
    state = walker.state
    find = MaterializedViews.fill

    def half(self: MaterializedViews) -> None:
        if found:
            find(self)
        gives_up()

    with monkeypatch.context() as patched:
        patched.setattr(MaterializedViews, "fill", half)
        with pytest.raises(BackendError):
            walker.go_to(reasoner.initial_state)
    compared(walker, reasoner, state)
    go(walker, 5)
    compared(walker, reasoner, walker.state)
