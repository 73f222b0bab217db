"""Walkers whose engine gives up half way answer as a reasoner does afterwards, and go on."""

from __future__ import annotations

import random

import pytest
from walker.races import CACHED, STEPPING, let_walkers_race
from walker.walks import compared

from relgym.catalogue.domains import spec
from relgym.errors import BackendError
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.cached import Cached
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.stepping import Stepping
from relgym.simulate.views.materialized import MaterializedViews


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


def test_a_way_that_gives_up_leaves_the_race(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    let_walkers_race(monkeypatch, STEPPING, CACHED)
    walker = PDDLSimulator(reasoner)
    with monkeypatch.context() as patched:
        patched.setattr(Stepping, "go_to", gives_up)
        patched.setattr(Cached, "ground", lambda self, bounds: False)
        for _ in range(60):
            go(walker, 1)
            compared(walker, reasoner, walker.state)
        assert isinstance(walker._mode, Cached)
    # It takes part in the next race.
    go(walker, 60)
    assert isinstance(walker._mode, Stepping)
    compared(walker, reasoner, walker.state)


def test_forgetting_ends_a_race(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    let_walkers_race(monkeypatch, CACHED)
    walker = PDDLSimulator(reasoner)
    while not isinstance(walker._mode, Stepping):
        go(walker, 1)
    take = walker.apply
    walker.forget()
    take(min(walker.actions()))
    go(walker, 60)
    assert isinstance(walker._mode, Stepping)
    compared(walker, reasoner, walker.state)
