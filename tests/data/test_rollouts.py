"""Rollouts by workers: the same in any number of them, also if one dies."""

from __future__ import annotations

import sys

import gymnasium as gym
import pytest
from data.dying import MARK, dying_env

import relgym
import relgym.envs
from relgym.catalogue.domains import spec
from relgym.data.parallel_rollouts import EpisodePlayer, rollouts
from relgym.errors import BackendError, RelgymError


def test_episodes_depend_on_their_seeds_alone():
    found = rollouts("relgym/Tireworld-v0", "random", 12, seed=5)
    assert [episode.seed for episode in found] == [*range(5, 17)]
    assert len(found.returns) == len(found) == 12
    assert not found.interrupted
    assert {episode.terminated for episode in found} == {True, False}
    assert found.steps == sum(episode.steps for episode in found)
    # In any order, and with other episodes before.
    player = EpisodePlayer("relgym/Tireworld-v0", "random", None)
    assert player.episodes([episode.seed for episode in reversed(found.episodes)])[::-1] == [*found]


def test_workers_play_the_same_and_a_dead_one_is_replaced(tmp_path, monkeypatch):
    alone = rollouts("relgym/Tireworld-v0", "random", 10, horizon=20)
    monkeypatch.setenv(MARK, str(tmp_path / "mark"))
    spread = rollouts(dying_env, "random", 10, horizon=20, workers=2)
    assert (tmp_path / "mark").exists()
    assert spread == alone


def test_policies_see_the_state():
    own = spec("tireworld")
    task = relgym.load(own.domain, own.problems("train")[0])
    policy = relgym.solve(task, "value_iteration")

    def env():
        return relgym.make(own.domain, own.problems("train")[0])

    best = rollouts(env, policy, 40, horizon=50)
    chance = rollouts(env, "random", 40, horizon=50)
    assert best.mean > chance.mean
    assert rollouts(env, policy, 40, horizon=50) == best


def test_functions_and_horizons():
    def nothing(observation, info):
        return None

    def drawn(observation, info):
        return env.action_space.sample()

    env = gym.make("relgym/Blocks-v0")
    assert rollouts("relgym/Blocks-v0", nothing, 2).steps == 0
    env.reset(seed=0)
    found = rollouts(lambda: env, drawn, 3, horizon=2)
    assert max(episode.steps for episode in found) <= 2


def test_rddl():
    found = rollouts("relgym/SysAdmin-v0", "random", 2, horizon=5)
    assert [episode.steps for episode in found] == [5, 5]
    assert found == rollouts("relgym/SysAdmin-v0", "random", 2, horizon=5)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("relgym/Blocks-v0", "best"), "the policy cannot be 'best'"),
        (("relgym/Blocks-v0", "random", 0), "the number of episodes"),
        ((5,), "the environment cannot be 5"),
    ],
)
def test_errors(arguments, error):
    with pytest.raises(RelgymError, match=error):
        rollouts(*arguments)
    with pytest.raises(RelgymError, match="no executor"):
        rollouts("relgym/Blocks-v0", executor="threads")


def tireworld_env():
    own = spec("tireworld")
    return relgym.make(own.domain, own.problems("train")[5])


# LRTDP's policies are tables, too.
@pytest.mark.parametrize("method", ["value_iteration", "uct", "replan", "random"])
def test_policies_of_all_kinds_play_the_same_in_workers(method):
    own = spec("tireworld")
    options = {"uct": {"trials": 10}, "replan": {"planner": "search"}}.get(method, {})
    policy = relgym.solve(relgym.load(own.domain, own.problems("train")[5]), method, **options)
    alone = rollouts(tireworld_env, policy, 6, horizon=15)
    assert rollouts(tireworld_env, policy, 6, horizon=15, workers=2) == alone


def own_env():
    return gym.make("relgym/Blocks-v0")


def test_functions_without_a_name_and_of_the_script_that_is_run_travel(monkeypatch):
    monkeypatch.setattr(own_env, "__module__", "__main__")
    monkeypatch.setattr("__main__.own_env", own_env, raising=False)
    name = "relgym/Blocks-v0"
    found = rollouts(lambda: own_env(), lambda observation, info: "(pick-up b2)", 2, horizon=3, workers=2)
    assert found == rollouts(name, lambda observation, info: "(pick-up b2)", 2, horizon=3)
    assert found.steps == 6
    assert rollouts(own_env, "random", 2, horizon=3, workers=2) == rollouts(name, "random", 2, horizon=3)


def test_what_cannot_travel_is_refused_in_words(monkeypatch, tmp_path):
    with (tmp_path / "file").open("w") as file, pytest.raises(RelgymError, match="cannot be sent to another process"):
        rollouts("relgym/Blocks-v0", lambda observation, info: file.name, 2, workers=2)
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(RelgymError, match="without the package cloudpickle") as refused:
        rollouts("relgym/Blocks-v0", lambda observation, info: None, 2, workers=2)
    assert refused.value.hint == "pip install cloudpickle"


def test_an_interrupt_before_the_first_episode_is_one(monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(EpisodePlayer, "episode", interrupted)
    with pytest.raises(KeyboardInterrupt):
        rollouts("relgym/Blocks-v0", "random", 2)


def test_workers_that_always_die_are_given_up(monkeypatch):
    class Dead:
        count = 2

        def __init__(self, *arguments):
            self.restarts = 0

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def call(self, orders):
            from relgym.executors.executor import LOST

            return dict.fromkeys(orders, LOST)

        def restart(self, index):
            self.restarts += 1

    monkeypatch.setattr("relgym.data.parallel_rollouts.started", Dead)
    with pytest.raises(BackendError, match="workers have died"):
        rollouts("relgym/Blocks-v0", workers=2)
