"""Differential fuzzing: random RDDL domains, read from their text, and stepped on every engine beside the reference.

Whoever agrees with the reference agrees with all others: on every value and its kind, on which condition is the first
that does not hold, and on what cannot be computed. What was found once stands in `tests/rddl`, with the other values.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest
from fuzz.rddl_strategies import Play, actions, plays, uniforms
from fuzz.test_fuzz import examples
from hypothesis import given, note

from relgym.backends import registry
from relgym.errors import SimulationError, UnsupportedFeature
from relgym.read.rddl import read_instance, read_process
from relgym.simulator import Action, Simulator, State, Step
from relgym.write.rddl import instance_text, process_text

REFERENCE = "sld"
OTHERS = [name for name in registry.names() if name != REFERENCE]


class Refused:
    """What stands for the values that cannot be computed."""

    def __repr__(self) -> str:
        return "refused"


REFUSED = Refused()


def read(play: Play) -> Play:
    """The play as it is after a journey through RDDL, which changes nothing."""
    text, instance = process_text(play.process), instance_text(play.instance, play.process)
    note(text)
    note(instance)
    again = read_process(text)
    assert again == play.process
    assert process_text(again) == text
    found = read_instance(instance, again)
    assert found == play.instance
    assert instance_text(found, again) == instance
    return Play(again, found, play.seeds, play.extreme)


def walk(play: Play, simulator: Simulator, reference: Simulator) -> Counter[str]:
    """Three steps of both; gives how often there was what."""
    seen: Counter[str] = Counter()
    state = reference.start
    assert simulator.start == state
    items = reference.program.types
    for seed in play.seeds:
        rng = Random(seed)
        action, numbers = actions(play, items, rng), uniforms(reference.uniforms, rng)
        note(f"{state=} {action=} {numbers=}")
        expected = stepped(reference, state, action, numbers)
        found = stepped(simulator, state, action, numbers)
        note(f"{expected=} {found=}")
        assert_alike(found, expected)
        for question in ("refused", "broken", "ended"):
            given = (state, action) if question == "refused" else (state,)
            answers = [asked(getattr(each, question), *given) for each in (simulator, reference)]
            assert answers[0] == answers[1], question
            seen[f"{question} {'nothing' if answers[0] == 'None' else 'something'}"] += 1
        seen["step" if isinstance(expected, Step) else "no step"] += 1
        if isinstance(expected, Step):
            state = expected.state
    return seen


def stepped(simulator: Simulator, state: State, action: Action, numbers: list[float]) -> Step | Refused:
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
    if isinstance(expected, Step) and isinstance(found, Step):
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


def compare(play: Play, backend: str) -> Counter[str]:
    play = read(play)
    try:
        simulator = Simulator(play.process, play.instance, backend)
    except UnsupportedFeature:
        return Counter({"unsupported": 1})
    try:
        return walk(play, simulator, Simulator(play.process, play.instance, REFERENCE))
    finally:
        simulator.close()


@pytest.mark.parametrize("backend", OTHERS, indirect=True)
def test_whole_numbers_on_every_engine(backend):
    seen: Counter[str] = Counter()

    @examples(100)
    @given(plays(reals=False))
    def run(play: Play) -> None:
        seen.update(compare(play, backend))

    run()
    assert enough(seen), seen


@pytest.mark.parametrize("backend", OTHERS, indirect=True)
def test_reals_on_every_engine(backend):
    seen: Counter[str] = Counter()

    @examples(100)
    @given(plays(reals=True))
    def run(play: Play) -> None:
        seen.update(compare(play, backend))

    run()
    assert seen["unsupported"] or enough(seen), seen


@pytest.mark.parametrize("reals", [False, True], ids=["whole", "real"])
@pytest.mark.parametrize("backend", OTHERS, indirect=True)
def test_numbers_at_the_edges_on_every_engine(backend, reals):
    seen: Counter[str] = Counter()

    @examples(30)
    @given(plays(reals, extreme=True))
    def run(play: Play) -> None:
        seen.update(compare(play, backend))

    run()
    assert seen["unsupported"] or seen["step"] > seen["no step"], seen


def enough(seen: Counter[str]) -> bool:
    """Whether most steps could be computed, and some could not: else nothing much was compared."""
    return seen["step"] > 3 * seen["no step"] > 0 and seen["refused something"] > 0
