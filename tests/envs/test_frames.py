"""Frames have one size in each environment, whatever problem is played: every recorder takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, LINE, ROADS
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import AddRenderObservation, RecordVideo
from gymnasium.wrappers.vector import RecordVideo as RecordVectorVideo
from thorough import THOROUGH

import relgym
from relgym.catalogue.domains import SPLITS, catalogue
from relgym.envs import PDDLEnv
from relgym.envs.rendering import CANVAS
from relgym.errors import RelgymError

NAMES = [
    own.ids[split]
    for place, own in enumerate(catalogue())
    for number, split in enumerate(SPLITS)
    if THOROUGH or number == place % len(SPLITS)
]
"""Every domain with one of its splits in turn; in a thorough run, with all."""

Clips = list[list[np.ndarray]]


def opened(name: str) -> gym.Env[Any, Any]:
    return gym.make(name, render_mode="rgb_array")


def options(env: gym.Env[Any, Any]) -> list[dict[str, int]]:
    """The first and the last problem of an environment that has several."""
    core = env.unwrapped
    return [{"problem": 0}, {"problem": len(core.problems) - 1}] if isinstance(core, PDDLEnv) else [{}, {}]


@pytest.mark.parametrize("name", NAMES)
def test_observed_and_recorded_frames_have_one_size(name: str, tmp_path: Path, clips: Clips) -> None:
    """One video goes through episodes of several problems; what is observed is in the space that is fixed before."""
    videos = str(tmp_path / "videos")
    # To collect all garbage of a test run takes longer than the rest of a test.
    recorded = RecordVideo(opened(name), videos, step_trigger=lambda step: step == 0, video_length=4, gc_trigger=None)
    env = AddRenderObservation(recorded)
    shape = env.observation_space.shape
    assert shape is not None
    for given in options(env):
        observation, _ = env.reset(seed=1, options=given)
        assert observation in env.observation_space
        env.action_space.seed(1)
        observation, *_ = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert observation.std() > 5
    env.close()
    [clip] = clips
    assert {frame.shape for frame in clip} == {shape}
    assert len(clip) == 3
    assert [side % 2 for side in shape[:2]] == [0, 0]


def test_frames_show_the_goal_unless_it_is_left_out() -> None:
    """And have one size, which is that of the largest picture with its goal."""
    plain, told = (
        gym.make("relgym/Blocks-v0", render_mode="rgb_array", **goal) for goal in ({"render_goal": False}, {})
    )
    shapes = set()
    for problem in (0, 5):
        told.reset(seed=0, options={"problem": problem})
        shapes.add(told.render().shape)
    plain.reset(seed=0)
    assert len(shapes) == 1
    assert shapes.pop() != plain.render().shape
    assert "data-goal" in told.unwrapped._repr_svg_()
    assert "data-goal" in plain.unwrapped._repr_svg_()
    with pytest.raises(RelgymError, match="'render_goal' is for PDDL"):
        relgym.make("domain d { }", "instance i { }", render_goal=False)


@pytest.mark.parametrize("name", ["relgym/BlocksTest-v0", "relgym/SokobanTest-v0", "relgym/SysAdmin-v0"])
def test_vectors_are_recorded(name: str, tmp_path: Path, clips: Clips) -> None:
    """A frame of a vector has those of its environments beside each other, which needs frames of one size."""
    copies = SyncVectorEnv([lambda: opened(name)] * 2)
    videos = str(tmp_path / "videos")
    envs = RecordVectorVideo(copies, videos, step_trigger=lambda step: step == 0, gc_trigger=None)
    envs.reset(seed=0)
    for single, given in zip(copies.envs, options(copies.envs[0]), strict=True):
        single.reset(seed=0, options=given)
    envs.step(envs.action_space.sample())
    envs.close()
    [[frame]] = clips
    assert frame.shape[2] == 3


def test_problems_that_are_made_have_a_fixed_canvas() -> None:
    shapes = set()
    for blocks in (2, 9):
        env = gym.make("relgym/Blocks-v0", generator={"blocks": blocks}, render_mode="rgb_array")
        env.reset(seed=0)
        shapes.add(env.render().shape)
    assert shapes == {(CANVAS[1], CANVAS[0], 3)}


def test_many_files_have_a_fixed_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.envs.pddl.pictures.LAID_OUT_PROBLEMS_LIMIT", 1)
    env = relgym.make(ROADS, [FORK, LINE], render_mode="rgb_array")
    env.reset()
    assert env.render().shape == (CANVAS[1], CANVAS[0], 3)


def test_copies_have_frames_of_the_same_size() -> None:
    env = gym.make("relgym/SysAdmin-v0", render_mode="rgb_array").unwrapped
    env.reset(seed=0)
    shape = env.render().shape
    assert env.clone().render().shape == shape
