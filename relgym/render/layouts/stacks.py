"""Towers of blocks on a table, and discs on pegs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView, TaskFacts
from relgym.render.frame import MARGIN, Extent
from relgym.render.goal_conditions import GoalConditions
from relgym.render.looks import Shown, atoms_of, colour_of, marked
from relgym.render.palette import FILL, GOAL, LINE, MUTED, mixed, on
from relgym.render.scene import Mark, Pegs, Stacks
from relgym.render.shapes import DrawnItem, Glyph, NamedAtom, Outline, Rect, Shape, TextShape, ghost, label, text_width
from relgym.render.spots import members, pile

HIGH, GAP, TABLE = 34.0, 10.0, 10.0
"""The height of a block, the gap between towers, and the thickness of the table, in pixels."""

SIZE = 13.0
WOOD = "#b39a72"


class StacksFrame:
    """Stacks in which every block has its own column, for the tower that stands on it, so that towers never move."""

    whole = True

    def __init__(self, task: Task, scene: Stacks, facts: TaskFacts, looks: Mapping[str, Shown], room: Extent) -> None:
        self._scene = scene
        self._looks = looks
        named = [name for name in (scene.on, scene.base, scene.hand) if name is not None]
        kinds = {kind for name in named for kind in task.predicates[name].parameters[0].types}
        blocks = [task.objects[number].name for number in sorted(task.ranged(tuple(sorted(kinds))))]
        widest = max([48.0, *(text_width(name, SIZE) + 16 for name in blocks)])
        levels = len(blocks) + (1 if scene.hand else 0)
        # Wanted towers may stand beside the blocks.
        self._block = max(30.0, min(widest, round(room.width * 0.7 / max(1, len(blocks)) - GAP)))
        self._high = max(18.0, min(HIGH, round((room.height - TABLE) / max(1, levels)) - 1))
        step = self._block + GAP
        self.width = max(room.least, len(blocks) * step + GAP)
        left = MARGIN + (self.width - len(blocks) * step - GAP) / 2 + GAP + self._block / 2
        self._x = {name: round(left + number * step, 1) for number, name in enumerate(blocks)}
        self.height = levels * (self._high + 1) + TABLE + 6
        self._ground = MARGIN + self.height - TABLE
        table = Rect(MARGIN, self._ground, self.width, TABLE, WOOD, None, 4)
        self.backdrop: tuple[DrawnItem, ...] = (DrawnItem("", "the table", (table,)),)

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the towers, from bottom to top, and the held things."""
        rows = view.rows(self._scene.on)
        marks = marked(self._scene.marks, view)

        def also(name: str) -> tuple[NamedAtom, ...]:
            return atoms_of(marks.get(name, ()), name, view)

        for (base,) in view.rows(self._scene.base):
            atom: NamedAtom = (self._scene.base, base)
            tower = pile(base, rows)
            for level, name in enumerate(tower):
                yield self._box(
                    name, self._x[base], self._ground - (level + 0.5) * (self._high + 1), marks, [atom, *also(name)]
                )
                atom = (self._scene.on, *tower[level + 1 : level + 2], name)
        if self._scene.hand is not None:
            for (name,) in view.rows(self._scene.hand):
                middle = MARGIN + self._high / 2 + 8
                hand = Glyph("hand", self._x[name], middle - self._high / 2 - 1, 36, FILL["black"])
                atom = (self._scene.hand, name)
                yield DrawnItem("", f"the hand holds {name}", (hand,), (atom,))
                yield self._box(name, self._x[name], middle + 5, marks, [atom, *also(name)])

    def _box(
        self, name: str, x: float, y: float, marks: Mapping[str, list[Mark]], atoms: Iterable[NamedAtom]
    ) -> DrawnItem:
        _, colour, title = self._looks[name]
        shapes: list[Shape] = [
            Rect(
                round(x - self._block / 2, 1),
                round(y - self._high / 2, 1),
                self._block,
                self._high,
                colour,
                mixed(colour, "#000000", 0.3),
                5,
            ),
            label(x, y, name, SIZE, on(colour), self._block - 8),
        ]
        for number, mark in enumerate(marks.get(name, ())):
            title += f", {mark.text}"
            if mark.glyph:
                at = x + self._block / 2 - 8 - 14 * number
                shapes.append(Glyph(mark.glyph, round(at, 1), round(y - self._high / 2 + 7, 1), 15, colour_of(mark)))
        return DrawnItem(name, title, tuple(shapes), tuple(atoms))


