"""A rollout of many steps does what as many calls of `step` do, whatever is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import relgym
from relgym.catalogue.domains import spec
from relgym.envs.vector.rddl import RDDLVectorEnv
from relgym.envs.vector.rollout import RETURNS, USUAL, Rollout, invalid_of
from relgym.errors import InvalidAction, RelgymError, SimulationError
from relgym.model.rddl.equations import Part

COPIES, STEPS = 5, 12

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

SEEN = """domain seen {
  types { room : object; };
  pvariables {
    lit(room) : { state-fluent, bool, default = false };
    warm(room) : { state-fluent, real, default = 0.0 };
    glow(room) : { observ-fluent, real };
    press(room) : { action-fluent, bool, default = false };
  };
  cpfs {
    lit'(?r) = lit(?r) ~= (press(?r) ^ Bernoulli(0.8));
    warm'(?r) = if (press(?r)) then warm(?r) + Uniform(0.0, 2.0) else warm(?r);
    glow(?r) = if (lit'(?r)) then Uniform(1.0, 2.0) else warm'(?r);
  };
  reward = sum_{?r : room} [lit'(?r)];
  action-preconditions { forall_{?r : room} [press(?r) => ~lit(?r)]; };
  state-invariants { forall_{?r : room} [warm(?r) <= 4.0]; 1 <= 2; };
  termination { forall_{?r : room} [lit(?r)]; };
}"""

ROOMS = """instance rooms { domain = seen; objects { room : {a, b, c}; };
  max-nondef-actions = 2; horizon = 9; }"""

DOMAINS = ["cart-pole", "elevators", "mars-rover", "mountain-car", "recommender", "sysadmin", "uav-mixed", "wildfire"]


def seen_env(mode: AutoresetMode = AutoresetMode.NEXT_STEP, form: str = "arrays", **options: Any) -> RDDLVectorEnv:
    env = RDDLVectorEnv(SEEN, ROOMS, COPIES, autoreset_mode=mode, form=form, **options)
    env.reset(seed=3)
    return env


def any_actions(count: int) -> dict[str, Any]:
    """Actions of which many are not allowed."""
    return {"press": np.random.default_rng(1).random((count, COPIES, 3)) < 0.4}


def stepped(env: Any, actions: Mapping[str, Any], steps: int) -> Rollout:
    """The same by calls of `step`."""
    found = [env.step({name: array[step] for name, array in actions.items()}) for step in range(steps)]
    observations = {name: np.stack([each[0][name] for each in found]) for name in found[0][0]}
    arrays = [np.stack([each[place] for each in found]) for place in (1, 2, 3)]
    return Rollout(observations, *arrays, np.stack([invalid_of(each[4]) for each in found]))


def assert_same(found: Rollout, expected: Rollout, wanted: frozenset[str] = RETURNS) -> None:
    for name, one in found._asdict().items():
        other = getattr(expected, name)
        if name not in wanted:
            assert one is None
        elif name == "observations":
            assert one.keys() == other.keys()
            for fluent in one:
                assert one[fluent].dtype == other[fluent].dtype
                np.testing.assert_array_equal(one[fluent], other[fluent], err_msg=fluent)
        else:
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other, err_msg=name)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", DOMAINS)
def test_a_rollout_is_so_many_steps(name: str, mode: AutoresetMode) -> None:
    own = spec(name)
    files = own.domain, own.problem("train", 0)
    envs = [RDDLVectorEnv(*files, COPIES, autoreset_mode=mode, max_episode_steps=7, form="arrays") for _ in "ab"]
    for env in envs:
        env.reset(seed=1)
        env.action_space.seed(1)
    sampled = [envs[0].action_space.sample() for _ in range(STEPS)]
    actions = {fluent: np.stack([each[fluent] for each in sampled]) for fluent in sampled[0]}
    expected = stepped(envs[0], actions, STEPS)
    assert (expected.terminated | expected.truncated).any()
    assert_same(envs[1].rollout(actions, returns=RETURNS), expected)
    assert repr(envs[0].step(sampled[0])) == repr(envs[1].step(sampled[0]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ["arrays", "cells"])
@pytest.mark.parametrize("wanted", [RETURNS, frozenset(USUAL), {"rewards"}, {"terminated", "truncated"}, {"invalid"}])
def test_what_is_not_asked_for_changes_nothing(mode: AutoresetMode, form: str, wanted: frozenset[str]) -> None:
    """Actions that are refused show once more what was seen before, computed or not."""
    actions = any_actions(40)
    if form == "cells":
        actions = {f"press___{room}": actions["press"][:, :, place] for place, room in enumerate("abc")}
    one, other = seen_env(mode, form), seen_env(mode, form)
    for begin in (0, 7, 8, 20):
        part = {name: array[begin : begin + 12] for name, array in actions.items()}
        expected = stepped(one, part, 12)
        assert expected.invalid.any()
        assert_same(other.rollout(part, returns=wanted), expected, frozenset(wanted))
        # The last observations of those that are refused now are those of the rollout.
        wrong = {name: np.ones_like(array[0]) for name, array in actions.items()}
        assert repr(one.step(wrong)) == repr(other.step(wrong))


def test_nothing_is_computed_for_what_is_left_out() -> None:
    env = seen_env()
    rewards = env._program.of_part(Part.REWARD)
    asked: list[Any] = []
    values, quick = env._batch.values, env._batch.quick
    env._batch.values = lambda functions, *given: asked.append(functions) or values(functions, *given)  # type: ignore
    env._batch.quick = lambda functions, *given: asked.append(functions) or quick(functions, *given)  # type: ignore
    env.rollout({}, steps=4, returns=["terminated"])
    glow = env._program.functions["glow", False]
    assert [rewards[0] in functions for functions in asked] == [False] * 5
    assert [glow in functions for functions in asked] == [False] * 4 + [True]


FRAIL = """domain frail {
  pvariables {
    x : { state-fluent, real, default = 1.0 }; y : { state-fluent, real, default = 1.0 };
    copy-of-y : { state-fluent, real, default = 0.0 };
    a : { action-fluent, real, default = 1.0 }; b : { action-fluent, real, default = 1.0 };
  };
  cpfs { x' = if (a ~= 0) then x / a else x + 1; y' = y * b; copy-of-y' = y; };
  reward = sqrt[x * x] - y';
  termination { y > 1000; };
}"""

FRAIL_INSTANCE = "instance i { domain = frail; horizon = 9; }"


@pytest.mark.parametrize("mode", MODES)
def test_flags_of_the_processor_tell_of_numbers_that_are_none(mode: AutoresetMode) -> None:
    one, other = (RDDLVectorEnv(FRAIL, FRAIL_INSTANCE, COPIES, form="arrays", autoreset_mode=mode) for _ in "ab")
    for env in (one, other):
        env.reset(seed=1)
    rng = np.random.default_rng(1)
    # Where `a` is 0 the branch that divides by it is not taken.
    actions: dict[str, Any] = {name: rng.integers(0, 5, (STEPS, COPIES)).astype(float) for name in "ab"}
    expected = stepped(one, actions, STEPS)
    assert expected.terminated.any()
    assert expected.truncated.any()
    assert_same(other.rollout(actions, returns=RETURNS), expected)
    functions = other._rolled[True, True]
    assert other._batch.quick(functions, other._now(), [np.ones(COPIES)] * 2, np.zeros((COPIES, 0))) is not None
    assert other._batch._failures == 0


def test_a_number_that_runs_over_is_an_error_of_its_copy() -> None:
    one, other = (
        RDDLVectorEnv(
            FRAIL.replace("termination { y > 1000; };", ""), FRAIL_INSTANCE.replace("9", "20"), COPIES, form="arrays"
        )
        for _ in "ab"
    )
    for env in (one, other):
        env.reset(seed=1)
    actions = {"b": np.ones((STEPS, COPIES))}
    actions["b"][2:, 3] = 1e36
    assert_same(other.rollout({"b": actions["b"][:4]}, returns=RETURNS), stepped(one, {"b": actions["b"][:4]}, 4))
    one.step({"a": np.full(COPIES, 1e-38)})
    other.rollout({"a": np.full((1, COPIES), 1e-38)})
    rest: dict[str, Any] = {"a": np.full((9, COPIES), 1e-38)}
    with pytest.raises(SimulationError) as by_steps:
        stepped(one, rest, 9)
    with pytest.raises(SimulationError) as at_once:
        other.rollout(rest)
    assert str(by_steps.value) == str(at_once.value)
    assert "copy 0" in str(at_once.value)


def test_default_actions() -> None:
    one, other = seen_env(), seen_env()
    assert_same(one.rollout({}, steps=15, returns=RETURNS), stepped(other, {}, 15))


def test_what_is_refused() -> None:
    env = seen_env()
    state = repr(env._state)
    for actions, steps, told in (
        ({"press": np.zeros((4, COPIES))}, None, "shape"),
        ({"press": np.zeros((4, COPIES + 1, 3))}, None, "4 steps of 5 copies"),
        ({"push": np.zeros((4, COPIES, 3))}, None, "there is no fluent 'push'"),
        ({}, None, "for no steps"),
        ({"press": np.zeros((4, COPIES, 3))}, 5, r"for \[4, 5\] steps"),
        ({}, -1, r"for \[-1\] steps"),
        ({"press": np.zeros((0, COPIES, 3))}, None, r"for \[0\] steps"),
        (np.zeros((4, COPIES, 3)), None, "are not actions"),
    ):
        with pytest.raises(InvalidAction, match=told):
            env.rollout(actions, steps=steps)  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="returns no 'reward'"):
        env.rollout({}, steps=2, returns=["reward"])
    assert repr(env._state) == state
    with pytest.raises(gym.error.ResetNeeded):
        RDDLVectorEnv(SEEN, ROOMS, COPIES).rollout({}, steps=2)


def test_refused_actions_raise_where_somebody_asks_for_it() -> None:
    one, other = seen_env(raise_on_invalid=True), seen_env(raise_on_invalid=True)
    actions = any_actions(40)
    done = 0
    with pytest.raises(InvalidAction) as by_steps:
        for step in range(40):
            one.step({"press": actions["press"][step]})
            done += 1
    with pytest.raises(InvalidAction) as at_once:
        other.rollout(actions)
    assert done < 39
    assert str(by_steps.value) == str(at_once.value)
    assert repr(one._state) == repr(other._state)


def test_episodes_that_have_ended_want_a_reset() -> None:
    env = seen_env(AutoresetMode.DISABLED)
    with pytest.raises(gym.error.ResetNeeded, match="have ended: reset them"):
        env.rollout({}, steps=10)
    env = seen_env(AutoresetMode.DISABLED)
    assert env.rollout({}, steps=9).truncated[-1].all()


@pytest.mark.parametrize("mode", MODES)
def test_pddl_has_the_same_verb(mode: AutoresetMode) -> None:
    options: Any = {"vectorization_mode": "vector_entry_point", "autoreset_mode": mode}
    one, other = (gym.make_vec("relgym/Blocks-v0", num_envs=3, **options).unwrapped for _ in "ab")
    for env in (one, other):
        env.reset(seed=1)
    one.action_space.seed(1)
    actions = []
    expected = []
    for _ in range(8):
        actions.append(one.action_space.sample())
        expected.append(one.step(actions[-1]))
    found = other.rollout(np.stack(actions), returns=RETURNS)
    for place, name in enumerate(USUAL):
        np.testing.assert_array_equal(getattr(found, name), np.stack([each[place] for each in expected]))
    assert other.rollout(np.stack(actions)[:2], returns=["rewards"]).observations is None
    with pytest.raises(InvalidAction):
        other.rollout(np.stack(actions), steps=3)
    assert relgym.envs.Rollout is Rollout
