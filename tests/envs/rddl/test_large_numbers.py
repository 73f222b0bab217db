"""Whole numbers beyond 64 bits that nobody observes: environments go on with them, exactly, however they step."""

from __future__ import annotations

import pickle
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from relgym.envs import RDDLEnv, RDDLVectorEnv
from relgym.envs.rddl import env as rddl_env
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.errors import SimulationError

INSTANCE = "instance small { domain = growth; objects { pot : {a, b}; }; horizon = 5; }"


def growth(
    change: str, start: int = 2**62, seen: str = "days' + [sum_{?p : pot} mod[big'(?p), 1000]]", more: str = ""
) -> str:
    """A domain in which numbers may grow; the plant that is watered is one of two."""
    return f"""domain growth {{
      types {{ pot : object; }};
      pvariables {{
        big(pot) : {{ state-fluent, int, default = {start} }};
        days : {{ state-fluent, int, default = 0 }};
        seen : {{ observ-fluent, int }};
        water(pot) : {{ action-fluent, bool, default = false }};
      }};
      cpfs {{
        big'(?p) = if (water(?p)) then {change} else big(?p);
        days' = days + 1;
        seen = {seen};
      }};
      reward = sum_{{?p : pot}} [big(?p) > 9223372036854775807];
      {more}
    }}"""


@pytest.fixture(params=["lists", "arrays", "copies"])
def make(request: pytest.FixtureRequest) -> Any:
    def made(domain: str) -> RDDLEnv | RDDLVectorEnv:
        match request.param:
            case "lists":
                return RDDLEnv(domain, INSTANCE)
            case "arrays":
                with patch.object(rddl_env.stepping, "stepper_of", ArrayStepper):
                    return RDDLEnv(domain, INSTANCE)
            case _:
                return RDDLVectorEnv(domain, INSTANCE, num_envs=1)

    return made


def played(env: RDDLEnv | RDDLVectorEnv) -> list[list[float]]:
    """What is observed, the reward and the two ends of each of four steps; only the first plant is watered."""
    env.reset(seed=0)
    found = []
    for _ in range(4):
        observation, *others, _ = env.step({"water___a": np.ones(env.action_space["water___a"].shape, int)})
        found.append([np.ravel(each)[0].item() for each in (observation["seen"], *others)])
        if any(found[-1][2:]):
            break
    return found


@pytest.mark.parametrize(
    "domain",
    [
        growth("big(?p) + big(?p)"),
        growth("big(?p) * big(?p)"),
        growth("big(?p) - 1", start=2**70),
        growth("big(?p) - 9223372036854775807", start=-5),
        # Beyond 64 bits in the first step, and back in the second.
        growth("if (big(?p) > 9223372036854775807) then 7 else big(?p) + big(?p)"),
        growth("big(?p) + big(?p)", more="action-preconditions { forall_{?p : pot} [big(?p) > 5]; };"),
        growth("big(?p) + big(?p)", more="termination { exists_{?p : pot} [big(?p) > 30000000000000000000]; };"),
        growth("big(?p) + big(?p)", more="state-invariants { forall_{?p : pot} [big(?p) < 30000000000000000000]; };"),
    ],
)
def test_numbers_that_nobody_observes_may_be_large(make: Any, domain: str) -> None:
    expected = played(RDDLEnv(domain, INSTANCE, backend="sld"))
    assert len(expected) > 2
    assert played(make(domain)) == expected


def test_a_number_that_is_observed_is_refused(make: Any) -> None:
    env = make(growth("big(?p) + big(?p)", seen="max_{?p : pot} big'(?p)"))
    with pytest.raises(SimulationError, match=r"in step 1.*a whole number is too large to be observed"):
        played(env)


def copies(autoreset: str = "NextStep", more: str = "") -> RDDLVectorEnv:
    return RDDLVectorEnv(growth("big(?p) * 4", more=more), INSTANCE, num_envs=3, autoreset_mode=autoreset)


WATER = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 0], [1, 1, 0]])


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
def test_copies_with_small_and_large_numbers(autoreset: str) -> None:
    """Each does what it does alone, across the ends of episodes, refused actions and pickles."""
    more = "action-preconditions { forall_{?p : pot} [big(?p) < 100000000000000000000 | ~water(?p)]; };"
    envs = copies(autoreset, more)
    alone = [
        RDDLVectorEnv(growth("big(?p) * 4", more=more), INSTANCE, num_envs=1, autoreset_mode=autoreset)
        for _ in range(3)
    ]
    for env in (envs, *alone):
        env.reset(seed=0)
    for place, row in enumerate(WATER):
        observation, *others, infos = envs.step({"water___a": row})
        for copy, env in enumerate(alone):
            one, *parts, told = env.step({"water___a": row[copy : copy + 1]})
            assert observation["seen"][copy] == one["seen"][0]
            assert [each[copy] for each in others] == [each[0] for each in parts]
            assert infos["invalid_action"][copy] == told["invalid_action"][0]
        if place == 2:
            envs = pickle.loads(pickle.dumps(envs))


def test_a_rollout_with_large_numbers() -> None:
    one, other = copies(), copies()
    one.reset(seed=0)
    other.reset(seed=0)
    rolled = one.rollout({"water___a": WATER})
    for step, row in enumerate(WATER):
        observation, rewards, *_ = other.step({"water___a": row})
        assert rolled.observations is not None and rolled.rewards is not None
        np.testing.assert_array_equal(rolled.observations["seen"][step], observation["seen"])
        np.testing.assert_array_equal(rolled.rewards[step], rewards)
    after = [each.step({"water___a": WATER[0]})[:3] for each in (one, other)]
    np.testing.assert_equal(*after)
