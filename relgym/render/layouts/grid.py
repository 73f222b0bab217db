"""Grids: cells beside each other, with the things on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView, TaskFacts
from relgym.render.frame import MARGIN, Extent
from relgym.render.glyphs import GLYPHS
from relgym.render.goal_conditions import GoalConditions
from relgym.render.looks import Shown, atoms_of, colour_of
from relgym.render.palette import BORDER, CARD, GOAL, LINE, TEXT, WALL, mixed, on
from relgym.render.scene import CellMark, Grid
from relgym.render.shapes import DrawnItem, Glyph, Line, NamedAtom, Outline, Rect, Shape, ghost, label
from relgym.render.spots import cells_of

CELL, EDGE, BETWEEN = 48.0, 6.0, 24.0
"""The size of a cell, the thickness of the wall around the cells, and the gap between parts of a grid, in pixels."""

SMALLEST = 26.0
"""The smallest size of a cell, in pixels, however many there are."""

PALE = 0.6
"""The fraction of a cell's own colour in the colour of a marked cell."""

SHARES = {1: (1, 0.76), 2: (2, 0.5), 3: (2, 0.46), 4: (2, 0.46)}
"""For how many things are in a cell: how many are beside each other, and how large they are."""


class _Thing(NamedTuple):
    """A thing in a cell of the grid, with the atoms that put it there."""

    object: str
    title: str
    glyph: str
    colour: str
    atoms: tuple[NamedAtom, ...]
    goal: str = ""
    objects: tuple[str, ...] = ()


