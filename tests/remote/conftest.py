"""A service that plays environments, and what a walk through one gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from service.conftest import serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("remote")) as (_, client):
        yield client.address


def walked(env: gym.Env[Any, Any], steps: int, seed: int = 3) -> list[Any]:
    """A random walk: observations, rewards, ends and infos, over as many episodes as it takes."""
    rng = np.random.default_rng(seed)
    env.action_space.seed(seed)
    found: list[Any] = [env.reset(seed=seed)]
    for _ in range(steps):
        if env.has_wrapper_attr("action_masks"):
            numbers = np.flatnonzero(env.get_wrapper_attr("action_masks")())
            action: Any = int(rng.choice(numbers)) if len(numbers) else None
        else:
            action = env.action_space.sample()
        if action is None:
            found.append(env.reset())
            continue
        *seen, terminated, truncated, info = env.step(action)
        found.append((action, *seen, terminated, truncated, info))
        if terminated or truncated:
            found.append(env.reset())
    return found


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.remote.connection.RECONNECT_SECONDS", 0.05)
    monkeypatch.setattr("relgym.remote.connection.RECONNECT_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("relgym.remote.opening.CLOSE_SECONDS", 0.05)
    monkeypatch.setattr("relgym.remote.session.CLOSE_SECONDS", 0.05)
