"""The common interface of picture layouts: a size and a backdrop for a task, and items that show a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from relgym.render.facts import StateView
from relgym.render.goal_conditions import GoalConditions
from relgym.render.shapes import DrawnItem

MARGIN = 18.0
"""The empty margin around a picture, in pixels."""

ABOVE_NOTES = 10.0
"""The gap above notes, in pixels."""

LEAST, LEAST_WITH_NOTES = 240.0, 440.0
"""The smallest width of a picture without and with notes below it, in pixels."""

VIEW = (800.0, 600.0)
"""The width and height at which every text of a picture is to be legible, in pixels."""


class Extent(NamedTuple):
    """The smallest width of a layout, and the width and height to which it keeps if it can, in pixels."""

    least: float
    width: float
    height: float


class Frame(Protocol):
    """The layout of a task's objects, from (MARGIN, MARGIN) on."""

    width: float
    height: float
    backdrop: tuple[DrawnItem, ...]
    whole: bool
    """True if the drawing shows everything that a state may hold and its scene names, unless words are cut."""

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterable[DrawnItem]:
        """Return the items that show a state, and as ghosts what is wanted and missing."""
