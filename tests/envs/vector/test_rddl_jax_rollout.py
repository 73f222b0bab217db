"""Rollouts that JAX compiles: the same as step by step, or done step by step."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from relgym.catalogue.domains import spec
from relgym.envs import RDDLVectorEnv
from relgym.envs.vector.rddl_jax_rollout import known_options
from relgym.envs.vector.rollout import RETURNS, Rollout
from relgym.errors import InvalidAction, RelgymError, SimulationError

COMPILED = ("elevators", "mountain-car", "recommender", "sysadmin", "uav-mixed")
"""Domains of all kinds of values, draws and ends; `tests/jax/test_rddl.py` tries the same step in every domain."""

COUNTER = """
domain counter {
    pvariables {
        x    : { state-fluent, int, default = 1 };
        luck : { state-fluent, bool, default = false };
        grow : { action-fluent, int, default = 0 };
    };
    cpfs {
        x' = if (grow > 0) then x * (10 ^ 1) else x;
        luck' = Bernoulli(0.5);
    };
    reward = if (luck') then 1 else 0;
    action-preconditions { grow >= 0; grow <= 1; x > 5 => grow == 0; };
    termination { x > 20; };
}
""".replace("(10 ^ 1)", "10")

BIG = COUNTER.replace("x > 5 => grow == 0;", "").replace("termination { x > 20; };", "")

INSTANCE = "instance one { domain = counter; horizon = 7; }"


def pair(name: str, copies: int, **options: Any) -> tuple[RDDLVectorEnv, RDDLVectorEnv]:
    files = spec(name).domain, spec(name).problem("train", 0)
    return started(RDDLVectorEnv(*files, copies, rollouts="jax", **options), RDDLVectorEnv(*files, copies, **options))


def started(*envs: RDDLVectorEnv) -> tuple[RDDLVectorEnv, ...]:
    for env in envs:
        env.reset(seed=3)
        env.action_space.seed(1)
    return envs


def sampled(env: RDDLVectorEnv, steps: int) -> dict[str, Any]:
    actions = [env.action_space.sample() for _ in range(steps)]
    return {name: np.stack([each[name] for each in actions]) for name in actions[0]}


def check_equal(one: Rollout, other: Rollout) -> None:
    for name in ("terminated", "truncated", "invalid"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)
    np.testing.assert_allclose(one.rewards, other.rewards, rtol=1e-9, atol=1e-9)
    assert one.observations.keys() == other.observations.keys()
    for name, array in one.observations.items():
        assert array.dtype == other.observations[name].dtype
        np.testing.assert_allclose(array, other.observations[name], rtol=1e-9, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("name", COMPILED)
def test_every_domain_gives_what_steps_give(name: str) -> None:
    compiled, stepped = pair(name, 8, form="arrays")
    for _ in range(2):
        actions = sampled(stepped, 25)
        check_equal(compiled.rollout(actions, returns=RETURNS), stepped.rollout(actions, returns=RETURNS))
    # Single steps go on from there, with the same numbers.
    action = stepped.action_space.sample()
    assert compiled.np_random[0].random() == stepped.np_random[0].random()
    np.testing.assert_allclose(compiled.step(action)[1], stepped.step(action)[1], rtol=1e-9)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("steps", [None, 5])
def test_ends_invalid_actions_and_new_episodes(mode: str, steps: int | None) -> None:
    envs = [
        RDDLVectorEnv(COUNTER, INSTANCE, 6, rollouts=way, autoreset_mode=mode, max_episode_steps=steps)
        for way in ("jax", "numpy")
    ]
    compiled, stepped = started(*envs)
    actions = {"grow": np.random.default_rng(0).integers(0, 2, (30, 6))}
    found = compiled.rollout(actions, returns=RETURNS)
    check_equal(found, stepped.rollout(actions, returns=RETURNS))
    assert found.invalid.any()
    assert found.truncated.any()


def test_what_cannot_be_trusted_is_done_step_by_step() -> None:
    compiled, stepped = started(*(RDDLVectorEnv(BIG, INSTANCE, 2, rollouts=way) for way in ("jax", "numpy")))
    compiled._state = stepped._state = [np.array([2**62, 1]), np.array([False, False])]
    actions = {"grow": np.ones((3, 2), int)}
    for env in (compiled, stepped):
        with pytest.raises(SimulationError, match="in step 1 of copy 0"):
            env.rollout(actions)


def test_an_invalid_action_that_raises_leaves_what_steps_leave() -> None:
    envs = [RDDLVectorEnv(COUNTER, INSTANCE, 2, rollouts=way, raise_on_invalid=True) for way in ("jax", "numpy")]
    actions = {"grow": np.array([[0, 0], [1, 0], [1, 0]])}
    for env in started(*envs):
        with pytest.raises(InvalidAction, match="x > 5"):
            env.rollout(actions)
        assert env._steps.tolist() == [2, 2]


def test_an_ended_episode_that_does_not_begin_anew_raises() -> None:
    envs = [RDDLVectorEnv(COUNTER, INSTANCE, 2, rollouts=way, autoreset_mode="Disabled") for way in ("jax", "numpy")]
    for env in started(*envs):
        with pytest.raises(gym.error.ResetNeeded):
            env.rollout({}, steps=9)
        assert env._steps.tolist() == [7, 7]


def test_observed_values_stay_those_of_the_last_step() -> None:
    domain = COUNTER.replace("grow :", "seen : { observ-fluent, int }; grow :").replace("luck' =", "seen = x'; luck' =")
    compiled, stepped = started(*(RDDLVectorEnv(domain, INSTANCE, 2, rollouts=way) for way in ("jax", "numpy")))
    actions = {"grow": np.array([[1, 0], [1, 1]])}
    for env in (compiled, stepped):
        env.rollout(actions, returns=["rewards"])
    for name, array in stepped._observation().items():
        assert compiled._observation()[name].tolist() == array.tolist()


def test_pickles_compile_again() -> None:
    compiled, stepped = started(*(RDDLVectorEnv(COUNTER, INSTANCE, 3, rollouts=way) for way in ("jax", "numpy")))
    again = pickle.loads(pickle.dumps(compiled))
    assert again._compiled is not None
    check_equal(again.rollout({}, steps=9, returns=RETURNS), stepped.rollout({}, steps=9, returns=RETURNS))


def test_what_jax_cannot_compile_is_refused() -> None:
    domain = COUNTER.replace("luck' = Bernoulli(0.5)", "luck' = $ODD[](x) > 1")
    assert domain != COUNTER
    with pytest.raises(RelgymError, match="the function 'ODD' cannot be traced") as caught:
        RDDLVectorEnv(domain, INSTANCE, 2, rollouts="jax", functions={"ODD": lambda x: int(x) % 2})
    assert caught.value.hint == 'rollouts="numpy"'
    with pytest.raises(RelgymError, match="there is no rollouts 'torch'"):
        RDDLVectorEnv(COUNTER, INSTANCE, 2, rollouts="torch")  # type: ignore[arg-type]


def test_an_option_that_the_compiler_lacks_is_not_given() -> None:
    jax = pytest.importorskip("jax")
    assert known_options(jax, {"xla_cpu_prefer_vector_width": 512}) != {}
    assert known_options(jax, {"xla_cpu_no_such_option": 512}) == {}


def test_a_missing_jax_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(RelgymError, match="JAX is not installed") as caught:
        RDDLVectorEnv(COUNTER, INSTANCE, 2, rollouts="jax")
    assert caught.value.hint == "pip install 'relgym[jax]'"


def test_make_vec_takes_the_option() -> None:
    envs = gym.make_vec(
        "relgym/CartPole-v0", num_envs=2, vectorization_mode="vector_entry_point", rollouts="jax", form="arrays"
    )
    envs.reset(seed=0)
    assert envs.unwrapped.rollout(sampled(envs.unwrapped, 5)).rewards.shape == (5, 2)
