"""Random tasks, grounded: a batch of a few environments of two problems beside their reasoners, along a walk."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from batched.walks import Side
from fuzz.strategies import Case, Kinds, cases
from fuzz.test_fuzz import examples, read
from hypothesis import given, note

from relgym import Task
from relgym.errors import InvalidAction, ModelError, SimulationError, UnsupportedFeature

COPIES = 3


def walk(case: Case) -> None:
    # The second problem begins elsewhere, and so has other things within reach.
    other = replace(case.task.problem, init=case.elsewhere[0], chances=())
    tasks = [read(case.task), read(Task(case.task.domain, other))]
    try:
        side = Side(tasks, COPIES, seed=1)
    except UnsupportedFeature as refused:
        note(refused.message)
        assert "arrays" in refused.message
        return
    elsewhere(side, case)
    for turn in case.turns:
        if not agree(side):
            return
        rng = np.random.default_rng(turn)
        picks = side.batch.pick(rng.random(COPIES))
        picks = np.where(rng.random(COPIES) < 0.2, rng.integers(-1, side.batch.task.size + 1, size=COPIES), picks)
        note(f"did {[str(side.batch.action(copy, number)) for copy, number in enumerate(picks.tolist())]}")
        if not go_on(side, picks):
            return
    agree(side)


def elsewhere(side: Side, case: Case) -> None:
    """Begin some environments in states that no walk leads to, but that lie within reach by what atoms they hold."""
    for copy, atoms in enumerate(case.elsewhere):
        reasoner = side.reasoner(copy)
        known = set(side.batch.task.atoms[int(side.problems[copy])].values())
        state = side.states[copy]
        values = dict(state.fluents)
        try:
            state = reasoner.state([atom for atom in atoms if atom in known], values)
        except ModelError:
            continue
        side.states[copy] = state
        side.batch.set_state(copy, state)


def agree(side: Side) -> bool:
    """Both say the same; false where that is an error."""
    try:
        side.agree()
    except SimulationError as large:
        assert "too large" in large.message
        return False
    return True


def go_on(side: Side, picks: np.ndarray) -> bool:
    """Both do the same; false where that is an error."""
    try:
        for copy, number in enumerate(picks.tolist()):
            action, reasoner = side.batch.action(copy, number), side.reasoner(copy)
            if action is not None and reasoner.is_valid(side.states[copy], action):
                # With the same generator as it will be done with.
                rng = np.random.default_rng()
                rng.bit_generator.state = side.others[copy].bit_generator.state
                reasoner.successor(side.states[copy], action, rng)
    except InvalidAction:
        raise
    except ModelError as torn:
        assert "contradict" in torn.message
        with pytest.raises(ModelError, match="contradict"):
            side.batch.step(picks, side.uniform)
        return False
    side.step(picks)
    return True


@examples(25)
@given(case=cases(Kinds()))
def test_logic(case: Case) -> None:
    walk(case)


@examples(25)
@given(case=cases(Kinds(chances=True, bound=True)))
def test_chances_and_bound_parameters(case: Case) -> None:
    walk(case)


@examples(25)
@given(case=cases(Kinds(numbers=True, chances=True)))
def test_integers(case: Case) -> None:
    walk(case)


@examples(25)
@given(case=cases(Kinds(numbers=True, fractions=True)))
def test_fractions(case: Case) -> None:
    walk(case)
