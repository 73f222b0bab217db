"""The space of the actions of many copies, by number: sampling it gives such as are valid, picked for all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import MultiDiscrete


class Picks(MultiDiscrete):
    """The actions of all copies, by number; a sample holds a valid one for each copy, and 0 where there is none."""

    def __init__(self, count: int, size: int, picked: Callable[[Any], Any]) -> None:
        super().__init__([size] * count)
        self._picked = picked

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Valid actions, all equally likely; with a mask or probabilities, what `MultiDiscrete` makes of them."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        return np.maximum(self._picked(self.np_random.random(len(self.nvec))), 0)
