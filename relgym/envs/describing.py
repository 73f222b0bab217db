"""Spaces that say what their elements hold, in an attribute `description`.

>>> from gymnasium.spaces import MultiBinary
>>> described(MultiBinary(2), "two lamps").description
'two lamps'
"""

from __future__ import annotations

from typing import Any, TypeVar

from gymnasium.spaces import Space

S = TypeVar("S", bound=Space[Any])


def described(space: S, text: str) -> S:
    """The space, whose attribute `description` now is the text; copies and pickles keep it."""
    space.__dict__["description"] = text
    return space
