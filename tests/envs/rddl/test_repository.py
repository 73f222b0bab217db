"""Problems of every domain of the package rddlrepository: read, played, and held to Gymnasium's promises."""

from __future__ import annotations

import warnings

import pytest
from gymnasium.utils.env_checker import check_env
from rddlrepository_files import PLAYED, WRONG, instances, name_of, needs_repository
from thorough import THOROUGH

from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymWarning, SimulationError

pytestmark = needs_repository

STEPS = 20 if THOROUGH else 8


def play(env: RDDLEnv) -> None:
    """Random actions, each of which the environment accepts."""
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    env.action_space.seed(1)
    for _ in range(STEPS):
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        observation, _, terminated, truncated, info = env.step(action)
        assert not info["invalid_action"], info["invalid_reason"]
        assert env.observation_space.contains(observation)
        if terminated or truncated:
            env.reset()


@pytest.mark.parametrize("domain", PLAYED, ids=name_of)
def test_a_problem_can_be_played(domain):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Two instances name another domain than their own.
        warnings.simplefilter("ignore", RelgymWarning)
        env = RDDLEnv(domain, instances(domain)[0])
        if name_of(domain) in WRONG:
            with pytest.raises(SimulationError, match=WRONG[name_of(domain)]):
                for _ in range(STEPS):
                    play(env)
            return
        play(env)
        check_env(env, skip_render_check=True)
