"""Walks of RDDL as pure functions beside the NumPy environments, given the same numbers and actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from gymnasium.utils import seeding

import relgym.jax
from relgym.envs import RDDLVectorEnv
from relgym.errors import SimulationError
from tests.jax.environments import quick

COPIES, STEPS = 8, 12


def numpy_copies(domain: Any, instance: Any) -> RDDLVectorEnv:
    """The copies over NumPy, whose episodes do not begin anew."""
    return RDDLVectorEnv(domain, instance, COPIES, form="arrays", autoreset_mode="Disabled")


def assert_same(one: Any, other: Any, name: str = "") -> None:
    """Elementary functions and long sums may differ in their last bits."""
    one, other = np.asarray(one), np.asarray(other)
    if other.dtype.kind == "f":
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9, err_msg=name)
    else:
        np.testing.assert_array_equal(one, other, name)


def check_walk(env: Any, numpy: RDDLVectorEnv, compiled: Callable[..., Any] = jax.jit) -> Any:
    """Walk at random, compare, and return the last states; they are untrusted where NumPy raises an error."""
    envs = relgym.jax.Vmap(env, COPIES)
    numpy.reset(seed=5)
    numpy.action_space.seed(0)
    generators = [seeding.np_random(5 + copy)[0] for copy in range(COPIES)]
    states = quick(envs.init)(jax.random.key(0))
    # Optimized as for users: XLA may change the last bits.
    step = compiled(
        lambda states, actions, numbers: ((new := envs.step_from(states, actions, numbers)), envs.observe(new[0]))
    )
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        actions = dict(numpy.action_space.sample())
        # Some actions are out of their range.
        spoilt = rng.random(COPIES) < 0.2
        actions = {key: np.where(spoilt.reshape(-1, *[1] * (a.ndim - 1)), 1e10, a) for key, a in actions.items()}
        numbers = np.zeros((envs.step_draws, COPIES))
        try:
            observations, rewards, terminated, truncated, infos = numpy.step(actions)
        except SimulationError:
            (states, *_), _ = step(states, actions, numbers + 0.5)
            assert states.untrusted.any()
            return states
        for copy in np.flatnonzero(~infos["invalid_action"]):
            numbers[:, copy] = generators[copy].random(envs.step_draws)
        (states, reward, ended, cut), seen = step(states, actions, numbers)
        assert seen.keys() == observations.keys()
        for key, array in observations.items():
            assert seen[key].dtype == env.observation_space[key].dtype
            assert_same(seen[key], array, key)
        assert_same(reward, rewards, "rewards")
        assert_same(ended, terminated, "terminated")
        assert_same(cut, truncated, "truncated")
        if (terminated | truncated).any():
            break
    assert not states.untrusted.any()
    return states
