"""Many copies of an RDDL environment at once do what single ones do, for the same seeds."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from relgym.catalogue.domains import spec
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.vector.rddl import RDDLVectorEnv
from relgym.errors import InvalidAction, RelgymError, SimulationError

COPIES = 4

DOMAINS = [
    "cart-pole",
    "cart-pole-continuous",
    "elevators",
    "game-of-life",
    "mars-rover",
    "mountain-car",
    "racing-car",
    "recommender",
    "supply-chain",
    "sysadmin",
    "traffic",
    "uav-mixed",
    "unit-commitment",
    "unit-commitment-continuous",
    "wildfire",
]

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

LAMP = """domain lamp {
  types { room : object; };
  pvariables {
    lit(room) : { state-fluent, bool, default = false };
    warm(room) : { state-fluent, real, default = 0.0 };
    press(room) : { action-fluent, bool, default = false };
  };
  cpfs {
    lit'(?r) = lit(?r) ~= press(?r);
    warm'(?r) = if (press(?r)) then warm(?r) + Exponential(2.0) else warm(?r);
  };
  reward = sum_{?r : room} [lit(?r)];
  action-preconditions { forall_{?r : room} [press(?r) => ~lit(?r)]; };
  state-invariants { forall_{?r : room} [warm(?r) <= 4.0]; };
  termination { forall_{?r : room} [lit(?r)]; };
}"""

ROOMS = """instance rooms { domain = lamp; objects { room : {a, b, c}; };
  max-nondef-actions = 2; horizon = 6; }"""


def agree(one: Any, other: Any, where: str = "") -> None:
    """Both are the same, reals to the last digits."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for name, part in one.items():
            agree(part, other[name], f"{where} {name}")
        return
    one, other = np.asarray(one), np.asarray(other)
    assert (one.shape, one.dtype) == (other.shape, other.dtype), where
    if one.dtype == object:
        for left, right in zip(one.tolist(), other.tolist(), strict=True):
            if isinstance(left, dict):
                agree(left, right, where)
            else:
                assert left == right, where
    elif one.dtype.kind == "f":
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12, err_msg=where)
    else:
        assert (one == other).all(), where


def both(make: Any, mode: AutoresetMode, copies: int = COPIES, **options: Any) -> tuple[SyncVectorEnv, Any]:
    """Copies one by one, and all at once."""
    single = SyncVectorEnv([lambda: RDDLEnv(*make, **options)] * copies, autoreset_mode=mode)
    return single, RDDLVectorEnv(*make, copies, autoreset_mode=mode, **options)


def play_alike(single: SyncVectorEnv, envs: RDDLVectorEnv, steps: int, actions: Any) -> int:
    """Play both; how many episodes ended."""
    assert single.observation_space == envs.observation_space
    first, second = single.reset(seed=7), envs.reset(seed=7)
    agree(first[0], second[0])
    agree(first[1], second[1])
    ended = 0
    for _ in range(steps):
        action = actions()
        first, second = single.step(action), envs.step(action)
        for n in range(5):
            agree(first[n], second[n], f"part {n}")
        ended += int((first[2] | first[3]).sum())
    return ended


@pytest.mark.parametrize("form", ["cells", "arrays"])
@pytest.mark.parametrize("name", DOMAINS)
def test_copies_do_what_single_environments_do(name: str, form: str) -> None:
    """The single ones accept what is drawn for all: then no two of them stand where others stand."""
    found = spec(name)
    single, envs = both((found.domain, found.problem("train", 0)), AutoresetMode.NEXT_STEP, form=form)
    envs.action_space.seed(1)

    def actions() -> Any:
        action = envs.action_space.sample()
        assert envs.action_space.contains(action)
        return action

    play_alike(single, envs, 20, actions)
    assert not envs.step(actions())[4]["invalid_action"].any()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_ends_cuts_and_actions_that_are_not_allowed(mode: AutoresetMode, form: str) -> None:
    single, envs = both((LAMP, ROOMS), mode, form=form)
    rng = np.random.default_rng(3)

    def actions() -> dict[str, Any]:
        pressed = (rng.random((COPIES, 3)) < 0.3).astype(np.int8)
        if form == "arrays":
            return {"press": pressed}
        return {f"press___{room}": pressed[:, n].astype(int) for n, room in enumerate("abc")}

    assert play_alike(single, envs, 60, actions) >= 20


def test_what_an_action_leaves_out_has_its_default() -> None:
    envs = RDDLVectorEnv(LAMP, ROOMS, 2)
    envs.reset(seed=0)
    observation, *_ = envs.step({"press___b": [1, 0]})
    assert [observation[f"lit___{room}"].tolist() for room in "abc"] == [[0, 0], [1, 0], [0, 0]]
    observation, *_ = envs.step({})
    assert observation["lit___b"].tolist() == [1, 0]


def test_an_action_that_is_not_allowed_changes_nothing_in_its_copy() -> None:
    envs = RDDLVectorEnv(LAMP, ROOMS, 3)
    envs.reset(seed=0)
    envs.step({"press___a": [1, 1, 0]})
    before, *_ = envs.step({})
    observation, rewards, _, _, infos = envs.step({"press___a": [1, 0, 2]})
    assert {name: array.tolist() for name, array in observation.items()} == {
        name: array.tolist() for name, array in before.items()
    }
    assert rewards.tolist() == [0, 1, 0]
    assert infos["invalid_action"].tolist() == [True, False, True]
    assert "breaks" in infos["invalid_reason"][0]
    assert infos["invalid_reason"][2].startswith("2 is no value of 'press___a'")
    strict = RDDLVectorEnv(LAMP, ROOMS, 2, raise_on_invalid=True)
    strict.reset(seed=0)
    with pytest.raises(InvalidAction, match="at most 2"):
        strict.step({f"press___{room}": [0, 1] for room in "abc"})


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"press___d": [0, 0]}, "there is no action 'press___d'"),
        ({"press___a": [0, 0, 0]}, r"array of the shape \(3,\)"),
        ({"press___a": ["x", "y"]}, r"no array of numbers\nexpected: numbers of the shape \(2,\)"),
    ],
)
def test_what_is_no_action_of_all_copies(action: Any, said: str) -> None:
    envs = RDDLVectorEnv(LAMP, ROOMS, 2)
    envs.reset(seed=0)
    with pytest.raises(InvalidAction, match=said):
        envs.step(action)


