"""The recorder of stable-baselines3 takes the frames of every environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers import AddRenderObservation

from relgym.catalogue.domains import SPLITS, catalogue

pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed (pip install 'relgym[learn]')")

from stable_baselines3.common.vec_env import DummyVecEnv, VecVideoRecorder


class Still(gym.Wrapper[Any, Any, Any, Any]):
    """Spaces that stable-baselines3 knows: the frame, and one action, for which the environment's space draws one."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.action_space = gym.spaces.Discrete(1)

    def step(self, action: Any) -> Any:
        return self.env.step(self.env.action_space.sample())


@pytest.mark.parametrize("name", [own.ids[split] for own in catalogue() for split in SPLITS])
def test_every_environment_is_recorded(name: str, tmp_path: Path, clips: list[list[np.ndarray]]) -> None:
    def opened() -> gym.Env[Any, Any]:
        return Still(AddRenderObservation(gym.make(name, render_mode="rgb_array")))

    envs = VecVideoRecorder(
        DummyVecEnv([opened] * 2), str(tmp_path), record_video_trigger=lambda step: step == 0, video_length=2
    )
    envs.reset()
    for _ in range(3):
        envs.step(np.zeros(2, int))
    envs.close()
    [clip] = clips
    assert len({frame.shape for frame in clip}) == 1
