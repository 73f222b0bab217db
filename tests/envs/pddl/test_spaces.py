"""The spaces of states and actions."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, LINE, ROADS, THERE
from gymnasium.vector.utils import batch_space

from relgym import Action
from relgym.envs import ActionSpace, ObservationSpace, PDDLEnv
from relgym.envs.pddl.problems import Problems
from relgym.model.terms import Object


def roads(*problems: str) -> PDDLEnv:
    return PDDLEnv(ROADS, problems or [FORK, LINE])


def action(text: str) -> Action:
    name, *terms = text.strip("()").split()
    return Action(name, tuple(map(Object, terms)))


def test_sampled_actions_are_valid_and_seeded() -> None:
    env = roads(FORK)
    env.reset()
    samples = []
    for _ in range(2):
        env.action_space.seed(4)
        samples.append([str(env.action_space.sample()) for _ in range(20)])
    assert samples[0] == samples[1]
    assert set(samples[0]) == {"(go a b)", "(go a c)"}


def test_where_nothing_is_valid_any_action_is_sampled() -> None:
    env = roads(FORK)
    env.reset()
    env.step("(go a c)")
    assert env.valid_actions() == []
    sample = env.action_space.sample()
    assert sample in env.action_space
    assert env.step(sample)[4]["invalid_action"]


def test_masks_and_probabilities_are_over_the_valid_actions() -> None:
    env = roads(FORK)
    env.reset()
    space = env.action_space
    assert {str(space.sample(mask=np.array([0, 1], np.int8))) for _ in range(20)} == {"(go a c)"}
    assert {str(space.sample(probability=np.array([1.0, 0.0]))) for _ in range(20)} == {"(go a b)"}
    assert str(space.sample(mask=np.array([0, 0], np.int8))) == "(go a b)"
    with pytest.raises(ValueError, match="shape"):
        space.sample(mask=np.array([1], np.int8))
    with pytest.raises(ValueError, match="not both"):
        space.sample(mask=np.array([0, 1], np.int8), probability=np.array([0.5, 0.5]))


def test_actions_in_the_space() -> None:
    space = roads().action_space
    for text in ("(go a b)", "(go p r)", "(go c c)"):
        assert action(text) in space
        assert text in space
    for other in (action("(go a p)"), action("(go a)"), action("(fly a b)"), "go", 3, None, ("go", "a")):
        assert other not in space


def test_states_in_the_space() -> None:
    env = roads()
    state, _ = env.reset(options={"problem": 0})
    other, _ = env.reset(options={"problem": 1})
    assert state in env.observation_space
    assert other in env.observation_space
    assert pickle.loads(pickle.dumps(state)) in env.observation_space
    there, _ = roads(THERE).reset()
    assert there not in env.observation_space
    for stranger in ("(at a)", None, state.atoms, gym.make("relgym/Blocks-v0").reset()[0]):
        assert stranger not in env.observation_space


def test_sampled_states_are_reached_and_seeded() -> None:
    env = roads()
    space = env.observation_space
    space.seed(2)
    first = [space.sample() for _ in range(60)]
    space.seed(2)
    assert [space.sample() for _ in range(60)] == first
    assert all(state in space for state in first)
    assert len(set(first)) == 6, "three places in each of two problems"


def test_spaces_are_equal_if_their_problems_are() -> None:
    for kind in (ObservationSpace, ActionSpace):
        space = kind(Problems(ROADS, [FORK, LINE]))
        assert space == kind(Problems(ROADS, [FORK, LINE]))
        assert space != kind(Problems(ROADS, [LINE, FORK]))
        assert space != kind(Problems(ROADS, [FORK, LINE], free={"go": ["?y"]}))
        assert deepcopy(space) == space
        assert pickle.loads(pickle.dumps(space)) == space
        assert space != "space"
    assert ObservationSpace(Problems(ROADS, FORK)) != ActionSpace(Problems(ROADS, FORK))


def test_copies_of_an_action_space_belong_to_no_environment() -> None:
    env = roads(FORK)
    env.reset()
    env.step("(go a c)")
    copy = deepcopy(env.action_space)
    samples = {str(copy.sample()) for _ in range(200)}
    assert samples == {f"(go {x} {y})" for x in "abc" for y in "abc"}


def test_batches_sample_and_contain() -> None:
    env = roads()
    env.reset(seed=0)
    for space in (env.action_space, env.observation_space):
        batch = batch_space(space, 3)
        batch.seed(1)
        sample = batch.sample()
        assert len(sample) == 3
        assert sample in batch


def test_actions_as_json() -> None:
    space = roads().action_space
    actions = [action("(go a b)"), action("(go p q)")]
    assert space.to_jsonable(actions) == ["(go a b)", "(go p q)"]
    assert space.from_jsonable(["(go a b)", "(go p q)"]) == actions


def test_states_and_what_is_seen_are_written_as_json() -> None:
    for name in ("relgym/Blocks-v0", "relgym/Zenotravel-v0", "relgym/SearchAndRescuePartial-v0"):
        space = gym.make(name).observation_space
        space.seed(3)
        samples = [space.sample() for _ in range(4)]
        again = space.from_jsonable(json.loads(json.dumps(space.to_jsonable(samples))))
        assert again == samples
        assert all(sample in space for sample in again)
