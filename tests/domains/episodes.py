"""Episodes of RDDL domains, by policies and by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from relgym.catalogue.domains import SPLITS, spec
from relgym.envs.rddl.env import RDDLEnv

Policy = Callable[[Mapping[str, Any]], Mapping[str, float]]


def made(name: str, instance: str | Path) -> RDDLEnv:
    return RDDLEnv(spec(name).domain, instance, raise_on_invalid=True)


def problems(name: str) -> list[Any]:
    return [
        pytest.param(path, id=f"{name}-{split}-{path.stem}") for split in SPLITS for path in spec(name).problems(split)
    ]


def played(env: RDDLEnv, policy: Policy | None, seed: int = 0) -> tuple[float, bool]:
    """The rewards of an episode, and whether it was terminated; without a policy, the actions are sampled."""
    observation, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over, terminated = 0.0, False, False
    while not over:
        action = policy(observation) if policy else env.action_space.sample()
        observation, reward, terminated, truncated, _ = env.step(action)
        total += reward
        over = terminated or truncated
    return total, terminated


def constants(env: RDDLEnv) -> dict[str, float]:
    """The non-fluents without parameters that an instance sets."""
    return {setting.fluent: setting.value for setting in env.dynamics.layout.instance.constants if not setting.objects}
