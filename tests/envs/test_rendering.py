"""Render modes: what Gymnasium and its wrappers ask for, and what notebooks show."""

from __future__ import annotations

from xml.etree import ElementTree

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo, RenderCollection

import relgym
import relgym.catalogue
from relgym.errors import RelgymError

IDS = ("relgym/Blocks-v0", "relgym/Sokoban-v0")

every_id = pytest.mark.parametrize("name", IDS)


def frames(env: gym.Env, steps: int, seed: int = 3) -> list[np.ndarray]:
    env.reset(seed=seed)
    env.action_space.seed(seed)
    found = [env.render()]
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        found.append(env.render())
        if terminated or truncated:
            break
    return found


@every_id
def test_modes_are_told_as_gymnasium_wants_them(name: str) -> None:
    metadata = gym.make(name).unwrapped.metadata
    assert metadata["render_modes"] == ["ansi", "human", "rgb_array", "svg"]
    assert metadata["render_fps"] > 0


@every_id
def test_frames_have_one_size_in_an_episode(name: str) -> None:
    found = frames(gym.make(name, render_mode="rgb_array"), 8)
    assert len({frame.shape for frame in found}) == 1
    assert all(frame.dtype == np.uint8 and frame.ndim == 3 and frame.shape[2] == 3 for frame in found)
    assert any((frame != found[0]).any() for frame in found[1:])


@every_id
def test_the_same_state_gives_the_same_frames(name: str) -> None:
    one, other = (frames(gym.make(name, render_mode="rgb_array"), 4) for _ in range(2))
    assert all((a == b).all() for a, b in zip(one, other, strict=True))


@every_id
def test_svg_is_xml(name: str) -> None:
    for text in frames(gym.make(name, render_mode="svg"), 3):
        assert ElementTree.fromstring(text).tag.endswith("svg")


@every_id
def test_human_prints_every_state_as_gymnasiums_own_text_games_do(name: str, capsys) -> None:
    texts = frames(gym.make(name, render_mode="ansi"), 3)
    capsys.readouterr()
    env = gym.make(name, render_mode="human")
    env.reset(seed=3)
    env.action_space.seed(3)
    for _ in range(3):
        env.step(env.action_space.sample())
    assert capsys.readouterr().out == "".join(f"{text}\n" for text in texts)
    assert env.render() is None


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg"])
def test_gymnasiums_checker_is_content(mode: str) -> None:
    check_env(gym.make("relgym/Blocks-v0", render_mode=mode).unwrapped, skip_close_check=True)


def test_frames_are_collected() -> None:
    env = gym.make("relgym/Blocks-v0", render_mode="rgb_array_list")
    assert isinstance(env, RenderCollection)
    env.reset(seed=0)
    env.step(env.action_space.sample())
    assert len(env.render()) == 2


def test_videos_are_recorded(tmp_path, clips) -> None:
    env = RecordVideo(
        gym.make("relgym/Sokoban-v0", render_mode="rgb_array"), str(tmp_path / "videos"), lambda episode: True
    )
    frames_of_an_episode = 5
    env.reset(seed=0, options={"problem": 0})
    for _ in range(frames_of_an_episode - 1):
        env.step(env.action_space.sample())
    env.close()
    (clip,) = clips
    assert len(clip) == frames_of_an_episode
    assert len({frame.shape for frame in clip}) == 1
    assert list((tmp_path / "videos").glob("*.mp4"))


def test_notebooks_show_environments() -> None:
    env = gym.make("relgym/Blocks-v0").unwrapped
    assert env._repr_svg_() is None
    env.reset(seed=0, options={"problem": 0})
    ids = {element.get("id") for element in ElementTree.fromstring(env._repr_svg_()).iter()}
    assert {"b1", "b2", "b3"} <= ids


def test_another_problem_has_another_picture() -> None:
    env = gym.make("relgym/Hanoi-v0", render_mode="svg").unwrapped
    texts = []
    for problem in (0, len(env.problems) - 1, 0):
        env.reset(options={"problem": problem})
        texts.append(env.render())
    assert texts[0] == texts[2] != texts[1]
    assert env.clone().render() == texts[2]


SCENE = 'layout = "stacks"\non = "on"\nbase = "ontable"\n[looks]\nblock = { colour = "purple" }\n'


def test_a_scene_of_ones_own(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SCENE)
    own = relgym.catalogue.spec("blocks")
    files = own.domain, own.problems("train")[0]
    for env in (
        relgym.make(*files, scene=path, render_mode="svg"),
        relgym.make(*files, scene=str(path), render_mode="svg"),
        gym.make("relgym/Blocks-v0", scene=path, render_mode="svg"),
    ):
        env.reset(options={"problem": 0})
        assert "#cc79a7" in env.render()
        assert "#cc79a7" in env.unwrapped.clone().render()
    without = relgym.make(*(file.read_text() for file in files), render_mode="ansi")
    without.reset()
    assert without.render().splitlines()[:3] == ["    b2", "b1  b3", "------"], "the texts fit a scene"


def test_the_scene_beside_a_file_is_its_scene(tmp_path) -> None:
    own = relgym.catalogue.spec("blocks")
    domain = tmp_path / "towers.pddl"
    domain.write_bytes(own.domain.read_bytes())
    (tmp_path / "scene.toml").write_text(SCENE)
    for file in (domain, str(domain)):
        env = relgym.make(file, own.problems("train")[0], render_mode="svg")
        env.reset()
        assert "#cc79a7" in env.render()
    (tmp_path / "scene.toml").write_text("layout = 1")
    with pytest.raises(RelgymError, match=r"scene\.toml: layout: "):
        relgym.make(domain, own.problems("train")[0])


def test_the_scene_beside_a_file_of_rddl_is_its_scene(tmp_path) -> None:
    own = relgym.catalogue.spec("uav")
    env = relgym.make(own.domain, own.problems("train")[0], render_mode="svg")
    env.reset(seed=0)
    assert 'href="#glyph.flag"' in env.render()
    with pytest.raises(RelgymError, match=r"nowhere\.toml: No such file"):
        relgym.make(own.domain, own.problems("train")[0], scene=tmp_path / "nowhere.toml")
