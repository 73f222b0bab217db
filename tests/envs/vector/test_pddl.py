"""Many copies of a PDDL environment at once do what single ones do, for the same seeds."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.vector.test_rddl import agree
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from relgym.catalogue.domains import EnvSpec, catalogue, spec
from relgym.envs import DiscreteActions, FlatObservation
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.vector.pddl import CataloguePDDLVectorEnv, PDDLVectorEnv
from relgym.errors import InvalidAction, RelgymError

COPIES = 4
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def both(found: EnvSpec, mode: AutoresetMode, limit: int = 6, **options: Any) -> tuple[SyncVectorEnv, PDDLVectorEnv]:
    """Copies one by one, and all at once."""
    problems = found.problems("train")[:4]
    own: dict[str, Any] = {"axioms": found.axiom_files(), "free": found.free, "reward": found.reward, **options}

    def single() -> gym.Env[Any, Any]:
        env: gym.Env[Any, Any] = PDDLEnv(found.domain, problems, **own)
        return FlatObservation(DiscreteActions(gym.wrappers.TimeLimit(env, limit)))

    envs = PDDLVectorEnv(found.domain, problems, COPIES, autoreset_mode=mode, max_episode_steps=limit, **own)
    return SyncVectorEnv([single] * COPIES, autoreset_mode=mode), envs


def flat(observation: Any) -> Any:
    """The part of an observation that `FlatObservation` gives, too."""
    return observation["facts"] if isinstance(observation, dict) else observation


def same(first: tuple[Any, ...], second: tuple[Any, ...]) -> None:
    """Two results of a reset or of a step are equal."""
    agree(flat(first[0]), flat(second[0]))
    for one, other in zip(first[1:-1], second[1:-1], strict=True):
        agree(one, other)
    agree(comparable(first[-1]), comparable(second[-1]))


def comparable(infos: dict[str, Any]) -> dict[str, Any]:
    """Infos whose last observations are compared as a whole."""
    if "final_obs" not in infos:
        return infos
    seen = [None if last is None else Seen(flat(last)) for last in infos["final_obs"]]
    return {**infos, "final_obs": np.array(seen, object)}


class Seen:
    """An observation that can be compared as a whole."""

    def __init__(self, bits: Any) -> None:
        self._bits = bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self._bits.dtype == other._bits.dtype and (self._bits == other._bits).all()

    __hash__ = None  # type: ignore[assignment]


def play_alike(single: SyncVectorEnv, envs: PDDLVectorEnv, steps: int, seed: int = 3) -> int:
    """Play both by valid actions, and now and then by any; how many episodes ended."""
    rng = np.random.default_rng(seed)
    envs.action_space.seed(seed)
    same(single.reset(seed=seed), envs.reset(seed=seed))
    assert single.action_space == gym.spaces.MultiDiscrete(envs.action_space.nvec)
    ended = 0
    for _ in range(steps):
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        some = rng.random(COPIES) < 0.1
        actions = np.where(some, rng.integers(envs.single_action_space.n, size=COPIES), actions)
        first, second = single.step(actions), envs.step(actions)
        same(first, second)
        assert second[0] in envs.observation_space
        ended += int((first[2] | first[3]).sum())
    return ended


@pytest.mark.parametrize("found", catalogue("pddl"), ids=lambda found: found.name)
def test_copies_do_what_single_environments_do(found: EnvSpec) -> None:
    single, envs = both(found, AutoresetMode.NEXT_STEP)
    assert play_alike(single, envs, 15) > 0


@pytest.mark.parametrize("name", ["blocks", "tireworld", "exploding-blocks", "fuel-transport", "sokoban"])
def test_new_episodes_in_the_same_step(name: str) -> None:
    single, envs = both(spec(name), AutoresetMode.SAME_STEP)
    assert play_alike(single, envs, 15) > 0


def blocks(**options: Any) -> Any:
    return gym.make_vec("relgym/Blocks-v0", num_envs=3, vectorization_mode="vector_entry_point", **options)


def test_disabled_new_episodes() -> None:
    envs = blocks(autoreset_mode=AutoresetMode.DISABLED, max_episode_steps=2)
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        envs.step(np.zeros(3, int))
    envs.reset(seed=0)
    envs.step(envs.action_space.sample())
    assert envs.step(envs.action_space.sample())[3].all()
    with pytest.raises(gym.error.ResetNeeded, match=r"copies \[0, 1, 2\] have ended"):
        envs.step(envs.action_space.sample())
    envs.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(gym.error.ResetNeeded, match=r"copies \[1\] have ended"):
        envs.step(envs.action_space.sample())
    _, infos = envs.reset(options={"reset_mask": np.array([False, True, False]), "problem": "p03"})
    assert infos["problem"][1] == 2
    assert infos["_problem"].tolist() == [False, True, False]
    envs.step(envs.action_space.sample())


def test_one_problem_for_all() -> None:
    envs = blocks(problem="p02")
    _, infos = envs.reset(seed=1, options={"problem": 0})
    assert {name.rsplit("/", 1)[-1] for name in infos["problem_file"]} == {"p02.pddl"}
    with pytest.raises(RelgymError, match="no problem 5"):
        envs.reset(options={"problem": 5})


@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int), ["a", "b", "c"]])
def test_actions_of_a_wrong_shape_or_type(actions: Any) -> None:
    envs = blocks()
    envs.reset(seed=0)
    with pytest.raises(InvalidAction, match="an array of the shape"):
        envs.step(actions)


def test_invalid_actions() -> None:
    envs = blocks()
    observation, infos = envs.reset(seed=0)
    invalid = (1 - infos["action_mask"]).argmax(axis=1)
    valid = infos["action_mask"].argmax(axis=1)
    after, *_, infos = envs.step(np.where([True, False, True], invalid, valid))
    assert infos["invalid_action"].tolist() == [True, False, True]
    assert infos["invalid_reason"][0].endswith("is not applicable: its precondition does not hold")
    assert infos["invalid_reason"][1] is None
    assert (after == observation).all(axis=1).tolist() == [True, False, True]
    strict = blocks(raise_on_invalid=True)
    before, infos = strict.reset(seed=0)
    with pytest.raises(InvalidAction, match=r"in copy 1, .* is not applicable"):
        strict.step(np.where([False, True, False], invalid, infos["action_mask"].argmax(axis=1)))
    assert (strict.step(valid)[0] != before).any(axis=1).all()


def test_draws_together_are_others_and_repeat() -> None:
    def play(draws: str) -> list[list[int]]:
        envs = gym.make_vec("relgym/Tireworld-v0", 6, "vector_entry_point", draws=draws)
        envs.reset(seed=5)
        envs.action_space.seed(2)
        return [envs.step(envs.action_space.sample())[0].sum(axis=1).tolist() for _ in range(12)]

    assert play("together") == play("together")
    assert play("each") == play("each") != play("together")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "gold"}, "there is no reward 'gold'"),
        ({"draws": "none"}, "there is no way to draw 'none'"),
        ({"render_mode": "ansi"}, "are not drawn"),
        ({"generator": {}}, "cannot play the problems of a generator"),
        ({"backend": "swipl"}, "do not ask the engine 'swipl'"),
        ({"num_envs": 0}, "there cannot be 0 environments"),
        ({"num_envs": 10**9}, "take about"),
        ({"reward": "metric"}, "has no :metric"),
    ],
)
def test_refused_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        CataloguePDDLVectorEnv("blocks", **options)


def test_seeds_of_each() -> None:
    envs = blocks()
    first, _ = envs.reset(seed=[7, 8, 9])
    second, _ = envs.reset(seed=7)
    assert (first == second).all()
    assert envs.np_random_seed == (7, 8, 9)
    with pytest.raises(ValueError, match="2 seeds for 3 copies"):
        envs.reset(seed=[1, 2])
