"""When a walk makes an engine, and tries to ground its task: on a clock of the test's own."""

from __future__ import annotations

from typing import Any

import pytest

import relgym
from relgym.simulate import ways
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.ways import Ways
from tests.walker.races import STEPPING

DOMAIN = """(define (domain d) (:predicates (on ?x) (next ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (on ?x) (next ?x ?y)) :effect (and (not (on ?x)) (on ?y))))"""
PROBLEM = "(define (problem p) (:domain d) (:objects a b) (:init (on a) (next a b) (next b a)) (:goal (on b)))"

MAKING = 0.01
"""Seconds in which an engine is made."""


@pytest.fixture
def made() -> Ways:
    simulator = PDDLSimulator(relgym.Reasoner(relgym.load(DOMAIN, PROBLEM)))
    found: Ways = simulator._strategy._ways
    found.cached.making_seconds = MAKING
    return found


def engine_due(made: Ways, seconds: float, *, grounded: bool, leased: float = 1.0) -> float:
    """The seconds of a walk after which an engine is made, if the fastest of the other ways takes some for a step."""
    if grounded:
        assert made.ground()
    first, *others, engine = made.entrants(True)
    assert engine.enter.__name__ == STEPPING
    assert engine.waits
    first.windows, first.leased = [seconds], leased
    others[0].windows = [2 * seconds]
    assert engine.enter(made.cached.state()) is None
    due = made.walked_seconds + made.engine_rest
    made.walked_seconds = due
    assert engine.enter(made.cached.state()) is not None
    return due * ways.ENGINE_MAKING_SHARE / MAKING


EXPECTED = ways.ENGINE_STEP_SECONDS


@pytest.mark.parametrize(
    ("seconds", "shares"),
    [(EXPECTED / 2, 40.0), (EXPECTED, 10.0), (2 * EXPECTED, 1.0), (11 * EXPECTED, 0.1)],
    ids=["it seems slower", "it seems no faster", "twice as fast", "far faster"],
)
def test_an_engine_is_made_the_sooner_the_more_it_seems_to_gain(seconds: float, shares: float, made: Ways) -> None:
    assert engine_due(made, seconds, grounded=True) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("leased", "shares"), [(1.0, 1 / 3), (0.5, 10.0)], ids=["no state comes again", "half of the states come again"]
)
def test_an_engine_is_made_soon_where_a_cache_alone_knows_few_states(leased: float, shares: float, made: Ways) -> None:
    assert engine_due(made, EXPECTED, grounded=False, leased=leased) == pytest.approx(shares)


class Attempts:
    """Attempts to ground a task, which take as long as they may."""

    def __init__(self, made: Ways, monkeypatch: pytest.MonkeyPatch, share: float) -> None:
        self._now = 0.0
        self._share = share
        self.limits: list[float] = []
        monkeypatch.setattr(ways, "thread_time", lambda: self._now)
        monkeypatch.setattr(ways, "elapsed", lambda begun: self._now - begun)
        monkeypatch.setattr(made.cached, "ground", self._fails)

    def _fails(self, bounds: Any) -> bool:
        self.limits.append(bounds.seconds)
        self._now += self._share * bounds.seconds
        return False


def test_further_attempts_to_ground_a_task_take_a_part_of_the_walk(made: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(made, monkeypatch, 1.0)
    for hundredths in range(100_000):
        made.walked_seconds = hundredths / 100
        before = len(attempts.limits)
        assert not made.ground()
        if 0 < before < len(attempts.limits):
            assert attempts.limits[-1] <= ways.GROUNDING_SHARE * made.walked_seconds
    first = ways.RACE_GROUNDING_SECONDS
    assert attempts.limits == pytest.approx([first, 4 * first, 16 * first, 64 * first, 256 * first, 1024 * first])


def test_a_task_that_is_too_large_is_not_grounded_later(made: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(made, monkeypatch, 0.9 * ways.RACE_REACHABILITY_SHARE)
    for seconds in range(100):
        made.walked_seconds = seconds
        assert not made.ground()
    assert len(attempts.limits) == 1
