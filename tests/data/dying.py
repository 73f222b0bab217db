"""An environment that ends its process, found by workers under its name."""

from __future__ import annotations

import os
from pathlib import Path

import gymnasium as gym

MARK = "RELGYM_TEST_MARK"
"""The environment variable with the path of a file: once it exists, no process ends."""


class Dying(gym.Wrapper):
    def reset(self, *, seed=None, options=None):
        mark = Path(os.environ[MARK])
        if seed == 3 and not mark.exists():
            mark.touch()
            os._exit(1)
        return self.env.reset(seed=seed, options=options)


def dying_env():
    """Make an environment that ends its process at the first reset with seed 3."""
    return Dying(gym.make("relgym/Tireworld-v0"))
