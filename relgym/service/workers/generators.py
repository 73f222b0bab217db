"""Random generators of sessions, and their states as texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from relgym.service.problems import Refused

PCG64_NAME = "PCG64"


def seeded(seed: int | None) -> Any:
    """Return the generator of a seed, as Gymnasium's environments have it; without one, any generator."""
    from gymnasium.utils import seeding

    return seeding.np_random(seed)[0]


def stored(rng: Any) -> str:
    """Return the state of a generator as text; its numbers have 128 bits."""
    state = rng.bit_generator.state
    numbers = (state["state"]["state"], state["state"]["inc"], state["has_uint32"], state["uinteger"])
    return " ".join(map(str, numbers))


def restored(text: str) -> Any:
    """Return the generator of a text that `stored` gave."""
    state, inc, has_uint32, uinteger = map(int, text.split())
    return _in_state(
        {
            "bit_generator": PCG64_NAME,
            "state": {"state": state, "inc": inc},
            "has_uint32": has_uint32,
            "uinteger": uinteger,
        }
    )


def copied(rng: Any) -> Any:
    """Return a generator that draws the same numbers: a step that fails must not draw from the kept one."""
    return _in_state(rng.bit_generator.state)


def _in_state(state: Any) -> Any:
    import numpy as np

    rng = np.random.Generator(np.random.PCG64())
    rng.bit_generator.state = state
    return rng


class Draws:
    """Random numbers that a client has sent with a step.

    Attributes:
        count: How many have been drawn.
    """

    def __init__(self, numbers: Sequence[float]) -> None:
        """Begin with the first number."""
        self._numbers = numbers
        self.count = 0

    def random(self) -> float:
        """Return the next number; raises `Refused` after the last one."""
        if self.count == len(self._numbers):
            refused = Refused(422, f"the action draws more than {self.count} random numbers", hint="send more `draws`")
            refused.problem["lacks"] = "draws"
            raise refused
        self.count += 1
        return self._numbers[self.count - 1]