def test_sampled_actions_are_accepted_by_every_copy() -> None:
    """In most copies two lamps are lit soon, so that almost no action drawn blindly is allowed."""
    envs = RDDLVectorEnv(LAMP, ROOMS, 8, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=0)
    envs.action_space.seed(0)
    pressed = 0
    for _ in range(30):
        action = envs.action_space.sample()
        *_, infos = envs.step(action)
        assert not infos["invalid_action"].any()
        pressed += sum(array.sum() for array in action.values())
    assert pressed > 30


def test_one_copy_fails_and_says_which() -> None:
    domain = """domain d { pvariables { x : { state-fluent, real, default = 1.0 };
      by : { action-fluent, real, default = 1.0 }; };
      cpfs { x' = if (by > 5.0) then x else x / by; }; }"""
    envs = RDDLVectorEnv(domain, "instance i { domain = d; horizon = 9; }", 3)
    envs.reset(seed=0)
    envs.step({"by": [2.0, 1.0, 1.0]})
    with pytest.raises(SimulationError, match="in step 2 of copy 1, x cannot be computed"):
        envs.step({"by": [2.0, 0.0, 6.0]})
    observation, *_ = envs.step({"by": [2.0, 2.0, 6.0]})
    assert observation["x"].tolist() == [0.25, 0.5, 1.0]


def test_seeds_for_each_copy_and_a_mask() -> None:
    domain = """domain d { pvariables { x : { state-fluent, real, default = 0.0 }; };
      cpfs { x' = Uniform(0.0, 1.0); }; }"""
    envs = RDDLVectorEnv(domain, "instance i { domain = d; horizon = 9; }", 3, autoreset_mode="Disabled")
    envs.reset(seed=[5, 5, 6])
    drawn = envs.step({})[0]["x"].tolist()
    assert drawn[0] == drawn[1] == np.random.default_rng(5).random() != drawn[2]
    mask = np.array([False, True, False])
    envs.reset(seed=[None, 6, None], options={"reset_mask": mask})
    assert envs.step({})[0]["x"][1] == drawn[2]
    assert envs.np_random_seed == (5, 6, 6)


def test_seen_is_what_is_observed() -> None:
    domain = """domain d { pvariables { x : { state-fluent, int, default = 3 }; o : { observ-fluent, int };
      by : { action-fluent, int, default = 1 }; };
      cpfs { x' = x + by; o = x' * 2; };
      action-preconditions { by >= 0; by <= 5; }; }"""
    single, envs = both((domain, "instance i { domain = d; horizon = 3; }"), AutoresetMode.NEXT_STEP)
    assert play_alike(single, envs, 8, lambda: {"by": np.arange(COPIES)}) == 2 * COPIES


def test_gymnasium_makes_them() -> None:
    envs = gym.make_vec("relgym/CartPole-v0", num_envs=5, vectorization_mode="vector_entry_point")
    assert isinstance(envs.unwrapped, RDDLVectorEnv)
    observation, _ = envs.reset(seed=0)
    assert observation in envs.observation_space
    *_, infos = envs.step(envs.action_space.sample())
    assert infos["problem_file"][4].endswith("p01.rddl")
    envs.close()


def test_more_elements_than_fit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies take turns where their arrays would be too large together."""
    monkeypatch.setattr("relgym.envs.vector.rddl_batch.GROUP_ELEMENTS_LIMIT", 3)
    single, envs = both((LAMP, ROOMS), AutoresetMode.NEXT_STEP)
    envs.action_space.seed(1)
    play_alike(single, envs, 10, lambda: envs.action_space.sample())


@pytest.mark.parametrize(
    ("copies", "options", "message"),
    [
        (2, {"render_mode": "ansi"}, "are not drawn"),
        (2, {"backend": "swipl"}, "do not ask the engine 'swipl'"),
        (0, {}, "there cannot be 0 environments"),
        (-3, {}, "there cannot be -3 environments"),
        (2.5, {}, "there cannot be 2.5 environments"),
        ("four", {}, "there cannot be 'four' environments"),
        (10**12, {}, r"take about [\d.]+ GiB"),
    ],
)
def test_refused_options(copies: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        gym.make_vec("relgym/CartPole-v0", copies, "vector_entry_point", **options)


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_whole_numbers_beyond_64_bits_are_no_actions(form: str) -> None:
    domain = """domain sum {
      pvariables { n : { state-fluent, int, default = 0 }; add : { action-fluent, int, default = 0 }; };
      cpfs { n' = n + add; }; reward = n'; }"""
    envs = RDDLVectorEnv(domain, "instance i { domain = sum; horizon = 9; }", 2, form=form)
    envs.reset(seed=0)
    *_, infos = envs.step({"add": [2**64, 3]})
    assert infos["invalid_action"].tolist() == [True, False]
    assert envs.rollout({"add": [[2**64, 3]]}).rewards.tolist() == [[0.0, 6.0]]
    with pytest.raises(InvalidAction, match="'add' is given as no array of numbers"):
        envs.step({"add": [10**400, 3]})
