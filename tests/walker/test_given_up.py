"""Walkers whose engine gives up half way answer as a reasoner does afterwards, and go on."""

from __future__ import annotations

import random

import pytest
from walker.walks import compared

from relgym.catalogue.domains import spec
from relgym.errors import BackendError
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate import profiling, remembering
from relgym.simulate.recalling import Recalling
from relgym.simulate.remembering import Remembering
from relgym.simulate.views.join_views import JoinViews
from relgym.simulate.walker import Walker

TRIAL = 10


@pytest.fixture
def reasoner() -> Reasoner:
    own = spec("blocks")
    return Reasoner(load(own.domain, own.problems("train")[2]))


def gives_up(*arguments: object) -> None:
    raise BackendError("too late")


def on_trial(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch) -> Walker:
    """A walker in the first step of a trial that remembering will win."""
    monkeypatch.setattr(profiling, "MEASURED_STEPS", TRIAL)
    monkeypatch.setattr(profiling, "WARMUP_STEPS", 0)
    monkeypatch.setattr(remembering, "FIRST_MISSES", 1)
    monkeypatch.setattr(Remembering, "review", lambda self: "try")
    monkeypatch.setattr(Remembering, "judge", lambda self, seconds: False)
    walker = Walker(reasoner)
    go(walker, 1)
    assert not isinstance(walker._mode, Recalling)
    monkeypatch.setattr(Remembering, "review", lambda self: "record")
    return walker


def go(walker: Walker, steps: int) -> None:
    rng = random.Random(1)
    for _ in range(steps):
        walker.take(rng.choice(sorted(walker.numbers())))


@pytest.mark.parametrize("found", [False, True], ids=["before", "half way"])
def test_a_jump(found: bool, reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    walker = Walker(reasoner, lambda name: True)
    walker.forget()
    go(walker, 12)
    state = walker.state
    find = JoinViews.fill

    def half(self: JoinViews) -> None:
        if found:
            find(self)
        gives_up()

    with monkeypatch.context() as patched:
        patched.setattr(JoinViews, "fill", half)
        with pytest.raises(BackendError):
            walker.go_to(reasoner.initial_state)
    compared(walker, reasoner, state)
    go(walker, 5)
    compared(walker, reasoner, walker.state)


def test_the_end_of_a_trial(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    walker = on_trial(reasoner, monkeypatch)
    go(walker, TRIAL - 1)
    with monkeypatch.context() as patched:
        patched.setattr(Recalling, "go_to", gives_up)
        with pytest.raises(BackendError):
            go(walker, 1)
        compared(walker, reasoner, walker.state)
    go(walker, 3)
    assert isinstance(walker._mode, Recalling)
    compared(walker, reasoner, walker.state)


def test_forgetting_ends_a_trial(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch):
    walker = on_trial(reasoner, monkeypatch)
    walker.forget()
    go(walker, 2 * TRIAL)
    assert not isinstance(walker._mode, Recalling)
    compared(walker, reasoner, walker.state)
