"""The random numbers that steps draw."""

from __future__ import annotations

from typing import Protocol


class Generator(Protocol):
    """A random number generator: `random.Random` or `numpy.random.Generator`."""

    def random(self) -> float: ...
