"""The towers that a goal wants, small, beside the towers of a state: the goal says what stands on what, not where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from relgym.render.goal_conditions import Condition, GoalConditions
from relgym.render.looks import Shown
from relgym.render.palette import BORDER, CARD, GOAL, MUTED, TEXT, on
from relgym.render.scene import Stacks
from relgym.render.shapes import DrawnItem, Glyph, NamedAtom, Outline, Rect, Shape, ghost, label, text_width
from relgym.render.spots import pile

HIGH, GAP, SIZE, HEADING, PADDING = 22.0, 8.0, 10.0, 24.0, 12.0
"""The height of a block, the gap between towers, the size of names, the room for the title and around, in pixels."""

WOOD = "#b39a72"


class GoalTowers:
    """A card with the wanted towers, to the right of a picture."""

    def __init__(self, scene: Stacks, conditions: tuple[Condition, ...], looks: Mapping[str, Shown]) -> None:
        self._scene = scene
        self._looks = looks
        wanted = GoalConditions(conditions, (False,) * len(conditions))
        rows = wanted.rows(scene.on)
        grounded = {base for (base,) in wanted.rows(scene.base)}
        above = {top for top, _ in rows}
        roots = dict.fromkeys([*(below for _, below in rows if below not in above), *grounded])
        self._towers = [pile(root, rows) for root in roots]
        self._grounded = grounded
        names = [name for tower in self._towers for name in tower]
        self._block = max([34.0, *(text_width(name, SIZE) + 12 for name in names)])
        count, levels = len(self._towers), max(map(len, self._towers), default=0)
        self.width = count * (self._block + GAP) - GAP + 2 * PADDING if count else 0.0
        self.height = HEADING + levels * (HIGH + 1) + PADDING if count else 0.0

    def backdrop(self, left: float, ground: float) -> DrawnItem:
        """Return the card, from a left end on and down to the ground."""
        top = ground - self.height
        shapes: list[Shape] = [
            Rect(round(left, 1), round(top, 1), round(self.width, 1), self.height, CARD, BORDER, 8, 1.2),
            label(left + self.width / 2, top + HEADING / 2, "goal", 11, MUTED, self.width - 8),
        ]
        for number, tower in enumerate(self._towers):
            if tower[0] in self._grounded:
                x = left + PADDING + number * (self._block + GAP)
                shapes.append(Rect(round(x - 3, 1), ground - PADDING, self._block + 6, 4, WOOD, None, 2))
        return DrawnItem("", "the goal", tuple(shapes))

    def items(self, wanted: GoalConditions, left: float, ground: float) -> Iterator[DrawnItem]:
        """Yield the blocks of the wanted towers: pale where a condition is missing, with a check where it is met."""
        met = wanted.atoms(True)
        for number, tower in enumerate(self._towers):
            x = round(left + PADDING + number * (self._block + GAP), 1)
            for level, name in enumerate(tower):
                y = round(ground - PADDING - (level + 1) * (HIGH + 1), 1)
                if level:
                    atom: NamedAtom = (self._scene.on, name, tower[level - 1])
                elif name in self._grounded:
                    atom = (self._scene.base, name)
                else:
                    box = Rect(x, y, self._block, HIGH, CARD, BORDER, 4)
                    words = label(x + self._block / 2, y + HIGH / 2, name, SIZE, TEXT, self._block - 6)
                    yield DrawnItem("", self._looks[name].title, (box, words), objects=(name,))
                    continue
                yield self._block_item(name, atom, x, y, atom in met)

    def _block_item(self, name: str, atom: NamedAtom, x: float, y: float, met: bool) -> DrawnItem:
        colour = self._looks[name].colour
        shapes: list[Shape] = [
            Rect(x, y, self._block, HIGH, colour, None, 4),
            label(x + self._block / 2, y + HIGH / 2, name, SIZE, on(colour), self._block - 6),
        ]
        if met:
            shapes.append(Glyph("check", round(x + self._block - 4, 1), y + 4, 13, GOAL))
        else:
            shapes.append(Outline(x + 0.8, y + 0.8, round(self._block - 1.6, 1), HIGH - 1.6, GOAL, 4, 1.4))
        told = " ".join(atom)
        if met:
            return DrawnItem("", f"met: {told}", tuple(shapes), objects=(name,), goal=f"({told})")
        return ghost(f"missing: {told}", f"({told})", (name,), tuple(shapes))
