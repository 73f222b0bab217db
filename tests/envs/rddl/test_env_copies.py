"""Copies, clones and pickles of RDDL environments, and actions without enforcement."""

from __future__ import annotations

import pickle
from copy import deepcopy

import numpy as np
import pytest
from envs.rddl.shop import DOMAIN, INSTANCE

import relgym
from relgym.envs import RDDLVectorEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction


def drawn(env) -> list:
    """What the spaces of an environment give, and its own generator."""
    samples = [space.sample() for space in (env.action_space, env.observation_space) for _ in range(5)]
    return [*map(repr, samples), env.np_random.random()]


def pickled(env):
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("copied", [deepcopy, pickled, RDDLEnv.clone])
def test_copies_draw_what_the_environment_draws(env, copied):
    env.reset(seed=1)
    env.action_space.seed(2)
    env.observation_space.seed(3)
    drawn(env)
    other = copied(env)
    assert drawn(other) == drawn(env)


def test_spaces_keep_their_seeds_from_instance_to_instance():
    env = RDDLEnv(DOMAIN, lambda seed: INSTANCE)
    env.reset(seed=1)
    env.action_space.seed(2)
    env.observation_space.seed(3)
    env.reset()
    found = drawn(env)
    env.reset(seed=1)
    env.reset()
    env.action_space.seed(2)
    env.observation_space.seed(3)
    assert drawn(env) == found


PUMP = """domain pump { types { valve : object; };
  pvariables { level : { state-fluent, real, default = 0.0 }; open(valve) : { action-fluent, int, default = 0 }; };
  cpfs { level' = level + sum_{?v : valve}[open(?v)]; }; reward = level;
  action-preconditions { forall_{?v : valve}[open(?v) >= 0 ^ open(?v) <= 3]; }; }"""
PUMPS = """instance two { domain = pump; objects { valve : {a, b}; };
  max-nondef-actions = 1; horizon = 9; discount = 1.0; }"""
TOO_MANY = "2 actions differ from their defaults; at most 1 may"


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_without_enforcement_actions_have_their_declared_range_and_keep_their_number(form: str) -> None:
    wide, both = (
        ({"open": [7, 0]}, {"open": [1, 1]}) if form == "arrays" else ({"open___a": 7}, {"open___a": 1, "open___b": 1})
    )
    strict = relgym.make(PUMP, PUMPS, form=form).unwrapped
    strict.reset(seed=0)
    assert strict.step(wide)[-1]["invalid_reason"].startswith("7 is no value of 'open___a'")
    free = relgym.make(PUMP, PUMPS, form=form, enforce=False).unwrapped
    free.reset(seed=0)
    assert free.step(both)[-1]["invalid_reason"] == TOO_MANY
    with pytest.raises(InvalidAction, match=TOO_MANY):
        free.outcomes(both)
    assert len(free.outcomes(wide)) == 1
    observation, *_, info = free.step(wide)
    assert (float(observation["level"]), info["invalid_action"]) == (7.0, False)
    free.action_space.seed(0)
    for _ in range(8):
        action = free.action_space.sample()
        assert action in free.action_space
        assert not free.step(action)[-1]["invalid_action"]


def test_copies_without_enforcement_keep_the_number_of_actions() -> None:
    given = {"open": np.array([[7, 0], [1, 1]])}
    envs = RDDLVectorEnv(PUMP, PUMPS, 2, form="arrays", enforce=False)
    envs.reset(seed=0)
    observation, *_, info = envs.step(given)
    assert observation["level"].tolist() == [7.0, 0.0]
    assert info["invalid_reason"].tolist() == [None, TOO_MANY]
    envs.reset(seed=0)
    rolled = envs.rollout({name: array[None] for name, array in given.items()}, returns=["observations", "invalid"])
    assert rolled.invalid.tolist() == [[False, True]]


NUMBERS = """
domain d {
    types { t : object; };
    pvariables {
        a(t) : { action-fluent, real, default = 0.0 }; n(t) : { action-fluent, int, default = 0 };
        x : { state-fluent, real, default = 0.0 };
    };
    cpfs { x' = (sum_{?t : t} a(?t)) + 10 * (sum_{?t : t} n(?t)); };
    action-preconditions { forall_{?t : t} a(?t) <= 5; forall_{?t : t} n(?t) <= 7; };
}
instance i { domain = d; objects { t : {o, p, q}; }; max-nondef-actions = pos-inf; }
"""


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"a___o": 1.5, "n___p": 2}, 21.5),
        ({"a___o": 5, "a___p": np.array(0.25), "n___q": np.int64(7)}, 75.25),
        ({"a___o": np.float32(0.5), "n___o": 3.0, "n___p": np.array(1), "n___q": True}, 50.5),
        ({"a___o": 5.25}, "'a___o'"),
        ({"a___o": float("nan")}, "'a___o'"),
        ({"n___o": 1.5}, "'n___o'"),
        ({"n___o": 8}, "'n___o'"),
        ({"n___o": "1"}, "'n___o'"),
        ({"n___o": "x"}, "'n___o'"),
        ({"n___o": None}, "'n___o'"),
        ({"n___o": [1, 2]}, "'n___o'"),
        ({"m": 1}, "there is no action 'm'"),
    ],
)
def test_numbers_of_actions_are_taken_in_all_forms(given: dict[str, object], found: float | str) -> None:
    env = RDDLEnv(NUMBERS, NUMBERS)
    env.reset(seed=0)
    observation, _, _, _, info = env.step(given)
    if isinstance(found, str):
        assert found in info["invalid_reason"]
    else:
        assert not info["invalid_action"]
        assert float(observation["x"]) == found
