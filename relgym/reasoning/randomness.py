"""The random numbers that steps draw: NumPy's where it is installed, and else the same numbers in pure Python.

>>> rng = seeded(0)
>>> rng.random()
0.6369616873214543
>>> again = restored(stored(rng))
>>> rng.random() == again.random() == 0.2697867137638703
True
"""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Protocol, TypeAlias

from relgym.libraries import has_numpy
from relgym.reasoning.pcg64 import PCG64

if TYPE_CHECKING:
    import numpy as np


class Generator(Protocol):
    """A random number generator: `random.Random` or `numpy.random.Generator`."""

    def random(self) -> float: ...


Seeded: TypeAlias = "PCG64 | np.random.Generator"
"""A generator whose state can be stored; Gymnasium's environments draw from NumPy's."""


def seeded(seed: int | None) -> Seeded:
    """Return a generator that draws what an environment draws after `reset(seed=seed)`.

    Args:
        seed: A whole number, 0 or more, or `None` for a seed of the operating system's.
    """
    if seed is None:
        seed = randbits(128)
    if not has_numpy():
        return PCG64.seeded(seed)
    from numpy import random

    return random.Generator(random.PCG64(seed))


def stored(rng: Seeded) -> str:
    """Return the state of a generator of `seeded` as text; its numbers have 128 bits."""
    if isinstance(rng, PCG64):
        return f"{rng.state} {rng.increment} 0 0"
    state = rng.bit_generator.state
    return f"{state['state']['state']} {state['state']['inc']} {state['has_uint32']} {state['uinteger']}"


def restored(text: str) -> Seeded:
    """Return the generator of a state that `stored` gave, with NumPy or without."""
    state, increment, has_uint32, uinteger = map(int, text.split())
    if not has_numpy():
        return PCG64(state, increment)
    from numpy import random

    bits = random.PCG64()
    bits.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": increment},
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }
    return random.Generator(bits)


def copied(rng: Seeded) -> Seeded:
    """Return a generator that draws the same numbers as another one from now on."""
    return restored(stored(rng))
