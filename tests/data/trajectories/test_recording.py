"""Recordings: what they hold, by which policies, and what is left where something goes wrong."""

from __future__ import annotations

import hashlib
import json
from itertools import count
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import relgym
import relgym.data
from relgym.errors import BackendError, RelgymError
from tests.data.trajectories.conftest import CLIMB, FLAT, LAMPS, ROADS, SAFE, WALL


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_recording_holds_the_texts_with_their_hashes_and_the_options(climb: Path) -> None:
    recording = relgym.data.read(climb)
    header = recording.header
    assert (header.version, header.language, header.policy, header.seed) == (relgym.__version__, "pddl", "random", 3)
    assert header.domain.text == CLIMB
    assert header.domain.sha256 == hashlib.sha256(CLIMB.encode()).hexdigest()
    assert header.options == {
        "backend": "builtin",
        "max_episode_steps": 8,
        "limits": None,
        "reward": "goal",
        "free": {},
    }
    episodes = list(recording)
    assert len(episodes) == len(recording) == 6
    assert {episode.problem.text for episode in episodes} == {WALL}
    assert sum(map(len, episodes)) == recording.steps
    assert recording.mean_return == sum(episode.total_reward for episode in episodes) / 6
    assert sum(recording.ended.values()) == 6


@pytest.mark.parametrize("name", ["climb", "lamps"])
def test_each_line_is_the_form_of_its_step(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    steps = [step for episode in relgym.data.read(path) for step in (episode.start, *episode.steps)]
    assert [step.to_json() for step in steps] == [line for line in lines_of(path) if line["kind"] == "step"]


def test_states_are_those_of_the_environment(climb: Path, lamps: Path) -> None:
    """An environment that is reset with the recorded seed gives the recorded states, rewards and ends."""
    for files, path in (((CLIMB, WALL), climb), ((LAMPS, FLAT), lamps)):
        env = relgym.make(*files).unwrapped
        for episode in relgym.data.read(path):
            env.reset(seed=episode.seed)
            assert env.get_state().to_json() == episode.start.state
            for step in episode.steps:
                _, reward, terminated, _, info = env.step(step.action)
                assert not info["invalid_action"]
                assert (env.get_state().to_json(), float(reward), terminated) == (
                    step.state,
                    step.reward,
                    step.terminated,
                )


def test_equal_seeds_give_equal_files_and_episodes_do_not_depend_on_their_number(tmp_path: Path) -> None:
    def recorded(episodes: int, seed: int) -> list[dict[str, Any]]:
        path = tmp_path / "file.jsonl"
        relgym.data.record("tireworld", "random", episodes, path=path, seed=seed)
        return lines_of(path)[1:-1]

    five = recorded(5, 1)
    assert recorded(5, 1) == five
    assert recorded(3, 1) == five[: len(recorded(3, 1))]
    assert recorded(5, 2) != five


def test_each_kind_of_end_occurs(climb: Path, lamps: Path, roads: Path, tmp_path: Path) -> None:
    ended = {episode.ended for path in (climb, lamps, roads) for episode in relgym.data.read(path)}
    assert ended == {"goal", "dead end", "truncated", "terminated", "no action"}
    found = relgym.data.record((SAFE, ROADS.replace("(at c)))", "(at a)))")), path=tmp_path / "goal.jsonl")
    assert (found.steps, found.ended) == (0, {"goal": 1})


def test_a_plan_is_recorded_to_the_goal(tmp_path: Path) -> None:
    found = relgym.data.record("blocks", "plan", 5, path=tmp_path / "plans.jsonl")
    assert (found.ended, found.mean_return) == ({"goal": 5}, 1.0)
    assert relgym.data.replay(found.path)


def test_the_file_of_a_plan_is_carried_out(tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("0: (go a b) [1]\n(GO b c)\n")
    found = relgym.data.record((SAFE, ROADS), plan, 2, path=tmp_path / "file.jsonl")
    assert [[step.action for step in episode.steps] for episode in found] == [["(go a b)", "(go b c)"]] * 2
    plan.write_text("noop // rest\npress___hall = true\n")
    found = relgym.data.record((LAMPS, FLAT), str(plan), path=tmp_path / "file.jsonl")
    assert [step.action for episode in found for step in episode.steps] == [{}, {"press___hall": True}]


def test_a_function_of_the_state_is_a_policy(tmp_path: Path) -> None:
    def onward(state: relgym.State) -> str:
        return "(go a b)" if "(at a)" in map(str, state.atoms) else "(go b c)"

    found = relgym.data.record((SAFE, ROADS), onward, path=tmp_path / "file.jsonl")
    assert found.header.policy == "onward"
    assert found.ended == {"goal": 1}


def test_refused_actions_are_recorded_with_the_reason(tmp_path: Path) -> None:
    found = relgym.data.record((SAFE, ROADS), ["(go b c)", "(fly a c)", "(go a b)"], path=tmp_path / "file.jsonl")
    [episode] = found
    assert [step.invalid_reason is None for step in episode.steps] == [False, False, True]
    assert episode.steps[1].state == episode.start.state
    assert relgym.data.replay(found.path)
    pressed = [{"press___attic": True}, {"press___cellar": 1}, {"press___hall": 3}, {"press___hall": True}]
    found = relgym.data.record((LAMPS, FLAT), pressed, path=tmp_path / "lamps.jsonl")
    [episode] = found
    assert [step.invalid_reason is None for step in episode.steps] == [False, False, False, True]
    assert relgym.data.replay(found.path)


def test_explanations_are_recorded_where_they_are_asked_for(tmp_path: Path) -> None:
    found = relgym.data.record((SAFE, ROADS), ["(go a b)", "(go a b)"], path=tmp_path / "file.jsonl", explain=True)
    [episode] = found
    holds = [step.explanation and step.explanation["holds"] for step in episode.steps]
    assert (found.header.explained, holds) == (True, [True, False])
    found = relgym.data.record((LAMPS, FLAT), [{"press___hall": True}], path=tmp_path / "file.jsonl", explain=True)
    assert all(step.explanation for episode in found for step in episode.steps)


def test_an_environment_of_the_user_is_played_and_stays_open(tmp_path: Path) -> None:
    env = gym.make("relgym/SokobanTest-v0", max_episode_steps=4)
    found = relgym.data.record(env, episodes=2, path=tmp_path / "file.jsonl")
    assert (found.header.environment, found.steps, found.ended) == ("relgym/SokobanTest-v0", 8, {"truncated": 2})
    assert env.reset(seed=0)


def test_generated_problems_are_recorded_with_their_texts(tmp_path: Path) -> None:
    found = relgym.data.record("blocks", episodes=3, path=tmp_path / "file.jsonl", generator={"blocks": 3}, max_steps=3)
    assert len({episode.problem.sha256 for episode in found}) == 3
    assert relgym.data.replay(found.path)


def test_rewards_by_the_metric_replay(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    found = relgym.data.record((CLIMB, WALL), episodes=4, path=path, reward="metric", max_steps=6)
    assert min(step.reward for episode in found for step in episode.steps) == -1
    assert relgym.data.replay(path)


@pytest.mark.parametrize(
    ("env", "policy", "message"),
    [
        ("bloks", "random", "there is no domain 'bloks'"),
        ("CartPole-v1", "random", "is not a relational environment"),
        ("blocks", "ramdom", "there is no policy 'ramdom'"),
        ("blocks", [3], "the policy gave 3, no action"),
        ("sysadmin", ["(noop)"], "the policy gave '(noop)', no action"),
        ("sysadmin", "plan", "plans are for PDDL"),
    ],
)
def test_an_error_leaves_nothing_behind(env: str, policy: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(RelgymError) as raised:
        relgym.data.record(env, policy, path=tmp_path / "file.jsonl")
    assert message in str(raised.value)
    assert list(tmp_path.iterdir()) == []


def test_a_problem_without_a_plan_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text("what was there")
    with pytest.raises(BackendError, match="there is no plan for the problem 'roads': unsolvable"):
        relgym.data.record((SAFE, ROADS.replace("(road b c)", "")), "plan", path=path)
    assert [each.name for each in tmp_path.iterdir()] == ["file.jsonl"]
    assert path.read_text() == "what was there"


def test_an_interrupt_keeps_whole_episodes(tmp_path: Path) -> None:
    steps = count()

    def interrupted(state: relgym.State) -> str:
        if next(steps) == 7:
            raise KeyboardInterrupt
        return "(go a b)" if "(at a)" in map(str, state.atoms) else "(go b a)"

    found = relgym.data.record((SAFE, ROADS), interrupted, 9, path=tmp_path / "file.jsonl", max_steps=3)
    assert (found.interrupted, found.episodes, found.steps) == (True, 2, 6)
    assert relgym.data.replay(found.path).episodes == 2
    assert len(list(tmp_path.iterdir())) == 1


def test_an_interrupt_before_the_first_episode_leaves_nothing(tmp_path: Path) -> None:
    def interrupted(state: relgym.State) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        relgym.data.record((SAFE, ROADS), interrupted, path=tmp_path / "file.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_names_that_json_escapes_are_written_as_they_are(tmp_path: Path) -> None:
    domain, problem = SAFE, ROADS.replace(" a", ' größe"\\')
    found = relgym.data.record((domain, problem), path=tmp_path / "file.jsonl", max_steps=2)
    env = relgym.make(domain, problem)
    state, _ = env.reset()
    assert next(iter(found)).start.state == state.to_json()
    assert relgym.data.replay(found.path)
