"""The action space of many copies, whose samples every copy accepts.

Actions are drawn for all copies together. Where one is not valid, the action space of the single environment finds
another, which takes longer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces


class ActionBatch(spaces.Dict):
    """The actions of many copies; `drawn` draws valid ones with a generator."""

    def __init__(self, space: spaces.Dict, drawn: Callable[[np.random.Generator], dict[str, Any]]) -> None:
        super().__init__(OrderedDict(space.spaces))
        self._drawn = drawn

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """Draw actions that all copies accept now; raises `RelgymError` if none is found for one."""
        if mask is not None or probability is not None:
            raise ValueError("actions of RDDL are sampled without a mask")
        return self._drawn(self.np_random)


def some_of(rng: np.random.Generator, copies: int, cells: int, most: int) -> Any:
    """Choose the cells that differ from their defaults: for each copy a uniformly drawn number up to `most`."""
    counts = rng.integers(most + 1, size=(copies, 1))
    ranks = rng.random((copies, cells)).argsort(axis=1).argsort(axis=1)
    return ranks < counts
