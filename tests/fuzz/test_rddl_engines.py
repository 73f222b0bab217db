"""Differential fuzzing: random RDDL domains, read from their text, and stepped on every engine beside the reference.

Whoever agrees with the reference agrees with all others: on every value and its kind, on which condition is the first
that does not hold, and on what cannot be computed. Each example is made, read and stepped by the reference once, and
then stepped on one engine after the other. What was found once stands in `tests/backends/test_rddl_values.py`.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from fuzz.rddl_strategies import Play, actions, plays, uniforms
from fuzz.test_fuzz import examples
from hypothesis import given, note
from hypothesis.strategies import SearchStrategy

from relgym.errors import SimulationError, UnsupportedFeature
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State, StepResult
from relgym.write.rddl import domain_text, instance_text

REFERENCE = "sld"


@pytest.fixture
def others(engines: list[str]) -> list[str]:
    """All engines but the reference."""
    return [name for name in engines if name != REFERENCE]


class Refused:
    """What stands for the values that cannot be computed."""

    def __repr__(self) -> str:
        return "refused"


REFUSED = Refused()


def read(play: Play) -> Play:
    """The play as it is after a journey through RDDL, which changes nothing."""
    text, instance = domain_text(play.domain), instance_text(play.instance)
    note(text)
    note(instance)
    again = read_domain(text)
    assert again == play.domain
    assert domain_text(again) == text
    found = read_instance(instance, again)
    assert found == play.instance
    assert instance_text(found) == instance
    return Play(again, found, play.seeds, play.extreme)


QUESTIONS = ("refused", "broken", "ended")


@dataclass(frozen=True)
class Turn:
    """A step of the reference: what it was given, what came out, and what it said of the state before."""

    state: State
    action: Action
    numbers: list[float]
    expected: StepResult | Refused
    answers: dict[str, str]


def turns(play: Play) -> list[Turn]:
    """Three steps of the reference."""
    reference = Dynamics(play.instance, REFERENCE)
    state = reference.start
    found = []
    for seed in play.seeds:
        rng = Random(seed)
        action, numbers = actions(play, reference.program.types, rng), uniforms(reference.uniforms, rng)
        expected = stepped(reference, state, action, numbers)
        note(f"{state=} {action=} {numbers=} {expected=}")
        found.append(Turn(state, action, numbers, expected, said(reference, state, action)))
        if isinstance(expected, StepResult):
            state = expected.state
    reference.close()
    return found


def said(simulator: Dynamics, state: State, action: Action) -> dict[str, str]:
    """What is said of a state, and of an action in it."""
    given = {"refused": (state, action)}
    return {question: asked(getattr(simulator, question), *given.get(question, (state,))) for question in QUESTIONS}


def walk(simulator: Dynamics, walked: list[Turn]) -> Counter[str]:
    """The steps of the reference on another engine; gives how often there was what."""
    seen: Counter[str] = Counter()
    assert simulator.start == walked[0].state
    for turn in walked:
        found = stepped(simulator, turn.state, turn.action, turn.numbers)
        note(f"{found=}")
        assert_alike(found, turn.expected)
        assert said(simulator, turn.state, turn.action) == turn.answers
        for question, answer in turn.answers.items():
            seen[f"{question} {'nothing' if answer == 'None' else 'something'}"] += 1
        seen["step" if isinstance(turn.expected, StepResult) else "no step"] += 1
    return seen


def stepped(simulator: Dynamics, state: State, action: Action, numbers: list[float]) -> StepResult | Refused:
    try:
        return simulator.step(state, action, numbers)
    except SimulationError:
        return REFUSED


def asked(question, *given) -> str:
    try:
        return str(question(*given))
    except SimulationError:
        return str(REFUSED)


def assert_alike(found: object, expected: object) -> None:
    """The same values, of the same kinds; reals to within what rounding differs by."""
    if isinstance(expected, StepResult) and isinstance(found, StepResult):
        assert_alike(list(found.state), list(expected.state))
        assert_alike(list(found.computed), list(expected.computed))
        assert_alike(found.reward, expected.reward)
        return
    assert type(found) is type(expected), f"{found} for {expected}"
    match expected:
        case list():
            assert len(found) == len(expected)
            for one, other in zip(found, expected, strict=True):
                assert_alike(one, other)
        case float():
            assert math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9), f"{found} for {expected}"
        case _:
            assert found == expected, f"{found} for {expected}"


Seen = dict[str, Counter[str]]
"""By engine, how often there was what."""


def compare(play: Play, others: list[str], seen: Seen) -> None:
    play = read(play)
    walked = turns(play)
    for backend in others:
        note(f"on {backend}")
        try:
            simulator = Dynamics(play.instance, backend)
        except UnsupportedFeature:
            seen[backend]["unsupported"] += 1
            continue
        try:
            seen[backend].update(walk(simulator, walked))
        finally:
            simulator.close()


def compared(others: list[str], number: int, given_plays: SearchStrategy[Play]) -> Seen:
    """Compare the engines on so many random plays."""
    seen: Seen = {backend: Counter() for backend in others}

    @examples(number)
    @given(given_plays)
    def run(play: Play) -> None:
        compare(play, others, seen)

    run()
    return seen


def test_whole_numbers_on_every_engine(others):
    for backend, seen in compared(others, 50, plays(reals=False)).items():
        assert enough(seen), (backend, seen)


def test_reals_on_every_engine(others):
    for backend, seen in compared(others, 50, plays(reals=True)).items():
        assert seen["unsupported"] or enough(seen), (backend, seen)


@pytest.mark.parametrize("reals", [False, True], ids=["whole", "real"])
def test_numbers_at_the_edges_on_every_engine(others, reals):
    for backend, seen in compared(others, 12, plays(reals, extreme=True)).items():
        assert seen["unsupported"] or seen["step"] > seen["no step"], (backend, seen)


def enough(seen: Counter[str]) -> bool:
    """Whether most steps could be computed, and some could not: else nothing much was compared."""
    return seen["step"] > 3 * seen["no step"] > 0 and seen["refused something"] > 0
