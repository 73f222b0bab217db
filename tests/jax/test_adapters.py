"""Environments in the forms of other libraries do what they do by themselves."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from gymnasium.envs.functional_jax_env import FunctionalJaxEnv
from gymnasium.error import ResetNeeded
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import relgym.jax
from relgym.errors import RelgymError, UnsupportedFeature
from relgym.jax.adapters import FunctionalEnv, GymnaxEnv, JaxVectorEnv, PgxEnv
from tests.jax.environments import quick

pytestmark = pytest.mark.usefixtures("quick_compiler")

COIN = """(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads) (dull))
  (:action toss :parameters () :effect (probabilistic 1/3 (heads)))
  (:action wait :parameters () :precondition (heads) :effect (dull)))"""
TOSS = "(define (problem toss) (:domain coin) (:init) (:goal (heads)))"


@pytest.fixture(scope="module")
def coin() -> relgym.jax.Environment:
    return relgym.jax.make(COIN, TOSS, max_episode_steps=3)


def same(one: Any, other: Any) -> bool:
    return bool(jax.tree.all(jax.tree.map(lambda a, b: (jnp.asarray(a) == jnp.asarray(b)).all(), one, other)))


def test_gymnasium_plays_functional_environments(coin: relgym.jax.Environment) -> None:
    env: Any = FunctionalJaxEnv(FunctionalEnv(coin))
    observation, info = env.reset(seed=3)
    assert info["action_mask"].tolist() == [True, False]
    step = quick(coin.step)
    own, rewards = coin.init(jax.random.key(0)), []
    for _ in range(3):
        key, _ = jax.random.split(env.rng)
        own, *ends = step(own, 0, key)
        observation, reward, terminated, _, info = env.step(0)
        assert same((observation, env.state.state), (coin.observe(own), own))
        assert [reward, terminated, bool(info["truncated"])] == [float(ends[0]), *map(bool, ends[1:])]
        rewards.append(reward)
    assert info["truncated"]
    assert sum(rewards) > 0


def test_functional_environments_are_mapped(coin: relgym.jax.Environment) -> None:
    env = FunctionalEnv(coin)
    env.transform(jax.vmap)
    keys = jax.random.split(jax.random.key(1), 20)
    states = env.initial(keys)
    after = env.transition(states, jnp.zeros(20, int), keys)
    envs = relgym.jax.PDDLFunctions([*coin.task.tasks])
    expected = quick(jax.vmap(lambda key: envs.step(envs.init(key), 0, key)))(keys)
    assert same(env.reward(states, jnp.zeros(20, int), after, keys), expected[1])
    assert same(env.terminal(after, keys), expected[2])
    assert 0 < int(expected[2].sum()) < 20


def test_dictionaries_of_rddl_go_through() -> None:
    with jax.enable_x64(True):
        env: Any = FunctionalJaxEnv(FunctionalEnv(relgym.jax.make("mountain-car", 0)))
        observation, info = env.reset(seed=0)
        assert info == {}
        after, reward, terminated, _, info = env.step(env.action_space.sample())
        assert after.keys() == observation.keys()
        assert (float(reward) <= 0, terminated, [*info]) == (True, False, ["truncated"])
        envs = JaxVectorEnv(env.func_env.env, 2)
        envs.reset(seed=0)
        observations, *_, infos = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(observations)
        assert infos == {}
        with pytest.raises(UnsupportedFeature, match="are not numbered"):
            _ = GymnaxEnv(env.func_env.env).num_actions


def test_the_form_of_gymnax_starts_anew(coin: relgym.jax.Environment) -> None:
    env = GymnaxEnv(coin)
    params = env.default_params

    def turn(state: Any, key: Any) -> Any:
        observation, state, reward, terminated, truncated, info = env.step(key, state, 0, params)
        return state, (state.steps, reward, terminated, truncated, observation, info["final_observation"])

    keys = jax.random.split(jax.random.key(0), 40)
    observation, start = env.reset(keys[0], params)
    _, rows = quick(lambda state: jax.lax.scan(turn, state, keys))(start)
    steps, rewards, terminated, truncated, observations, last = map(np.asarray, rows)
    ended = terminated | truncated
    assert terminated.any() and truncated.any() and not ended.all()
    assert (steps[ended] == 0).all() and (steps[~ended] > 0).all()
    assert (observations[ended] == np.asarray(observation)).all()
    assert (last[terminated] != np.asarray(observation)).any(axis=1).all()
    assert (terminated == rewards).all()
    assert (env.num_actions, env.action_space(params), env.observation_space().shape) == (2, coin.action_space, (3,))


def test_wrappers_of_gymnax_take_it(coin: relgym.jax.Environment) -> None:
    wrappers = pytest.importorskip("gymnax.wrappers", reason="gymnax is not installed (make others)")
    env = wrappers.LogWrapper(GymnaxEnv(coin))
    keys = jax.random.split(jax.random.key(0), 30)

    def turn(state: Any, key: Any) -> Any:
        _, state, _, terminated, truncated, info = env.step(key, state, 0, env.default_params)
        return state, (terminated | truncated, info["returned_episode_lengths"])

    _, state = env.reset(keys[0], env.default_params)
    _, (ended, lengths) = quick(lambda state: jax.lax.scan(turn, state, keys))(state)
    assert set(np.asarray(lengths)[np.asarray(ended)].tolist()) == {1, 2, 3}


def pgx_walk(step: Any, state: Any) -> Any:
    """The attributes of the states of a walk of the first legal actions."""

    def turn(state: Any, key: Any) -> Any:
        state = step(state, state.legal_action_mask.argmax(), key)
        seen = state.rewards[0], state.terminated, state.truncated, state.state.steps, state.legal_action_mask
        return state, seen

    rows = quick(lambda state: jax.lax.scan(turn, state, jax.random.split(jax.random.key(2), 12)))(state)[1]
    return [np.asarray(row) for row in rows]


def test_the_form_of_pgx_stays_at_the_end(coin: relgym.jax.Environment) -> None:
    env = PgxEnv(coin)
    state = env.init(jax.random.key(0))
    assert (env.num_actions, state.legal_action_mask.tolist(), state.rewards.tolist()) == (2, [True, False], [0.0])
    rewards, terminated, truncated, steps, masks = pgx_walk(env.step, state)
    ended = terminated | truncated
    assert ended[-1]
    first = int(ended.argmax())
    assert ended[first:].all() and masks[first:].all() and not rewards[first + 1 :].any()
    assert (steps[first:] == steps[first]).all()
    with jax.enable_x64(True), pytest.raises(UnsupportedFeature, match="are not numbered"):
        PgxEnv(relgym.jax.make("mountain-car", 0))


def test_wrappers_of_pgx_take_it(coin: relgym.jax.Environment) -> None:
    wrappers = pytest.importorskip("pgx.experimental.wrappers", reason="pgx is not installed (make others)")
    env = PgxEnv(coin)
    _, terminated, truncated, steps, _ = pgx_walk(wrappers.auto_reset(env.step, env.init), env.init(jax.random.key(0)))
    ended = terminated | truncated
    assert ended.sum() > 1
    assert steps.max() <= 3


def test_a_vector_environment_has_numpy_in_and_out(coin: relgym.jax.Environment) -> None:
    envs = JaxVectorEnv(coin, 6)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(6, int))
    walks = []
    for _ in range(2):
        first, infos = envs.reset(seed=5)
        assert infos["action_mask"].tolist() == [[1, 0]] * 6
        ends = np.zeros(6, int)
        for _ in range(7):
            observations, rewards, terminated, truncated, infos = envs.step(np.zeros(6, int))
            assert envs.observation_space.contains(observations)
            assert (rewards == terminated).all()
            ended = terminated | truncated
            assert (observations[ended] == first[0]).all()
            if ended.any():
                assert (infos["_final_obs"] == ended).all()
                assert (infos["final_obs"][terminated] != first[0]).any(axis=1).all()
            ends += ended
        walks.append((ends, observations))
    assert same(*walks)
    assert ends.min() >= 2 and ends.max() > 2
    assert {type(each) for each in (observations, rewards, terminated, truncated)} == {np.ndarray}
    with pytest.raises(RelgymError, match="no options"):
        envs.reset(options={"problem": 0})
    with pytest.raises(RelgymError, match="num_envs"):
        JaxVectorEnv(coin, 0)


def test_ids_have_copies_that_jax_compiles() -> None:
    envs: Any = gym.make_vec("relgym/Blocks-v0", 3, "vector_entry_point", backend="jax", problem=0)
    assert isinstance(envs, JaxVectorEnv) and envs.spec.id == "relgym/Blocks-v0"
    _, infos = envs.reset(seed=0)
    envs = RecordEpisodeStatistics(envs)
    envs.reset(seed=0)
    for _ in range(envs.spec.max_episode_steps):
        actions = infos["action_mask"].argmax(axis=1)
        observations, _, _, _, infos = envs.step(actions)
        assert envs.observation_space.contains(observations)
    assert infos["episode"]["l"].max() > 1
    with jax.enable_x64(True):
        rddl: Any = gym.make_vec("relgym/SysAdminTest-v0", 2, "vector_entry_point", backend="jax")
        assert rddl.observation_space.contains(rddl.reset(seed=0)[0])
        assert rddl.observation_space.contains(rddl.step(rddl.action_space.sample())[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draws": "each"}, "have no option 'draws'"),
        ({"rewards": "goal"}, "did you mean 'reward'"),
        ({"autoreset_mode": "NextStep"}, "do not start anew as 'NextStep' says"),
        ({"dtype": "float32"}, "'dtype' is for RDDL"),
    ],
)
def test_options_that_compiled_copies_lack_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError) as caught:
        gym.make_vec("relgym/Blocks-v0", 2, "vector_entry_point", backend="jax", **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("form", [FunctionalEnv, GymnaxEnv, PgxEnv])
def test_other_things_are_refused(form: Any) -> None:
    with pytest.raises(RelgymError, match=r"relgym\.jax"):
        form("blocks")
