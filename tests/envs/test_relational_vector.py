"""Many copies of a PDDL environment at once do what single ones do, for the same seeds."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.test_process_vector import agree
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from relgym.catalogue import EnvSpec, catalogue, spec
from relgym.envs import DiscreteActions, FlatObservation
from relgym.envs.env import RelationalEnv
from relgym.envs.relational_vector import RelationalVectorEnv

COPIES = 4
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def both(
    found: EnvSpec, mode: AutoresetMode, limit: int = 6, **options: Any
) -> tuple[SyncVectorEnv, RelationalVectorEnv]:
    """Copies one by one, and all at once."""
    problems = found.problems("train")[:4]
    own: dict[str, Any] = {"axioms": found.axiom_files(), "free": found.free, "reward": found.reward, **options}

    def single() -> gym.Env[Any, Any]:
        env: gym.Env[Any, Any] = RelationalEnv(found.domain, problems, **own)
        return FlatObservation(DiscreteActions(gym.wrappers.TimeLimit(env, limit)))

    envs = RelationalVectorEnv(found.domain, problems, COPIES, autoreset_mode=mode, max_episode_steps=limit, **own)
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


def play_alike(single: SyncVectorEnv, envs: RelationalVectorEnv, steps: int, seed: int = 3) -> int:
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
