"""What every layout of a picture is: a size and a backdrop that hold for a task, and items that show a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from relgym.render.drawing import Item
from relgym.render.facts import View

MARGIN = 18.0
"""What is free around a picture."""

LEAST, LEAST_WITH_NOTES = 240.0, 440.0
"""How wide a picture is at least, without and with notes below it."""


class Frame(Protocol):
    """Where the things of a task are drawn, from (MARGIN, MARGIN) on."""

    width: float
    height: float
    backdrop: tuple[Item, ...]
    whole: bool
    """Whether it draws all that a state may hold, and its scene names, unless words are cut."""

    def items(self, view: View) -> Iterable[Item]:
        """What shows a state."""
