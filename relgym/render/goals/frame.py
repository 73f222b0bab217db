"""The parts of a picture that show the goal: towers beside it, conditions below it, checks and ghosts in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from relgym.render.flow import GLYPH, SIZE
from relgym.render.frame import ABOVE_NOTES, LEAST, LEAST_WITH_NOTES, MARGIN, Frame
from relgym.render.goal_conditions import Condition, GoalConditions
from relgym.render.goals.note import NAME, GoalNote, checked
from relgym.render.goals.towers import GoalTowers
from relgym.render.looks import Shown
from relgym.render.notes import heads_width
from relgym.render.scene import Scene, Stacks
from relgym.render.shapes import DrawnItem, text_width

BESIDE = 20.0
"""The gap between a picture and the wanted towers, in pixels."""


def least_width(conditions: tuple[Condition, ...]) -> float:
    """Return the width that the longest condition needs, in pixels, or as much of it as a picture is to grow."""
    words = max((text_width(condition.words, SIZE) for condition in conditions), default=0.0)
    return min(LEAST_WITH_NOTES, max(LEAST, words + heads_width([NAME]) + GLYPH + 24))


class GoalFrame:
    """Extends a frame by the goal.

    Attributes:
        width: The width of the frame with what stands beside it.
        height: The height of that.
        note_height: The height of the conditions below the picture.
    """

    def __init__(
        self,
        conditions: tuple[Condition, ...],
        scene: Scene | None,
        looks: Mapping[str, Shown],
        frame: Frame,
        scale: float,
    ) -> None:
        self.width, self.height = frame.width, frame.height
        self.backdrop: tuple[DrawnItem, ...] = ()
        self._towers = GoalTowers(scene, conditions, looks) if isinstance(scene, Stacks) else None
        self._left = MARGIN + frame.width + BESIDE
        if self._towers is not None and self._towers.width:
            self.width += BESIDE + self._towers.width
            self.height = max(self.height, self._towers.height)
            self.backdrop = (self._towers.backdrop(self._left, MARGIN + self.height),)
        self._note = GoalNote(conditions, self.width, scale)
        self.note_height = ABOVE_NOTES + self._note.height

    def items(self, items: Iterable[DrawnItem], wanted: GoalConditions, bottom: float) -> list[DrawnItem]:
        """Return the items of a state with checks at what is met, and the goal: its towers, and its conditions below.

        Args:
            items: What shows the state, with ghosts of what is missing.
            wanted: The goal in the state.
            bottom: The lower end of the picture, from which on there is room for the conditions.
        """
        found = list(checked(items, wanted.atoms(True)))
        if self._towers is not None:
            found += self._towers.items(wanted, self._left, MARGIN + self.height)
        found += self._note.items(wanted, MARGIN, bottom + ABOVE_NOTES)
        # Ghosts are drawn together, since they need a pass of their own over the pixels.
        return [*(item for item in found if not item.ghost), *(item for item in found if item.ghost)]