class GridFrame:
    """Cells as squares; where there is no cell there is wall, and between cells without a step."""

    whole = True

    def __init__(self, task: Task, scene: Grid, facts: TaskFacts, looks: Mapping[str, Shown], room: Extent) -> None:
        self._scene = scene
        self._looks = looks
        self._things = {mark: _names_things(task, mark) for mark in scene.marks}
        self._hued = {row[0] for name in scene.hues for row in facts.start.rows(name)}
        parts = cells_of(facts.start.rows(scene.step), scene.right, scene.down)
        spans = [_span(part) for part in parts]
        across = max((right - left + 1 for _, left, _, right in spans), default=1)
        down = sum(last - first + 1 for first, _, last, _ in spans) or 1
        walls = len(spans) * (2 * EDGE + BETWEEN)
        self._side = round(max(SMALLEST, min(CELL, (room.width - 2 * EDGE) / across, (room.height - walls) / down)), 1)
        widest = max(((right - left + 1) * self._side for _, left, _, right in spans), default=0.0) + 2 * EDGE
        self.width = max(room.least, widest)
        self._middle: dict[str, tuple[float, float]] = {}
        items = []
        top = MARGIN
        for part, (first, left, last, right) in zip(parts, spans, strict=True):
            wide, high = (right - left + 1) * self._side, (last - first + 1) * self._side
            start = MARGIN + (self.width - wide) / 2
            frame = Rect(start - EDGE, top, wide + 2 * EDGE, high + 2 * EDGE, WALL, None, 8)
            items.append(DrawnItem("", "", (frame,)))
            for cell, (row, column) in part.items():
                x, y = start + (column - left) * self._side, top + EDGE + (row - first) * self._side
                self._middle[cell] = x + self._side / 2, y + self._side / 2
                items.append(DrawnItem(cell, looks[cell].title, (Rect(x, y, self._side, self._side, CARD, BORDER),)))
            top += high + 2 * EDGE + BETWEEN
        self.height = max(0.0, top - BETWEEN - MARGIN)
        self.backdrop = (*items, *self._walls(facts, parts))

    def _walls(self, facts: TaskFacts, parts: list[dict[str, tuple[int, int]]]) -> Iterator[DrawnItem]:
        """A line between cells beside each other where no step leads from one to the other."""
        steps = {frozenset(row[:2]) for row in facts.start.rows(self._scene.step)}
        shapes: list[Shape] = []
        for part in parts:
            cells = {place: cell for cell, place in part.items()}
            for (row, column), cell in cells.items():
                x, y = self._middle[cell]
                right, below = cells.get((row, column + 1)), cells.get((row + 1, column))
                if right is not None and frozenset((cell, right)) not in steps:
                    shapes.append(Rect(x + self._side / 2 - 2, y - self._side / 2, 4, self._side, WALL))
                if below is not None and frozenset((cell, below)) not in steps:
                    shapes.append(Rect(x - self._side / 2, y + self._side / 2 - 2, self._side, 4, WALL))
        if shapes:
            yield DrawnItem("", "", tuple(shapes))

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the items on the cells, those on the floor first, then what is wanted there."""
        cells = self._on_cells(view)
        for row in view.rows(self._scene.joins) if self._scene.joins is not None else ():
            ends = tuple(self._middle[cell] for cell in row if cell in self._middle)
            if len(ends) > 1:
                atom: NamedAtom = (self._scene.joins or "", *row)
                yield DrawnItem(
                    "", " ".join(atom), (Line(ends, self._joint(cells, row[0]), self._side * 0.3),), (atom,)
                )
        for cell, things in cells.items():
            if cell in self._middle:
                yield from self._cell(*self._middle[cell], things)
        for cell, ghosts in self._wanted(wanted).items() if wanted is not None else ():
            if cell in self._middle:
                busy = any(not GLYPHS[thing.glyph].floor for thing in cells.get(cell, ()))
                yield from self._ghosts(*self._middle[cell], ghosts, busy)

    def _joint(self, cells: Mapping[str, list[_Thing]], cell: str) -> str:
        """Return the colour of a line that joins a cell to another: that of what is on it."""
        return cells[cell][0].colour if cells.get(cell) else LINE

    def _on_cells(self, view: StateView) -> dict[str, list[_Thing]]:
        """Map cells to the things and marks on them."""
        cells: dict[str, list[_Thing]] = {}
        drawn: dict[str, list[CellMark]] = {}
        holding = {name: dict.fromkeys(view.holding(name)) for mark in self._scene.marks for name in mark.holds}
        for mark in self._scene.marks:
            if self._things[mark]:
                for thing, cell in view.rows(mark.holds[0]):
                    glyph, colour, title = self._looks[thing]
                    atoms: tuple[NamedAtom, ...] = ((mark.holds[0], thing, cell),)
                    cells.setdefault(cell, []).append(_Thing(thing, f"{title}, at {cell}", glyph, colour, atoms))
            elif mark.glyph is not None or mark.colour is not None:
                # A colour alone is that of the whole cell.
                glyph = mark.glyph or "tile"
                floor = GLYPHS[glyph].floor
                colour = colour_of(mark) if mark.glyph else mixed(colour_of(mark), CARD, PALE)
                for cell in holding[mark.holds[0]]:
                    if not all(cell in holding[name] for name in mark.holds[1:]):
                        continue
                    # A box on its place is one thing, not a box and a box.
                    before = drawn.setdefault(cell, [])
                    if not floor and any(set(mark.holds) < set(other.holds) for other in before):
                        continue
                    before.append(mark)
                    told = f"{' '.join(mark.holds)}, at {cell}"
                    own = mark.colour is None and cell in self._hued
                    shown = self._looks[cell].colour if own else colour
                    atoms = atoms_of((mark,), cell, view)
                    cells.setdefault(cell, []).append(_Thing("", told, glyph, shown, atoms))
        return cells

    def _wanted(self, wanted: GoalConditions) -> dict[str, list[_Thing]]:
        """Map cells to the things and marks that are wanted there and missing."""
        found: dict[str, list[_Thing]] = {}
        seen = set()
        for mark in self._scene.marks:
            name = mark.holds[0]
            if len(mark.holds) > 1 or name in seen:
                continue
            seen.add(name)
            for row in wanted.rows(name, met=False):
                told = " ".join((name, *row))
                if self._things[mark]:
                    glyph, colour, _ = self._looks[row[0]]
                elif mark.glyph is not None or mark.colour is not None:
                    # A colour alone would look as if it were there.
                    glyph, colour = mark.glyph or "", colour_of(mark)
                else:
                    continue
                thing = row[0] if self._things[mark] else ""
                ghost = _Thing(thing, f"goal: {told}", glyph, colour, (), f"({told})", tuple(dict.fromkeys(row)))
                found.setdefault(row[-1], []).append(ghost)
        return found

    def _ghosts(self, x: float, y: float, things: list[_Thing], busy: bool) -> Iterator[DrawnItem]:
        """Yield what is wanted in a cell: as large as other things, or in the upper left corner beside them."""
        for number, thing in enumerate(things):
            outline = Outline(x - self._side / 2 + 3, y - self._side / 2 + 3, self._side - 6, self._side - 6, GOAL, 5)
            if not thing.glyph:
                shapes: tuple[Shape, ...] = ()
            elif busy:
                size = self._side * 0.36
                left, top = round(x - self._side / 2 + 2 + number * size, 1), round(y - self._side / 2 + 2, 1)
                middle = round(left + size / 2, 1), round(top + size / 2, 1)
                name = label(*middle, thing.object, 9, TEXT, size - 2)
                shown = (name,) if thing.glyph == "block" else self._one(thing, *middle, size * 0.8).shapes
                shapes = Rect(left, top, size, size, CARD, None, 3), *shown
                outline = Outline(left, top, size, size, GOAL, 3, 1.2)
            else:
                across, part = SHARES.get(len(things), (3, 0.32))
                rows = -(-len(things) // across)
                right, down = (number % across + 0.5) / across - 0.5, (number // across + 0.5) / rows - 0.5
                middle = round(x + right * self._side * 0.92, 1), round(y + down * self._side * 0.88, 1)
                shapes = self._one(thing, *middle, part * self._side).shapes
            yield ghost(thing.title, thing.goal, thing.objects, (*shapes, outline))

    def _cell(self, x: float, y: float, things: list[_Thing]) -> Iterator[DrawnItem]:
        floors = [thing for thing in reversed(things) if GLYPHS[thing.glyph].floor]
        for thing in floors:
            size = self._side - 1 if thing.glyph in ("tile", "water") else self._side * 0.8
            yield DrawnItem(thing.object, thing.title, (Glyph(thing.glyph, x, y, size, thing.colour),), thing.atoms)
        others = [thing for thing in things if not GLYPHS[thing.glyph].floor]
        across, part = SHARES.get(len(others), (3, 0.32))
        rows = -(-len(others) // across)
        for number, thing in enumerate(others):
            right = (number % across + 0.5) / across - 0.5
            down = (number // across + 0.5) / rows - 0.5
            yield self._one(
                thing,
                round(x + right * self._side * 0.92, 1),
                round(y + down * self._side * 0.88, 1),
                part * self._side,
            )

    def _one(self, thing: _Thing, x: float, y: float, size: float) -> DrawnItem:
        if thing.glyph == "block":
            half = size * 0.58
            shapes: tuple[Shape, ...] = (
                Rect(
                    round(x - half, 1),
                    round(y - half, 1),
                    round(2 * half, 1),
                    round(2 * half, 1),
                    thing.colour,
                    None,
                    6,
                ),
                label(x, y, thing.object, 0.36 * size, on(thing.colour), 2 * half - 4),
            )
        elif thing.object and size > self._side / 2:
            name = label(x, round(y + self._side * 0.38, 1), thing.object, 9, TEXT, self._side - 6)
            shapes = Glyph(thing.glyph, x, round(y - 4, 1), round(size * 0.86, 1), thing.colour), name
        else:
            shapes = (Glyph(thing.glyph, x, y, round(size, 1), thing.colour),)
        return DrawnItem(thing.object, thing.title, shapes, thing.atoms)


def _names_things(task: Task, mark: CellMark) -> bool:
    """Return True if a mark shows the things that its predicate puts into cells: `(at ?thing ?cell)`."""
    return (
        mark.glyph is None
        and mark.colour is None
        and len(mark.holds) == 1
        and len(task.predicates[mark.holds[0]].parameters) == 2
    )


def _span(part: Mapping[str, tuple[int, int]]) -> tuple[int, int, int, int]:
    """The first row and column, and the last ones."""
    rows, columns = [row for row, _ in part.values()], [column for _, column in part.values()]
    return min(rows), min(columns), max(rows), max(columns)
