"""Every RDDL domain of the catalogue is whole, and its environments keep what environments promise."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from thorough import THOROUGH

import relgym  # noqa: F401  # registers the environments
from relgym.catalogue.domains import SPLITS, catalogue
from relgym.catalogue.domains import EnvSpec as Domain
from relgym.catalogue.generate import generate
from relgym.envs.rddl.catalogue import CatalogueRDDLEnv
from relgym.errors import InvalidAction, RelgymError
from relgym.model.rddl.domain import Instance, Kind, RDDLDomain
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.write.rddl import domain_text, instance_text

STEPS = 20

RDDL = catalogue("rddl")

every_domain = pytest.mark.parametrize("own", RDDL, ids=lambda own: own.name)
EVERY = [
    pytest.param(own, split, path, id=f"{own.name}-{split}-{path.stem}")
    for own in RDDL
    for split in SPLITS
    for path in own.problems(split)
]
every_problem = pytest.mark.parametrize(("own", "split", "path"), EVERY)
some_problems = pytest.mark.parametrize(("own", "split", "path"), EVERY[:: 1 if THOROUGH else 3])
"""Every third problem, so some of each domain; in a thorough run, all."""


def size(own: Domain, path: Path) -> int:
    """How many values a state has."""
    domain = read_domain(own.domain)
    layout = Dynamics(read_instance(path, domain)).layout
    return sum(layout.cells(fluent.name) for fluent in layout.of_kind(Kind.STATE))


def read(own: Domain, instance: Path | str) -> tuple[RDDLDomain, Instance]:
    domain = read_domain(own.domain)
    return domain, read_instance(instance, domain)


@every_domain
def test_there_are_instances_enough_and_the_test_ones_are_not_smaller(own: Domain) -> None:
    train, test = own.problems("train"), own.problems("test")
    assert len(train) + len(test) >= 5
    assert train
    assert test
    assert max(size(own, path) for path in train) <= min(size(own, path) for path in test)


@every_problem
def test_files_are_read_without_a_warning_and_can_be_written(own: Domain, split: str, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        domain, instance = read(own, path)
        assert instance.horizon is not None
        assert read_instance(instance_text(instance), domain) == instance


@every_domain
def test_domains_can_be_written(own: Domain) -> None:
    domain = read_domain(own.domain)
    assert read_domain(domain_text(domain)) == domain


@every_domain
def test_instances_of_any_seed_can_be_started(own: Domain) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(100, 108):
            simulator = Dynamics(read(own, generate(own, seed))[1])
            assert simulator.broken(simulator.start) is None
            assert simulator.ended(simulator.start) is None


@every_domain
@pytest.mark.parametrize("split", SPLITS)
def test_gymnasium_finds_nothing_to_say(own: Domain, split: str, recwarn: pytest.WarningsRecorder) -> None:
    env = gym.make(own.ids[split])
    assert env.spec.max_episode_steps is None
    assert Path(env.reset(seed=0)[1]["problem_file"]) == own.problems(split)[0]
    check_env(env.unwrapped)
    assert not [str(warning.message) for warning in recwarn]


def trajectory(env: gym.Env[Any, Any], seed: int, steps: int) -> list[object]:
    """What happens while sampled actions are taken, each of which must be allowed."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    found: list[object] = [observation, info]
    for _ in range(steps):
        action = env.action_space.sample()
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        found += [action, observation, reward, terminated, truncated, info]
        if terminated or truncated:
            found += env.reset()
    return found


@some_problems
def test_sampled_actions_are_allowed(own: Domain, split: str, path: Path) -> None:
    env = gym.make(own.ids[split], problem=path.stem, raise_on_invalid=True)
    trajectory(env, 3, STEPS)


@every_domain
def test_the_same_seed_gives_the_same_trajectory(own: Domain) -> None:
    first, again, other = (str(trajectory(gym.make(own.ids["train"]), seed, STEPS)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


@every_domain
def test_an_episode_ends_at_the_horizon_at_the_latest(own: Domain) -> None:
    env = gym.make(own.ids["train"]).unwrapped
    _, instance = read(own, own.problems("train")[0])
    env.reset(seed=0)
    for _ in range(instance.horizon - 1):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            return
    assert env.step(env.action_space.sample())[3]


@every_domain
def test_a_problem_that_is_not_there_is_told(own: Domain) -> None:
    with pytest.raises(RelgymError) as caught:
        CatalogueRDDLEnv(own.name, problem="p99")
    files = own.problems("train")
    assert str(caught.value) == (
        f"'{own.name}' has no train problem 'p99'\n"
        f"expected: a number from 0 to {len(files) - 1}, or one of {', '.join(path.stem for path in files)}"
    )
    for wrong in (len(files), -1, True):
        with pytest.raises(RelgymError, match=f"has no train problem {wrong!r}"):
            CatalogueRDDLEnv(own.name, problem=wrong)


@every_domain
def test_an_action_that_is_not_there_is_told(own: Domain) -> None:
    env = gym.make(own.ids["train"], raise_on_invalid=True)
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match="there is no action 'fly___home'") as caught:
        env.unwrapped.step({"fly___home": 1})
    assert next(iter(env.action_space)) in caught.value.expected


def test_a_problem_is_given_by_name_or_number() -> None:
    files = [
        CatalogueRDDLEnv("sysadmin", "test", problem).reset(seed=0)[1]["problem_file"]
        for problem in (1, "p02", "p02.rddl")
    ]
    assert {Path(file).name for file in files} == {"p02.rddl"}


def test_a_spec_survives_json_and_an_environment_pickling() -> None:
    env = gym.make("relgym/SysAdmin-v0", problem="p03")
    again = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert again.spec == env.spec
    assert env.reset(seed=2)[1]["problem_file"] == again.reset(seed=2)[1]["problem_file"]
    copied = pickle.loads(pickle.dumps(env.unwrapped))
    action = env.action_space.sample()
    assert str(copied.step(action)) == str(env.step(action))


def test_network_of_sysadmin_holds_together() -> None:
    domain, instance = read(next(own for own in RDDL if own.name == "sysadmin"), generate("sysadmin", 4, computers=30))
    assert domain == instance.domain
    linked = {setting.objects for setting in instance.constants if setting.fluent == "CONNECTED"}
    assert linked == {(y, x) for x, y in linked}
    found = [linked and min(linked, key=str)[0]]
    for computer in found:
        found += sorted({y for x, y in linked if x == computer} - set(found), key=str)
    assert len(found) == 30
