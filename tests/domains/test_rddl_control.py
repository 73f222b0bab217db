"""Cart-pole and mountain car: their steps against Gymnasium's own, and what simple policies gain."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from domains.episodes import constants, made, played, problems

from relgym.catalogue.domains import SPLITS, spec
from relgym.catalogue.generate import generate
from relgym.envs.rddl.env import RDDLEnv

# -- cart-pole ---------------------------------------------------------------------------------


def gymnasium_cart_pole(env: RDDLEnv) -> Any:
    """Gymnasium's own, with the constants of an instance."""
    other = gym.make("CartPole-v1").unwrapped
    own = constants(env)
    other.gravity, other.masscart, other.masspole = own["GRAVITY"], own["CART-MASS"], own["POLE-MASS"]
    other.length, other.total_mass = own["HALF-LENGTH"], own["CART-MASS"] + own["POLE-MASS"]
    other.polemass_length = own["POLE-MASS"] * own["HALF-LENGTH"]
    return other


def cart_pole_states() -> Iterator[tuple[float, ...]]:
    """States within the limits, from many of which a step leads beyond them."""
    rng = random.Random(1)
    for _ in range(200):
        yield tuple(rng.uniform(-limit, limit) for limit in (2.39, 10.0, 0.209, 5.0))


def check_cart_pole(env: RDDLEnv, other: Any, action: tuple[float], push: int) -> None:
    """Steps from many states are those of Gymnasium's; some lead beyond the limits."""
    ends = 0
    for state in cart_pole_states():
        other.reset(seed=0)
        other.state = state
        expected = other.step(push)
        step = env.dynamics.step(state, action, [])
        assert step.state == pytest.approx(tuple(other.state), rel=1e-12)
        assert step.reward == expected[1] == 1
        assert (env.dynamics.ended(step.state) is not None) == expected[2]
        assert env.dynamics.step(step.state, action, []).reward == (not expected[2])
        ends += expected[2]
    assert 20 < ends < 100


@pytest.mark.parametrize("path", [spec("cart-pole").problems("train")[0], *spec("cart-pole").problems("test")])
@pytest.mark.parametrize("push", [0, 1])
def test_cart_pole_moves_as_gymnasium_s(path: Path, push: int) -> None:
    env = made("cart-pole", path)
    other = gymnasium_cart_pole(env)
    other.force_mag = constants(env)["FORCE"]
    check_cart_pole(env, other, (push,), push)


@pytest.mark.parametrize("path", [spec("cart-pole-continuous").problems(split)[0] for split in SPLITS])
@pytest.mark.parametrize("force", [-5.0, -3.5, 0.25])
def test_cart_pole_continuous_moves_as_gymnasium_s(path: Path, force: float) -> None:
    env = made("cart-pole-continuous", path)
    other = gymnasium_cart_pole(env)
    other.force_mag = abs(force)
    check_cart_pole(env, other, (force,), int(force > 0))


def test_the_first_cart_pole_has_the_usual_constants() -> None:
    usual = {"GRAVITY": 9.8, "CART-MASS": 1.0, "POLE-MASS": 0.1, "HALF-LENGTH": 0.5}
    first = made("cart-pole", spec("cart-pole").problems("train")[0])
    assert constants(first) == {**usual, "FORCE": 10.0}
    first = made("cart-pole-continuous", spec("cart-pole-continuous").problems("train")[0])
    assert constants(first) == {**usual, "MAX-FORCE": 10.0}
    assert (first.action_space["force"].low, first.action_space["force"].high) == (-10, 10)


def leaning(observation: Mapping[str, Any]) -> float:
    """How far and how fast the pole falls to the right, and a little of where the cart is."""
    weights = {"angle": 1.0, "angular-velocity": 0.3, "position": 0.05, "velocity": 0.1}
    return sum(weight * float(observation[name]) for name, weight in weights.items())


@pytest.mark.parametrize("path", problems("cart-pole"))
def test_pushing_to_where_the_pole_leans_keeps_it_up(path: Path) -> None:
    env = made("cart-pole", path)
    horizon = env.dynamics.layout.instance.horizon
    assert played(env, lambda seen: {"push": int(leaning(seen) > 0)}) == (horizon, False)
    assert played(env, None)[0] < 100


@pytest.mark.parametrize("path", problems("cart-pole-continuous"))
def test_pushing_as_hard_as_the_pole_leans_keeps_it_up(path: Path) -> None:
    env = made("cart-pole-continuous", path)
    horizon = env.dynamics.layout.instance.horizon
    assert played(env, lambda seen: {"force": max(-5.0, min(5.0, 40 * leaning(seen)))}) == (horizon, False)
    assert played(env, None)[0] < 150


# -- mountain car ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [spec("mountain-car").problems("train")[0], spec("mountain-car").problems("test")[0]])
@pytest.mark.parametrize("drive", [0, 1, 2])
def test_mountain_car_moves_as_gymnasium_s(path: Path, drive: int) -> None:
    env = made("mountain-car", path)
    other: Any = gym.make("MountainCar-v0").unwrapped
    other.force, other.gravity = constants(env)["ENGINE"], constants(env)["GRAVITY"]
    rng = random.Random(1)
    corners = [(-1.2, -0.07), (-1.2, 0.0), (-1.15, -0.07), (0.49, 0.07), (0.49, -0.07), (-0.2, 0.0699)]
    others = [(rng.uniform(-1.2, 0.49), rng.uniform(-0.07, 0.07)) for _ in range(150)]
    walls = 0
    for state in corners + others:
        other.reset(seed=0)
        other.state = state
        expected = other.step(drive)
        step = env.dynamics.step(state, (drive,), [])
        assert step.state == pytest.approx(tuple(map(float, other.state)), abs=1e-15)
        assert env.dynamics.broken(step.state) is None
        assert (env.dynamics.ended(step.state) is not None) == expected[2]
        assert step.reward == float(expected[2])
        walls += step.state[0] == -1.2
    assert walls >= 2


def test_the_first_mountain_car_has_the_usual_constants() -> None:
    first = made("mountain-car", spec("mountain-car").problems("train")[0])
    assert constants(first) == {"GRAVITY": 0.0025, "ENGINE": 0.001}


@pytest.mark.parametrize("path", problems("mountain-car"))
def test_driving_the_way_it_goes_gets_the_car_up(path: Path) -> None:
    env = made("mountain-car", path)
    assert played(env, lambda seen: {"drive": 2 if seen["velocity"] >= 0 else 0}) == (1, True)
    assert played(env, lambda seen: {"drive": 2}) == (0, False)
    assert played(env, None) == (0, False)


def test_the_weakest_engine_gets_up_too() -> None:
    for seed in range(20):
        env = made("mountain-car", generate("mountain-car", seed, spread=0.15, power=0.6, steps=500))
        assert played(env, lambda seen: {"drive": 2 if seen["velocity"] >= 0 else 0}) == (1, True)
