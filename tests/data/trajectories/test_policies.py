"""Episodes by plans with chance, by methods of `relgym.solve`, and by files of policies."""

from __future__ import annotations

from pathlib import Path

import pytest

import relgym
import relgym.data
from relgym.errors import RelgymError
from relgym.planning import load_policy
from tests.data.trajectories.conftest import CLIMB, FLAT, LAMPS, ROADS, SAFE, WALL

COLD_WALL = WALL.replace("(probabilistic 1/2 (calm))", "")
"""Here the rope does not grow, so that a policy for all states is soon found."""


def actions_of(found: relgym.data.Recording) -> list[list[object]]:
    return [[step.action for step in episode.steps] for episode in found]


@pytest.mark.parametrize("method", ["uct", "lrtdp", "value_iteration", "replan"])
def test_methods_of_solve_play_pddl(method: str, tmp_path: Path) -> None:
    found = relgym.data.record((SAFE, ROADS), method, 2, path=tmp_path / "file.jsonl", max_steps=4)
    assert found.header.policy == method
    assert actions_of(found) == [["(go a b)", "(go b c)"]] * 2


def test_methods_of_solve_play_rddl(tmp_path: Path) -> None:
    found = relgym.data.record((LAMPS, FLAT), "uct", path=tmp_path / "file.jsonl", max_steps=2)
    assert found.steps > 0
    assert relgym.data.replay(found.path)
    found = relgym.data.record((LAMPS, FLAT), "noop", path=tmp_path / "file.jsonl", max_steps=2)
    assert actions_of(found) == [[{}, {}]]


def test_a_plan_in_a_task_with_chance_is_made_again(tmp_path: Path) -> None:
    found = relgym.data.record((CLIMB, WALL), "plan", 6, path=tmp_path / "file.jsonl", max_steps=6)
    episodes = list(found)
    assert found.ended["goal"] > 1
    # Where a climb fails, the next plan tries it again.
    assert any([step.action for step in episode.steps][:2] == ["(climb a b)"] * 2 for episode in episodes)
    assert relgym.data.replay(found.path)


def test_a_policy_and_its_file_give_the_same_episodes(tmp_path: Path) -> None:
    task = relgym.load(CLIMB, COLD_WALL)
    policy, path = relgym.solve(task, "lrtdp"), tmp_path / "policy.json"
    policy.save(path)
    assert len(load_policy(path, task)) > 0
    by_policy = relgym.data.record((CLIMB, COLD_WALL), policy, 4, path=tmp_path / "file.jsonl", max_steps=6)
    expected = actions_of(by_policy)
    by_file = relgym.data.record((CLIMB, COLD_WALL), path, 4, path=tmp_path / "file.jsonl", max_steps=6)
    assert actions_of(by_file) == expected
    assert (by_policy.header.policy, by_file.header.policy) == ("lrtdp", "policy.json")


def test_a_policy_of_another_problem_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    relgym.solve(relgym.load(CLIMB, COLD_WALL), "lrtdp").save(path)
    with pytest.raises(RelgymError, match="is a policy for"):
        relgym.data.record((SAFE, ROADS), path, path=tmp_path / "file.jsonl")
    with pytest.raises(RelgymError, match="cannot read the policy"):
        relgym.data.record((SAFE, ROADS), tmp_path / "none.json", path=tmp_path / "file.jsonl")
    assert [each.name for each in tmp_path.iterdir()] == ["policy.json"]
