"""`relgym.make` by the names of domains: what the command line and `relgym.load` know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from envs.texts import FORK, ROADS

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.errors import RelgymError
from relgym.reasoning.pddl.rewards import REWARDS


def core(env: gym.Env[Any, Any]) -> Any:
    return env.unwrapped


@pytest.mark.parametrize(
    "name", ["sokoban", "Sokoban", "relgym/Sokoban-v0", spec("sokoban").folder, str(spec("sokoban").folder)]
)
def test_make_knows_the_names_of_domains(name: str | Path) -> None:
    made, by_id = relgym.make(name), gym.make("relgym/Sokoban-v0")
    assert made.spec is not None and by_id.spec is not None
    assert (made.spec.id, made.spec.max_episode_steps) == (by_id.spec.id, by_id.spec.max_episode_steps)
    assert core(made).problems == core(by_id).problems
    assert core(made).reward_kind is core(by_id).reward_kind
    assert str(made) == str(by_id)


def test_a_domain_by_name_has_the_options_of_its_env_toml_but_for_those_that_are_given() -> None:
    own = next(each for each in catalogue("pddl") if each.reward == "metric")
    assert core(relgym.make(own.name)).reward_kind is REWARDS["metric"]
    assert core(relgym.make(own.name, reward="goal")).reward_kind is REWARDS["goal"]
    env = relgym.make("sokoban", free="all", max_episode_steps=3)
    assert env.spec is not None and env.spec.max_episode_steps == 3
    assert core(env).problems.free == "all"
    assert type(relgym.make("search-and-rescue-partial")) is type(gym.make("relgym/SearchAndRescuePartial-v0"))
    env = relgym.make("blocks", generator={"blocks": 3})
    assert "seed" in str(env.reset(seed=0)[1])


@pytest.mark.parametrize("name", ["blocks", "sysadmin"])
def test_one_problem_of_a_domain_by_name(name: str) -> None:
    path = spec(name).problem("test", 1)
    for env in (
        relgym.make(name, problem="test/1"),
        relgym.make(name, f"test/{path.stem}"),
        relgym.make(spec(name).ids["test"], problem=1),
        relgym.make(name, path),
        relgym.make(name, str(path)),
        gym.make(spec(name).ids["train"], problem="test/1"),
    ):
        assert env.reset(seed=0)[1]["problem_file"] == str(path)
    env = relgym.make(name, relgym.Text(path.read_text()))
    assert env.reset(seed=0)[1]["problem_file"].startswith("<")


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (("bloks",), {}, "there is no domain 'bloks'; did you mean 'blocks'?"),
        (("blocks", 99), {}, "'blocks' has no train problem 99"),
        (("blocks", 1), {"problem": 1}, "there are two problems, 1 and 1"),
        (("blocks", ["p01"]), {}, "is not one problem of 'blocks'"),
        (("blocks", str), {}, "is not one problem of 'blocks'"),
        (("blocks", True), {}, "is not one problem of 'blocks'"),
        (("blocks",), {"enforce": False}, "the option 'enforce' is for RDDL"),
        (("sysadmin",), {"reward": "metric"}, "the option 'reward' is for PDDL"),
        ((ROADS, FORK), {"problem": 0}, "the option 'problem' is for domains by name"),
        (("nothing.pddl", "p.pddl"), {}, "cannot read the domain file 'nothing.pddl'"),
    ],
)
def test_wrong_names_and_problems(given: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError, match=re.escape(message)):
        relgym.make(*given, **options)


def test_an_id_of_a_registered_folder_is_a_name(tmp_path: Path) -> None:
    for split in ("train", "test"):
        (tmp_path / "problems" / split).mkdir(parents=True)
        (tmp_path / "problems" / split / "p01.pddl").write_text(FORK)
    (tmp_path / "domain.pddl").write_text(ROADS)
    (tmp_path / "env.toml").write_text('id = "RoadsByName"\ndescription = "Roads."\nmax_episode_steps = 7\n')
    for split, identity in zip(("train", "test"), relgym.register_folder(tmp_path), strict=True):
        env = relgym.make(identity)
        assert env.spec is not None and (env.spec.id, env.spec.kwargs["split"]) == (identity, split)


def test_the_first_instance_is_played_where_none_is_named() -> None:
    """Instances of RDDL differ in their spaces, so an environment plays one of them."""
    first, same = gym.make("relgym/SysAdmin-v0"), relgym.make("sysadmin", problem=None)
    assert core(first).reset(seed=0)[1]["problem_file"] == core(same).reset(seed=0)[1]["problem_file"]
