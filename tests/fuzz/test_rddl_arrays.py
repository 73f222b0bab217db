"""Random RDDL domains stepped as arrays: copies beside single environments, and one by arrays beside the reference.

What was found once stands in `tests/translate/arrays/test_equations.py`, with the other expressions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from fuzz.rddl_strategies import Play, plays
from fuzz.test_fuzz import examples
from hypothesis import given, note

from relgym.envs import RDDLEnv, RDDLVectorEnv
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.errors import SimulationError
from relgym.write.rddl import domain_text, instance_text

COPIES = 3

Stepped = tuple[Mapping[str, Any], Any, Any, Any, Any]
"""What is observed, the reward, the two ends, and whether the action was refused."""


def texts(play: Play) -> tuple[str, str]:
    """A play without conditions, which seldom let three steps be taken."""
    bare = replace(play.domain, preconditions=(), constraints=(), invariants=())
    found = domain_text(bare), instance_text(replace(play.instance, domain=bare))
    for text in found:
        note(text)
    return found


def stepped(env: RDDLEnv | RDDLVectorEnv, action: Mapping[str, Any]) -> Stepped | None:
    """A step; none where something that is needed has no value."""
    try:
        observation, reward, terminated, truncated, info = env.step(action)
    except SimulationError as error:
        note(str(error))
        return None
    return observation, reward, terminated, truncated, info["invalid_action"]


def began(env: RDDLEnv | RDDLVectorEnv, seed: int) -> bool:
    """Begin an episode; tells whether it is known that it has not ended at once."""
    try:
        env.reset(seed=seed)
    except SimulationError as error:
        note(str(error))
        return False
    return True


def copy_of(found: Stepped, copy: int) -> Stepped:
    observations, *others = found
    return ({name: rows[copy] for name, rows in observations.items()}, *(rows[copy] for rows in others))


def assert_alike(found: Stepped, expected: Stepped) -> None:
    assert found[0].keys() == expected[0].keys()
    for name, value in expected[0].items():
        np.testing.assert_allclose(found[0][name], value, rtol=1e-9, atol=1e-9, err_msg=name)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-9, atol=1e-9)
    assert [*map(bool, found[2:])] == [*map(bool, expected[2:])]


def copies_beside_single_ones(play: Play, seen: Counter[str]) -> None:
    files = texts(play)
    try:
        envs = RDDLVectorEnv(*files, num_envs=COPIES)
    except SimulationError:
        # A number is too large to be observed from the start, by a single environment, too.
        assert play.extreme
        with pytest.raises(SimulationError):
            RDDLEnv(*files).reset()
        return
    single = [RDDLEnv(*files) for _ in range(COPIES)]
    begun = began(envs, play.seeds[0])
    for copy, env in enumerate(single):
        assert began(env, play.seeds[0] + copy) is begun
    if not begun:
        return
    envs.action_space.seed(play.seeds[1])
    for _ in play.seeds:
        actions = envs.action_space.sample()
        expected = [stepped(env, {n: rows[copy] for n, rows in actions.items()}) for copy, env in enumerate(single)]
        found = stepped(envs, actions)
        seen["step" if found else "no step"] += 1
        if None in expected:
            # What nothing rests on that is seen is not computed as arrays, and so does not fail.
            return
        assert found is not None
        for copy, one in enumerate(expected):
            assert one is not None
            assert_alike(copy_of(found, copy), one)
        if np.any(found[2]) or np.any(found[3]):
            return


def arrays_beside_the_reference(play: Play, seen: Counter[str]) -> None:
    files = texts(play)
    with patch.object(rddl_env.stepping, "stepper_of", ArrayStepper):
        env, reference = RDDLEnv(*files), RDDLEnv(*files, backend="sld")
        assert isinstance(env._stepper, ArrayStepper)
        if not began(reference, play.seeds[0]):
            assert not began(env, play.seeds[0])
            return
        env.reset(seed=play.seeds[0])
        reference.action_space.seed(play.seeds[1])
        for _ in play.seeds:
            action = reference.action_space.sample()
            found, expected = stepped(env, action), stepped(reference, action)
            seen["step" if found else "no step"] += 1
            if expected is None:
                return
            assert found is not None
            assert_alike(found, expected)
            if found[2] or found[3]:
                return


def edges_beside_the_reference(play: Play, seen: Counter[str]) -> None:
    """The same for numbers at the edges, of which some are too large to be observed from the start."""
    try:
        arrays_beside_the_reference(play, seen)
    except SimulationError:
        assert play.extreme


@pytest.mark.parametrize("reals", [False, True], ids=["whole", "real"])
@pytest.mark.parametrize("compare", [copies_beside_single_ones, arrays_beside_the_reference])
def test_arrays(reals: bool, compare: Any) -> None:
    seen: Counter[str] = Counter()

    @examples(15)
    @given(plays(reals))
    def run(play: Play) -> None:
        compare(play, seen)

    run()
    assert seen["step"] > 3 * seen["no step"], seen


@pytest.mark.parametrize("compare", [copies_beside_single_ones, edges_beside_the_reference])
def test_whole_numbers_at_the_edges(compare: Any) -> None:
    seen: Counter[str] = Counter()

    @examples(15)
    @given(plays(reals=False, extreme=True))
    def run(play: Play) -> None:
        compare(play, seen)

    run()
    assert seen["step"] > 0, seen
