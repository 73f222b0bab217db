"""Gymnasium's time limit, which knows the names that other libraries have for what an environment does."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from relgym.migration import knows_former


@knows_former("PDDL environment", "RDDL environment")
class TimeLimit(gym.wrappers.TimeLimit[Any, Any]):
    """A wrapper that truncates episodes after a number of steps.

    Args:
        env: The environment.
        max_episode_steps: The number of steps.
    """


def with_former_names(env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
    """Return an environment whose outermost wrapper is not Gymnasium's time limit, but the one of this module."""
    limit = None if env.spec is None else env.spec.max_episode_steps
    return TimeLimit(env.env, limit) if type(env) is gym.wrappers.TimeLimit and limit is not None else env
