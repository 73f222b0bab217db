"""RDDL instances in which a type has no objects, or no action may differ from its default."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import relgym
from relgym.envs import DiscreteActions, RDDLEnv, RDDLVectorEnv
from relgym.errors import InvalidAction
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.write.rddl import instance_text

LAMPS = """domain lamps {
  types { lamp : object; room : object; };
  pvariables {
    WIRED(lamp, room) : { non-fluent, bool, default = true };
    on(lamp) : { state-fluent, bool, default = false };
    level(lamp) : { state-fluent, int, default = 0 };
    some : { state-fluent, bool, default = false };
    press(lamp) : { action-fluent, bool, default = false };
    hit : { action-fluent, bool, default = false };
  };
  cpfs {
    on'(?x) = if (press(?x)) then ~on(?x) else on(?x);
    level'(?x) = level(?x) + on(?x);
    some' = hit | exists_{?x : lamp}[on(?x)];
  };
  reward = (sum_{?x : lamp}[on(?x)]) + (prod_{?x : lamp}[level(?x)]) + (forall_{?x : lamp, ?r : room}[WIRED(?x, ?r)]);
}"""


def instance(objects: str = "lamp : {}; room : {hall};", most: str = "pos-inf") -> str:
    return f"""instance dark {{ domain = lamps; objects {{ {objects} }};
      max-nondef-actions = {most}; horizon = 4; discount = 1.0; }}"""


@pytest.mark.parametrize("form", ["cells", "arrays"])
@pytest.mark.parametrize("objects", ["lamp : {}; room : {hall};", "lamp : {}; room : {};"])
def test_a_type_without_objects(objects: str, form: str, backend: str) -> None:
    env = relgym.make(LAMPS, instance(objects), form=form, backend=backend)
    observation, _ = env.reset(seed=0)
    assert list(observation) == ["some"]
    assert list(env.action_space.spaces) == ["hit"]
    env.action_space.seed(0)
    for action in ({"hit": 1}, env.action_space.sample(), {}):
        observation, reward, *_, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert reward == 2.0
        assert not info["invalid_action"]
    assert [dict(each) for each in env.unwrapped.valid_actions()] == [{}, {"hit": True}] or form == "arrays"


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_copies_of_an_instance_without_objects(form: str) -> None:
    domain = LAMPS.replace("hit :", "tint(lamp) : { action-fluent, colour, default = @red }; hit :").replace(
        "types {", "types { colour : {@red, @blue};"
    )
    envs = RDDLVectorEnv(domain, instance(), 3, form=form)
    assert envs.reset(seed=0)[0] in envs.observation_space
    observation, reward, *_ = envs.step({"hit": np.array([1, 0, 1])})
    assert observation["some"].tolist() == [1, 0, 1]
    assert reward.tolist() == [2.0] * 3
    assert [*envs.action_space.sample()] == ["hit"]
    with pytest.raises(InvalidAction, match="there is no"):
        envs.step({"tint": np.zeros((3, 0), int)})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("sum_{?x : lamp} 1", 0),
        ("sum_{?x : lamp, ?r : room} 0.5", 0),
        ("sum_{?r : room} sum_{?x : lamp} 2", 0),
        ("prod_{?x : lamp} 3", 1),
        ("exists_{?x : lamp} hit | true", 0),
        ("forall_{?x : lamp} false", 1),
        ("forall_{?r : room} exists_{?x : lamp} true", 0),
    ],
)
@pytest.mark.parametrize("rollouts", ["numpy", "jax"])
def test_aggregates_that_read_no_item_of_an_empty_type(value: str, expected: float, rollouts: Any) -> None:
    domain = f"{LAMPS[: LAMPS.index('reward')]}reward = {value}; }}"
    single, envs = RDDLEnv(domain, instance()), RDDLVectorEnv(domain, instance(), 2, rollouts=rollouts)
    single.reset()
    envs.reset()
    assert single.step({})[1] == expected
    assert envs.rollout({}, steps=2).rewards.tolist() == [[expected] * 2] * 2
    assert envs.step({})[1].tolist() == [expected] * 2


def test_it_is_written_and_read_again() -> None:
    domain = read_domain(LAMPS)
    read = read_instance(instance(), domain)
    assert dict(read.objects)["lamp"] == ()
    assert read_instance(instance_text(read), domain) == read


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_no_action_may_differ(form: str, backend: str) -> None:
    env = relgym.make(LAMPS, instance("lamp : {a}; room : {};", "0"), form=form, backend=backend)
    env.reset(seed=0)
    *_, info = env.step({"hit": 1})
    assert info["invalid_reason"] == "1 actions differ from their defaults; at most 0 may"
    for _ in range(3):
        assert not env.step(env.action_space.sample())[-1]["invalid_action"]
    if form == "cells":
        assert [dict(each) for each in env.unwrapped.valid_actions()] == [{}]
        assert DiscreteActions(env).action_space.n == 1


def test_a_negative_number_of_actions() -> None:
    with pytest.raises(relgym.errors.RelgymError, match="'-' cannot stand here"):
        relgym.make(LAMPS, instance(most="-1"))
