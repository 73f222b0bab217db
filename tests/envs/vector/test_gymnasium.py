"""Vector environments, in one process and in several."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.stacks import STACKS
from envs.texts import LINE, ROADS
from gymnasium.utils.env_checker import data_equivalence

import relgym
from relgym.envs import TextObservation
from relgym.envs.pddl import observations as vector
from relgym.envs.pddl.problems import Problems
from relgym.errors import RelgymError

MODES = ("sync", "async")


def states(observation: Any, number: int) -> list[Any]:
    """The observation of each single environment."""
    if isinstance(observation, dict):
        return [{name: values[n] for name, values in observation.items()} for n in range(number)]
    return [observation[n] for n in range(number)]


def single(env_id: str, stack: str, seed: int, **options: Any) -> gym.Env[Any, Any]:
    env = gym.make(env_id, **options)
    for wrapper in STACKS[stack]:
        env = wrapper(env)
    env.reset(seed=seed)
    return env


def plays_as_single_environments(mode: str, stack: str, **options: Any) -> None:
    """Several environments at once do what each does by itself, for 12 steps of valid actions."""
    envs = gym.make_vec("relgym/Blocks-v0", 2, mode, wrappers=STACKS[stack], **options)
    try:
        alone = [single("relgym/Blocks-v0", stack, seed, **options) for seed in (5, 6)]
        observation, info = envs.reset(seed=5)
        expected = [env.reset(seed=seed)[0] for env, seed in zip(alone, (5, 6), strict=True)]
        assert data_equivalence(states(observation, 2), expected, exact=True)
        if not isinstance(observation, dict):
            assert observation in envs.observation_space
        rng = np.random.default_rng(0)
        for _ in range(12):
            choices = envs.call("valid_actions")
            assert list(choices) == [env.unwrapped.valid_actions() for env in alone]
            chosen = [valid[int(rng.integers(len(valid)))] for valid in choices]
            if "action_mask" in info:
                assert [int(mask.sum()) for mask in info["action_mask"]] == list(map(len, choices))
                numbers = [env.get_wrapper_attr("number")(act) for env, act in zip(alone, chosen, strict=True)]
                actions: Any = np.array(numbers)
                steps = [env.step(number) for env, number in zip(alone, numbers, strict=True)]
            else:
                actions = tuple(chosen)
                steps = [env.step(act) for env, act in zip(alone, chosen, strict=True)]
            observation, rewards, ends, cuts, info = envs.step(actions)
            assert data_equivalence(states(observation, 2), [step[0] for step in steps], exact=True)
            assert [list(rewards), list(ends), list(cuts)] == [[step[n] for step in steps] for n in (1, 2, 3)]
            assert not info["invalid_action"].any()
            if ends.any() or cuts.any():
                break
    finally:
        envs.close()


@pytest.mark.parametrize("name", ["relgym/Blocks-v0", "relgym/SysAdmin-v0"])
def test_the_builtin_engine_may_be_named_and_no_other(name: str) -> None:
    mode = "vector_entry_point"
    envs = gym.make_vec(name, 2, mode, backend="builtin")
    envs.reset(seed=0)
    with pytest.raises(RelgymError, match="are arrays of builtin; they do not ask the engine 'sld'"):
        gym.make_vec(name, 2, mode, backend="sld")


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("mode", MODES)
def test_vectors_of_every_kind(mode: str, stack: str) -> None:
    plays_as_single_environments(mode, stack)


def test_processes_with_every_engine(backend: str) -> None:
    """Wrappers do not know the engine: `test_vectors_of_every_kind` has them in processes."""
    plays_as_single_environments("async", "relational", backend=backend)


@pytest.mark.parametrize("mode", MODES)
def test_sampled_actions_are_taken(mode: str) -> None:
    envs = gym.make_vec("relgym/Blocks-v0", 2, mode)
    envs.reset(seed=0)
    envs.action_space.seed(0)
    for _ in range(3):
        observation, *_ = envs.step(envs.action_space.sample())
    assert len(observation) == 2
    envs.close()


@pytest.mark.parametrize("stack", ["relational", "graph", "text"])
def test_without_shared_memory(stack: str) -> None:
    vector_kwargs = {"shared_memory": False}
    envs = gym.make_vec("relgym/Blocks-v0", 2, "async", wrappers=STACKS[stack], vector_kwargs=vector_kwargs)
    observation, _ = envs.reset(seed=5)
    expected = [single("relgym/Blocks-v0", stack, seed).reset(seed=seed)[0] for seed in (5, 6)]
    assert data_equivalence(states(observation, 2), expected, exact=True)
    envs.close()


def test_episodes_go_on_by_themselves() -> None:
    def make() -> gym.Env[Any, Any]:
        return relgym.make(ROADS, [LINE], max_episode_steps=3)

    envs = gym.vector.SyncVectorEnv([make, make])
    envs.reset(seed=0)
    envs.step(("(go p q)", "(go q p)"))
    _, rewards, ends, cuts, _ = envs.step(("(go q r)", "(go q p)"))
    assert (list(rewards), list(ends), list(cuts)) == ([1, 0], [True, False], [False, False])
    observation, rewards, ends, cuts, _ = envs.step(("(go q r)", "(go q p)"))
    assert (list(rewards), list(ends), list(cuts)) == ([0, 0], [False, False], [False, True])
    assert {str(atom) for atom in observation[0].atoms} >= {"(at p)"}


def test_a_batch_of_states_is_not_copied() -> None:
    envs = gym.make_vec("relgym/Blocks-v0", 2, "sync")
    observation, _ = envs.reset(seed=0)
    assert all(state is env.unwrapped.get_state() for state, env in zip(observation, envs.envs, strict=True))


def test_observations_that_do_not_fit_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problems, "room", lambda self: 50)
    envs = gym.make_vec("relgym/Blocks-v0", 1, "async", wrappers=[TextObservation])
    with pytest.warns(UserWarning, match="Worker-0"), pytest.raises(RelgymError) as raised:
        envs.reset()
    assert "too large for 58 bytes of shared memory" in str(raised.value.message)
    envs.close(terminate=True)


def test_slots_before_anything_was_observed() -> None:
    import multiprocessing

    space = gym.make("relgym/Blocks-v0").observation_space
    slots = vector.Slots(vector.create_shared_memory(space, 2, multiprocessing))
    assert tuple(slots) == (None, None)


@pytest.mark.parametrize("copied", [deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))], ids=["deep", "pickle"])
@pytest.mark.parametrize("env_id", ["relgym/Blocks-v0", "relgym/SysAdmin-v0"])
def test_copies_of_many_environments_draw_what_these_draw(env_id: str, copied: Callable[[Any], Any]) -> None:
    def drawn(envs: Any) -> list[str]:
        found = [repr(envs.observation_space.sample())]
        for _ in range(10):
            action = envs.action_space.sample()
            found.append(repr((action, envs.step(action))))
        return found

    envs = gym.make_vec(env_id, 3)
    envs.reset(seed=1)
    envs.action_space.seed(2)
    envs.observation_space.seed(3)
    drawn(envs)
    other = copied(envs)
    assert drawn(other) == drawn(envs)
