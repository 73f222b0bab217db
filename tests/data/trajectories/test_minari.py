"""Recordings as data sets of Minari: made, loaded back, the environment recovered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import relgym.data
from relgym.errors import ParseError, RelgymError
from tests.data.trajectories.conftest import FLAT, LAMPS, ROADS, SAFE, Changed

minari = pytest.importorskip("minari", reason="Minari is not installed (extra 'data')")
pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra 'data')")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Minari's folder."""
    path = tmp_path / "minari"
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(path))
    return path


def check(path: Path, form: str) -> gym.Env[Any, Any]:
    """Make a data set, load it back, and compare it with the recovered environment and the recording."""
    made = relgym.data.to_minari(path, "some/thing-v0", form)
    found = minari.load_dataset("some/thing-v0")
    env = found.recover_environment()
    episodes = [episode for episode in relgym.data.read(path) if episode.steps]
    assert (found.total_episodes, found.total_steps) == (len(episodes), sum(map(len, episodes)))
    assert made.total_steps == found.total_steps
    assert env.observation_space == found.observation_space
    for recorded, episode in zip(episodes, found.iterate_episodes(), strict=True):
        assert len(episode) == len(recorded)
        assert list(episode.rewards) == [step.reward for step in recorded.steps]
        assert bool(episode.terminations[-1]) is recorded.steps[-1].terminated
        assert episode.terminations[-1] or episode.truncations[-1]
        assert not episode.truncations[:-1].any()
        observations, actions = unstacked(episode.observations), unstacked(episode.actions)
        assert (len(observations), len(actions)) == (len(recorded) + 1, len(recorded))
        assert all(each in found.observation_space for each in observations)
        assert all(each in found.action_space for each in actions)
        # The recovered environment repeats the episode by the stored seed, options and actions.
        [about] = found.storage.get_episode_metadata([episode.id])
        observation, _ = env.reset(seed=about["seed"], options=about["options"])
        assert_equal(observation, observations[0])
        for action, after in zip(actions, observations[1:], strict=True):
            observation, *_ = env.step(action)
            assert_equal(observation, after)
    return env


def unstacked(values: Any) -> list[Any]:
    if not isinstance(values, dict):
        return list(values)
    several = {name: unstacked(each) for name, each in values.items()}
    return [dict(zip(several, row, strict=True)) for row in zip(*several.values(), strict=True)]


def assert_equal(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_equal(one[name], other[name])
    else:
        assert np.array_equal(one, other)


@pytest.mark.parametrize("form", ["flat", "text", "graph"])
def test_a_domain_of_the_catalogue(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record("blocks", episodes=4, path=path, max_steps=6, seed=2)
    env = check(path, form)
    assert env.spec is not None
    assert env.spec.id == "relgym/Blocks-v0"


@pytest.mark.parametrize("form", ["flat", "text", "graph"])
def test_files_with_chance_and_numbers(form: str, climb: Path) -> None:
    env = check(climb, form)
    assert env.spec is not None
    assert env.spec.id == "relgym/Files"


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_rddl(form: str, lamps: Path, tmp_path: Path) -> None:
    check(lamps, form)


def test_real_valued_actions(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record("uav", episodes=1, path=path, max_steps=4)
    check(path, "cells")


def test_an_id_whose_texts_have_changed_is_made_of_the_recorded_texts(tmp_path: Path, changed: Changed) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record((SAFE, ROADS), ["(go a b)", "(go b c)"], path=path)
    env = check(changed(path, 1, environment="relgym/Blocks-v0"), "text")
    assert env.spec is not None
    assert env.spec.id == "relgym/Files"


def test_refused_actions_of_pddl_are_kept_as_texts(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record((SAFE, ROADS), ["(go b c)", "(go a b)"], path=path)
    check(path, "text")


def test_a_graph_is_filled_with_zeros_behind_its_rows() -> None:
    env = gym.make("relgym/Ferry-v0")
    graphs = relgym.envs.GraphObservation(env)
    padded = relgym.envs.PaddedGraph(graphs)
    graph, _ = graphs.reset(seed=1)
    arrays = padded.observation(graph)
    count = int(arrays["node_count"][0])
    assert np.array_equal(arrays["nodes"][:count], graph.nodes)
    assert not arrays["nodes"][count:].any()
    assert np.array_equal(arrays["edge_links"][: int(arrays["edge_count"][0])], graph.edge_links)
    assert arrays in padded.observation_space
    with pytest.raises(RelgymError, match="does not observe graphs"):
        relgym.envs.PaddedGraph(env)


def test_wrong_arguments_leave_nothing(roads: Path, lamps: Path, folder: Path) -> None:
    cases = (
        (roads, "some/thing-v0", "cells", "there is no form 'cells' for PDDL\nexpected: flat, text, graph"),
        (lamps, "some/thing-v0", "flatt", "there is no form 'flatt' for RDDL\nexpected: cells, arrays"),
        (roads, "thing", None, "the id of a data set cannot be 'thing'"),
        (roads, "x/y/thing.v0", None, "the id of a data set cannot be 'x/y/thing.v0'"),
    )
    for path, identity, form, message in cases:
        with pytest.raises(RelgymError) as raised:
            relgym.data.to_minari(path, identity, form)
        assert str(raised.value).startswith(message)
    assert not (folder / "some").exists()


def test_a_relative_folder_is_refused(roads: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(roads.parent)
    monkeypatch.setenv("MINARI_DATASETS_PATH", "minari")
    with pytest.raises(RelgymError, match="Minari cannot use a relative path"):
        relgym.data.to_minari(roads, "some/thing-v0")


def test_a_data_set_is_not_replaced(roads: Path) -> None:
    relgym.data.to_minari(roads, "some/thing-v0")
    with pytest.raises(RelgymError, match="there is a data set 'some/thing-v0'"):
        relgym.data.to_minari(roads, "some/thing-v0")
    assert minari.load_dataset("some/thing-v0").total_episodes == 1


def test_a_recording_that_is_not_what_the_environment_does_leaves_nothing(
    roads: Path, changed: Changed, folder: Path
) -> None:
    with pytest.raises(RelgymError, match="step 2 of episode 0 is not what the environment does"):
        relgym.data.to_minari(changed(roads, 6, atoms=["(at c)"]), "some/thing-v0")
    with pytest.raises(ParseError, match="cannot be 7"):
        relgym.data.to_minari(changed(roads, 6, action=7), "some/thing-v0")
    assert not (folder / "some" / "thing-v0").exists()


def test_several_instances_of_rddl_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record("sysadmin", episodes=2, path=path, generator={"computers": 5}, max_steps=2)
    with pytest.raises(RelgymError, match="has 2 instances"):
        relgym.data.to_minari(path, "some/thing-v0")
    relgym.data.record((LAMPS, FLAT), [{"press___attic": True}], path=path)
    with pytest.raises(RelgymError, match="was refused"):
        relgym.data.to_minari(path, "some/thing-v0")
