"""Walks that come back to the start, where all that was there is remembered; and long walks that are added up."""

from __future__ import annotations

import random

import pytest
from simulate.test_derived import DOORS, HOUSE
from simulate.test_listing import MILL, MORNING
from simulate.walks import compared, walk

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import current, jumps
from relgym.simulate.views.valid_rows import Snapshot


def come_back(reasoner: Reasoner, walker: PDDLSimulator, episodes: int, steps: int) -> None:
    """Walk away from the start some times, and compare what is said there and after each further step."""
    rng = random.Random(1)
    walker.forget()
    for episode in range(episodes):
        walker.go_to(reasoner.initial_state)
        for step in range(steps):
            if step < episode:
                compared(walker, reasoner, walker.state)
            numbers = sorted(walker.actions())
            if not numbers:
                break
            walker.apply(rng.choice(numbers), rng)
    walker.go_to(reasoner.initial_state)
    compared(walker, reasoner, reasoner.initial_state)


@pytest.fixture
def recalled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that something was remembered; nothing is too much to remember."""
    monkeypatch.setattr(jumps, "SNAPSHOT_ROWS_PER_STEP", 10**9)
    times: list[int] = []
    restore = Snapshot.restore

    def counted(snapshot: Snapshot) -> None:
        restore(snapshot)
        times.append(snapshot.size)

    monkeypatch.setattr(Snapshot, "restore", counted)
    return times


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_domains(own: EnvSpec, recalled: list[int]):
    with Reasoner(load(own.domain, own.problems("train")[2])) as reasoner:
        come_back(reasoner, PDDLSimulator(reasoner), 4, 12)
    assert recalled


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
@pytest.mark.parametrize(("domain", "problem"), [(DOORS, HOUSE), (MILL, MORNING)], ids=["doors", "mill"])
def test_what_is_derived_and_what_is_counted(domain: str, problem: str, keeps: bool, recalled: list[int]):
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        come_back(reasoner, PDDLSimulator(reasoner, keeps=lambda action: keeps), 8, 15)
    assert recalled


def test_little_is_walked_back(recalled: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jumps, "SNAPSHOT_ROWS_PER_STEP", 0)
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        come_back(reasoner, PDDLSimulator(reasoner), 4, 5)
    assert not recalled


@pytest.mark.parametrize("recurring", [-1.0, 0.5, 1.0], ids=["bits", "either", "atoms"])
def test_long_walks_are_added_up(recurring: float, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(current, "RECURRING_SHARE", recurring)
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        walker, rng = PDDLSimulator(reasoner), random.Random(0)
        walker.forget()
        state = reasoner.initial_state
        for length in (20, 3, 50, 50):
            for _ in range(length):
                number = rng.choice(sorted(walker.actions()))
                state = reasoner.successor(state, walker.action(number))
                walker.apply(number)
            compared(walker, reasoner, state)


def test_steps_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(current, "STEP_CACHE_LIMIT", 5)
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walk(reasoner, walker, 40, 0)
        walker.forget()
        walk(reasoner, walker, 80, 1)
        assert len(walker._system.steps.known) <= 5
