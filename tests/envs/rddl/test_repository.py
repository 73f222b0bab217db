"""Every problem of the package rddlrepository: read, played, and held to Gymnasium's promises."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env

from relgym.envs.rddl.env import ProcessEnv
from relgym.errors import RelgymWarning, SimulationError

FOUND = find_spec("rddlrepository")
ROOT = Path(FOUND.origin or "").parent / "archive" if FOUND else Path("nowhere")
DOMAINS = sorted(ROOT.rglob("domain.rddl"))

pytestmark = pytest.mark.skipif(not DOMAINS, reason="rddlrepository is not installed (pip install 'relgym[test]')")

STEPS = 20

WRONG = {"rddlsim/ComplexSysAdmin": "probabilities are at least 0, not -0.05"}
"""Problems that cannot be played through, and why: what their files say of some states is no distribution."""


def first_instance(domain: Path) -> Path:
    return min(domain.parent.glob("instance*.rddl"))


def name_of(domain: Path) -> str:
    return str(domain.parent.relative_to(ROOT))


def play(env: ProcessEnv) -> None:
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


@pytest.mark.parametrize("domain", DOMAINS, ids=name_of)
def test_a_problem_can_be_played(domain):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Two instances name another domain than their own.
        warnings.simplefilter("ignore", RelgymWarning)
        env = ProcessEnv(domain, first_instance(domain))
        if name_of(domain) in WRONG:
            with pytest.raises(SimulationError, match=WRONG[name_of(domain)]):
                for _ in range(STEPS):
                    play(env)
            return
        play(env)
        check_env(env, skip_render_check=True)


def test_all_of_them_are_there():
    assert len(DOMAINS) >= 110
