"""Random generators of sessions, and their states as texts."""

from __future__ import annotations

from typing import Any

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
