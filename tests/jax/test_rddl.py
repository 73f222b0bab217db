"""RDDL as pure functions equals the NumPy environments, given the same numbers, over the whole catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import relgym.jax
from relgym.catalogue.domains import catalogue, spec
from relgym.errors import InvalidAction, RelgymError
from relgym.jax.rddl import chosen
from tests.jax.environments import QUICK, bare, quick
from tests.jax.rddl_walks import check_walk, numpy_copies

DOMAINS = [item.name for item in catalogue() if item.language == "rddl"]


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.mark.parametrize("name", DOMAINS)
def test_walks_equal_those_of_numpy(name: str) -> None:
    env, numpy = relgym.jax.make(name), numpy_copies(spec(name).domain, spec(name).problem("train", 0))
    states = check_walk(env, numpy)
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


def test_every_choice_of_some_cells_is_equally_likely() -> None:
    most = np.nextafter(1.0, 0.0)
    for count in range(6):
        assert chosen(jnp.int32(count), jnp.full(5, most)).sum() == count
        assert chosen(jnp.int32(count), jnp.zeros(5)).tolist() == [True] * count + [False] * (5 - count)
    u = np.random.default_rng(0).random((5, 20_000))
    subsets = np.asarray(jax.jit(jax.vmap(chosen, (None, 1)))(jnp.int32(2), u))
    counts = Counter(map(tuple, subsets.tolist()))
    assert len(counts) == 10 and all(abs(number - 2000) < 5 * 2000**0.5 for number in counts.values())


def test_a_random_action_has_no_more_cells_than_are_allowed_and_any_number_of_them() -> None:
    domain = """domain lamps {
      types { lamp : object; };
      pvariables { lit(lamp) : { state-fluent, bool, default = false };
        press(lamp) : { action-fluent, bool, default = false };
        turn : { action-fluent, int, default = 3 }; };
      cpfs { lit'(?l) = lit(?l) ~= press(?l); };
      reward = sum_{?l : lamp} [lit(?l)];
      action-preconditions { turn >= 2; turn <= 4; };
    }"""
    instance = """non-fluents n { domain = lamps; objects { lamp : {a, b, c}; }; }
      instance i { domain = lamps; non-fluents = n; max-nondef-actions = 2; horizon = 5; }"""
    env = relgym.jax.make(domain, instance)
    sample = jax.jit(jax.vmap(env.sample, (None, 0)))
    actions = sample(env.init(jax.random.key(0)), jax.random.split(jax.random.key(1), 500))
    assert {*np.asarray(actions["turn"]).tolist()} == {2, 3, 4}
    changed = np.asarray(actions["press"]).sum(1) + (np.asarray(actions["turn"]) != 3)
    assert {*changed.tolist()} == {0, 1, 2}
