"""Every environment of a PDDL domain keeps every promise, wrapped in every way; Gymnasium warns of nothing."""

from __future__ import annotations

from functools import cache

import gymnasium as gym
import pytest
from envs.stacks import IDS, STACKS, TRAIN, take_turns, wrapped
from gymnasium.utils.env_checker import check_env
from thorough import THOROUGH

from relgym.backends.registry import names
from relgym.envs import check
from relgym.envs.check import api_test
from relgym.envs.conformance import EVERY, Subject, copies_have_the_same_chance
from relgym.errors import UnsupportedFeature

ENGINES = [name for name in names() if name != "builtin"]
"""The others are compared with the engine that environments have by default."""

REFUSED = {("clingo", "relgym/FuelTransport-v0")}
"""Its numbers are no integers."""


def test_there_are_environments() -> None:
    assert len(IDS) >= 20


@pytest.fixture
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium draws in every mode, which takes longer than all else: once for each domain is enough."""
    monkeypatch.setattr(
        check, "check_env", lambda env, **_: check_env(env, skip_render_check=True, skip_close_check=True)
    )


@pytest.fixture
def few_samples_of_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw little from each copy, since each sampled state is of another problem, with an engine of its own.

    Only `test_gymnasium_finds_nothing_in_the_environment_itself` draws as often as users do.
    """

    def few(subject: Subject) -> None:
        steps, subject.steps = subject.steps, 1
        copies_have_the_same_chance(subject)
        subject.steps = steps

    promised = [
        promise._replace(test=few) if promise.test is copies_have_the_same_chance else promise for promise in EVERY
    ]
    assert promised != [*EVERY]
    monkeypatch.setattr(check, "EVERY", promised)


# The wrappers do not know which split a problem is of.
@pytest.mark.usefixtures("without_pictures", "few_samples_of_copies")
@pytest.mark.parametrize(("env_id", "stack"), take_turns(TRAIN, list(STACKS)))
def test_promises(env_id: str, stack: str) -> None:
    env = wrapped(gym.make(env_id), stack)
    api_test(env, steps=15, backends=())
    env.close()


@pytest.mark.parametrize("env_id", TRAIN)
def test_gymnasium_finds_nothing_in_the_environment_itself(env_id: str) -> None:
    """`api_test` leaves out one warning, which is about wrappers; here there is none."""
    env = gym.make(env_id).unwrapped
    assert env.unwrapped is env
    api_test(env, steps=30 if THOROUGH else 15, backends=())
    env.close()


@pytest.mark.usefixtures("without_pictures", "few_samples_of_copies")
@pytest.mark.parametrize("env_id", [env_id for env_id in IDS if env_id not in TRAIN])
def test_promises_with_larger_problems(env_id: str) -> None:
    env = gym.make(env_id)
    api_test(env, steps=8, backends=())
    env.close()


@pytest.mark.usefixtures("without_pictures", "few_samples_of_copies")
@pytest.mark.parametrize(("env_id", "backend"), take_turns(TRAIN, ENGINES), indirect=["backend"])
def test_promises_with_every_engine(env_id: str, backend: str) -> None:
    if (backend, env_id) not in REFUSED:
        api_test(gym.make(env_id, backend=backend), steps=8, backends=())


@pytest.mark.parametrize(
    ("env_id", "backend"),
    sorted({*take_turns(TRAIN, ENGINES), *((env_id, backend) for backend, env_id in REFUSED)}),
    indirect=["backend"],
)
def test_every_engine_goes_the_same_way(env_id: str, backend: str) -> None:
    """What follows from a seed is the same with every engine; `tests/domains` compares all of them in every domain."""
    if (backend, env_id) in REFUSED:
        with pytest.raises(UnsupportedFeature):
            gym.make(env_id, backend=backend)
        return
    assert _walk.__wrapped__(env_id, backend) == _walk(env_id, "builtin")


@cache
def _walk(env_id: str, backend: str) -> list[object]:
    env = gym.make(env_id, backend=backend)
    found: list[object] = [env.reset(seed=11)]
    env.action_space.seed(7)
    for _ in range(50):
        found.append(env.unwrapped.valid_actions())
        action = env.action_space.sample()
        state, reward, terminated, truncated, info = env.step(action)
        found.append((action, state, reward, terminated, truncated, info))
        if terminated or truncated or info["dead_end"]:
            found.append(env.reset())
    env.close()
    return found
