"""Tests of the domain: its files are sound, its environments keep the interface, and episodes can be played."""

from pathlib import Path

import pytest

import relgym
from relgym.catalogue import read_spec
from relgym.envs.check import api_test

FOLDER = Path(__file__).parent
SPEC = read_spec(FOLDER)
INSTANCES = [*SPEC.problems("train"), *SPEC.problems("test")]


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda path: path.stem)
def test_files_are_sound(instance: Path) -> None:
    findings = relgym.diagnose(SPEC.domain, instance)
    assert not [str(each) for each in findings if each.severity is not relgym.Severity.INFO]


def test_environments_keep_the_interface() -> None:
    api_test(relgym.make(FOLDER))


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda path: path.stem)
def test_episodes_can_be_played(instance: Path) -> None:
    env = relgym.make(SPEC.domain, instance)
    env.reset(seed=0)
    env.action_space.seed(0)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert "invalid_reason" not in info
        over = terminated or truncated
