"""What records videos in the place of moviepy."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from relgym.envs.rendering import METADATA


@pytest.fixture
def clips(monkeypatch: pytest.MonkeyPatch) -> list[list[np.ndarray]]:
    """The clips that recorders have handed to moviepy, which relgym does not ask for; a stub takes them here."""
    taken: list[list[np.ndarray]] = []

    class Clip:
        def __init__(self, frames: list[np.ndarray], fps: int) -> None:
            taken.append(list(frames))
            assert fps == METADATA["render_fps"]

        def write_videofile(self, path: str, **_: object) -> None:
            with open(path, "wb") as file:
                file.write(b"clip")

    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    module = ModuleType("moviepy.video.io.ImageSequenceClip")
    module.ImageSequenceClip = Clip
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return taken