DISC = 24.0
THICK = 8.0


class PegsFrame:
    """Pegs beside each other on a board; the more things are smaller than a disc, the wider it is."""

    whole = True

    def __init__(self, task: Task, scene: Pegs, facts: TaskFacts, looks: Mapping[str, Shown], room: Extent) -> None:
        self._scene = scene
        self._looks = looks
        self._size: dict[str, int] = {}
        for _, larger in facts.start.rows(scene.smaller):
            self._size[larger] = self._size.get(larger, 0) + 1
        self._pegs = members(task, scene.peg)
        kinds = task.predicates[scene.on].parameters[0].types
        discs = [
            task.objects[number].name
            for number in sorted(task.ranged(kinds))
            if task.objects[number].name not in self._pegs
        ]
        widest = max([self._wide(disc) for disc in discs], default=60.0)
        step = max(widest + 16, 90.0)
        self.width = max(room.least, step * len(self._pegs))
        self._x = {peg: MARGIN + self.width * (number + 0.5) / len(self._pegs) for number, peg in enumerate(self._pegs)}
        tall = (len(discs) + 1) * DISC
        self.height = tall + TABLE + 22
        self._ground = MARGIN + tall
        board = Rect(MARGIN, self._ground, self.width, TABLE, WOOD, None, 4)
        shapes = [DrawnItem("", "the board", (board,))]
        for peg, x in self._x.items():
            pole = Rect(round(x - THICK / 2, 1), MARGIN + 4, THICK, tall, LINE, None, THICK / 2)
            name = label(round(x, 1), self._ground + TABLE + 12, peg, 11, MUTED, step - 8)
            shapes.append(DrawnItem(peg, looks[peg].title, (pole, name)))
        self.backdrop: tuple[DrawnItem, ...] = tuple(shapes)

    def _wide(self, disc: str) -> float:
        return 40.0 + 18.0 * self._size.get(disc, 0)

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the discs, from below, and the outlines of discs that are wanted on pegs."""
        rows = view.rows(self._scene.on)
        levels = {}
        for peg in self._pegs:
            tower = pile(peg, rows)
            levels[peg] = len(tower) - 1
            for level, disc in enumerate(tower[1:]):
                yield DrawnItem(
                    disc, self._looks[disc].title, self._disc(peg, level, disc), ((self._scene.on, disc, tower[level]),)
                )
        if wanted is not None:
            missing = wanted.atoms(False)
            goal = wanted.rows(self._scene.on)
            for peg in self._pegs:
                tower = pile(peg, goal)
                for level, disc in enumerate(tower[1:]):
                    if (self._scene.on, disc, tower[level]) in missing:
                        yield self._wanted(peg, level, disc, tower[level], level >= levels[peg])

    def _wanted(self, peg: str, level: int, disc: str, below: str, free: bool) -> DrawnItem:
        box, name = self._disc(peg, level, disc)
        outline = Outline(box.x, box.y, box.width, box.height, GOAL, 9)
        goal = f"{self._scene.on} {disc} {below}"
        shapes = (box, name, outline) if free else (outline,)
        return ghost(f"goal: {goal}", f"({goal})", (disc,), shapes)

    def _disc(self, peg: str, level: int, disc: str) -> tuple[Rect, TextShape]:
        colour = self._looks[disc].colour
        x, y, width = self._x[peg], self._ground - (level + 0.5) * DISC, self._wide(disc)
        border = mixed(colour, "#000000", 0.3)
        box = Rect(round(x - width / 2, 1), round(y - DISC / 2 + 1, 1), width, DISC - 2, colour, border, 9)
        return box, label(round(x, 1), y, disc, 11, on(colour), width - 8)
