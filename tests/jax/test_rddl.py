"""RDDL as pure functions equals the NumPy environments, given the same numbers, over the whole catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import jax
import numpy as np
import pytest
from gymnasium.utils import seeding

import relgym.jax
from relgym.catalogue.domains import catalogue, spec
from relgym.errors import InvalidAction, RelgymError
from tests.jax.environments import QUICK, bare, quick

COPIES, STEPS = 8, 12

DOMAINS = [item.name for item in catalogue() if item.language == "rddl"]


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


def assert_same(one: Any, other: Any) -> None:
    """Elementary functions and long sums may differ in their last bits."""
    one, other = np.asarray(one), np.asarray(other)
    if other.dtype.kind == "f":
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
    else:
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", DOMAINS)
def test_walks_equal_those_of_numpy(name: str) -> None:
    env = relgym.jax.make(name)
    envs = relgym.jax.Vmap(env, COPIES)
    numpy: Any = gym.make_vec(
        spec(name).ids["train"],
        COPIES,
        vectorization_mode="vector_entry_point",
        form="arrays",
        autoreset_mode=gym.vector.AutoresetMode.DISABLED,
    )
    observations, _ = numpy.reset(seed=5)
    numpy.action_space.seed(0)
    generators = [seeding.np_random(5 + copy)[0] for copy in range(COPIES)]
    states = quick(envs.init)(jax.random.key(0))
    # Optimized as for users: XLA may change the last bits.
    step = jax.jit(
        lambda states, actions, numbers: ((new := envs.step_from(states, actions, numbers)), envs.observe(new[0]))
    )
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        actions = dict(numpy.action_space.sample())
        # Some actions are out of their range.
        spoilt = rng.random(COPIES) < 0.2
        actions = {key: np.where(spoilt.reshape(-1, *[1] * (a.ndim - 1)), 1e10, a) for key, a in actions.items()}
        observations, rewards, terminated, truncated, infos = numpy.step(actions)
        acting = ~infos["invalid_action"]
        numbers = np.zeros((envs.step_draws, COPIES))
        for copy in np.flatnonzero(acting):
            numbers[:, copy] = generators[copy].random(envs.step_draws)
        (states, reward, ended, cut), seen = step(states, actions, numbers)
        assert seen.keys() == observations.keys()
        for key, array in observations.items():
            assert seen[key].dtype == env.observation_space[key].dtype
            assert_same(seen[key], array)
        assert_same(reward, rewards)
        assert_same(ended, terminated)
        assert_same(cut, truncated)
        if (terminated | truncated).any():
            break
    state = bare(env).state_of(states, 3)
    assert state.to_json() == numpy.single.dynamics.state(state.values).to_json()


def test_gradients_flow_through_steps() -> None:
    env = relgym.jax.make("uav")
    start = quick(env.init)(jax.random.key(0))
    idle = {key: np.zeros(space.shape) for key, space in env.action_space.spaces.items()}

    def total(action: Any) -> Any:
        def turn(state: Any, _: Any) -> Any:
            state, reward, *_ = env.step_from(state, action, np.zeros(env.step_draws))
            return state, reward

        return jax.lax.scan(turn, start, None, length=4)[1].sum()

    value, slopes = jax.jit(jax.value_and_grad(total), compiler_options=QUICK)(idle)
    (key, slope), *_ = ((key, slope) for key, slope in slopes.items() if np.abs(slope).max() > 0)
    place = np.unravel_index(np.abs(slope).argmax(), np.shape(slope))
    moved = {**idle, key: np.array(idle[key])}
    moved[key][place] += 1e-6
    assert np.isclose((quick(total)(moved) - value) / 1e-6, slope[place], rtol=1e-3)


def test_random_actions_are_within_their_ranges() -> None:
    for name in ("uav-mixed", "sysadmin", "supply-chain"):
        env = relgym.jax.make(name)
        state = quick(env.init)(jax.random.key(0))
        sample = quick(env.sample)
        for seed in range(3):
            action = sample(state, jax.random.key(seed))
            assert action.keys() == env.action_space.spaces.keys()
            for key, array in action.items():
                assert env.action_space[key].contains(np.asarray(array, env.action_space[key].dtype)), (name, key)


def test_wrong_actions_are_refused_when_they_are_traced() -> None:
    env = relgym.jax.make("sysadmin")
    state = env.init(jax.random.key(0))
    with pytest.raises(InvalidAction, match="there is no fluent 'rebot'"):
        env.step(state, {"rebot": 1}, jax.random.key(0))
    with pytest.raises(InvalidAction, match="given as an array of the shape"):
        env.step(state, {"reboot": 1}, jax.random.key(0))
    with pytest.raises(InvalidAction, match="a dictionary"):
        env.step(state, 1, jax.random.key(0))
    with pytest.raises(InvalidAction, match="an array of numbers"):
        env.step(state, {"reboot": "yes"}, jax.random.key(0))
    with pytest.raises(RelgymError, match="numbers cannot be"):
        env.step_from(state, {}, np.zeros(env.step_draws - 1))
    with pytest.raises(RelgymError, match="have no mask"):
        env.action_mask(state)
