"""Cells with marks: on a grid by the numbers in their names, or linked with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relgym.render.layouts.spread import spread
from relgym.render.palette import CARD, LINE, TEXT, on
from relgym.render.rddl.layouts.marks import Marks
from relgym.render.rddl.panel import SIZE, PanelFrame, words_of, written
from relgym.render.rddl.scene import CellGrid, Network
from relgym.render.rddl.terms import SceneTerms, SceneValues
from relgym.render.shapes import DrawnItem, Line, Rect, text_width

LARGEST, TALLEST, NAMED = 84.0, 500.0, 50.0
"""The largest size of a cell, the largest height of a grid, and the size from which cells are named, in pixels."""

CARD_HEIGHT, LINKED, LOOSE = 34.0, 26.0, 90.0
"""The height of a card, the least gap between cards, and the gap in a small network, in pixels."""

SPREAD_LIMIT = 120
"""The largest number of cards that are laid out by their links."""

AREA = 880.0, 560.0
"""The room of a network, in pixels."""


class CellsFrame(PanelFrame):
    """Squares beside each other, or cards with links."""

    def __init__(self, scene: CellGrid | Network, terms: SceneTerms, key: str) -> None:
        self._scene = scene
        scope = terms.scope(f"{key}.of", (scene.of,))
        self._rows = terms.rows(scope) if scope.known else []
        self._names = [row[0].name.removeprefix("@") for row in self._rows]
        self._marks = Marks(scene.marks, terms, f"{key}.marks", scope)
        self.legend = self._marks.legend
        if isinstance(scene, Network):
            pairs = terms.scope(f"{key}.of", (scene.of, scene.of))
            self._links = terms.add(f"{key}.links", scene.links, pairs, "truth")
        elif {*scene.numbers} != {"row", "column"}:
            terms.wrong.append((f"{key}.numbers", "'row' and 'column' are needed, in the order of names"))
        else:
            short = next((name for name in self._names if len(_numbers(name)) < 2), None)
            if short is not None:
                terms.wrong.append((f"{key}.of", f"the name '{short}' has not two numbers, row and column"))

    def begin(self, start: SceneValues) -> None:
        count = len(self._names)
        self._edges = []
        if isinstance(self._scene, Network):
            numbers = [number for number in range(count * count) if start.at(self._links, number)]
            self._edges = sorted({(min(n // count, n % count), max(n // count, n % count)) for n in numbers})
            sizes = [(max(CARD_HEIGHT + 8, text_width(name, SIZE) + 30), CARD_HEIGHT) for name in self._names]
            self._spread(sizes)
        else:
            places = [_numbers(name)[:2] for name in self._names]
            if self._scene.numbers[0] == "column":
                places = [(row, column) for column, row in places]
            rows, columns = (sorted({place[axis] for place in places}) for axis in (0, 1))
            cell = min(LARGEST, TALLEST / max(1, len(rows)), AREA[0] / max(1, len(columns)))
            self._sizes = [(cell, cell)] * count
            self._corners = [(columns.index(column) * cell, rows.index(row) * cell) for row, column in places]
            self.width, self.height = len(columns) * cell, len(rows) * cell

    def _spread(self, sizes: list[tuple[float, float]]) -> None:
        count = len(sizes)
        # The layout of links takes time with the square of their number; many cards stand in rows.
        edges = self._edges if count <= SPREAD_LIMIT else []
        found = spread(count, edges, sizes, max(LINKED, LOOSE - 4 * count))
        # Cards keep their size where the room does not do for the gaps between them.
        wide, tall = max((w for w, _ in sizes), default=0.0), CARD_HEIGHT
        across = min(1.0, (AREA[0] - wide) / max(1.0, found.width - wide))
        down = min(1.0, (AREA[1] - tall) / max(1.0, found.height - tall))
        self._sizes = sizes
        self._corners = [
            (x * across - width / 2 + wide / 2 * (1 - across), y * down - height / 2 + tall / 2 * (1 - down))
            for (x, y), (width, height) in zip(found.positions, sizes, strict=True)
        ]
        self.width, self.height = found.width * across + wide * (1 - across), found.height * down + tall * (1 - down)

    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        if fixed:
            for ends in self._edges:
                (x1, y1), (x2, y2) = (
                    (self._corners[n][0] + self._sizes[n][0] / 2, self._corners[n][1] + self._sizes[n][1] / 2)
                    for n in ends
                )
                line = Line(((round(x + x1, 1), round(y + y1, 1)), (round(x + x2, 1), round(y + y2, 1))), LINE, 1.5)
                yield DrawnItem("", "", (line,))
            return
        network = isinstance(self._scene, Network)
        for number, (row, name) in enumerate(zip(self._rows, self._names, strict=True)):
            left, top = self._corners[number]
            width, height = self._sizes[number]
            # In a card, the name stands beside the glyphs.
            room = text_width(name, SIZE) + 8 if network else 0.0
            foot = 14.0 if width >= NAMED and not network else 0.0
            shapes = self._marks.shapes(view, number, x + left, y + top, width, height, room, foot)
            ground = next((shape.fill for shape in shapes if isinstance(shape, Rect)), CARD)
            ink = TEXT if ground == CARD else on(ground)
            if network:
                shapes.append(written(x + left + width - room / 2 - 1, y + top + height / 2, name, ink))
            elif foot:
                words = written(x + left + 4, y + top + height - 8, name, ink, 11.0, start=True)
                shapes.append(words)
            fluents = self._marks.fluents(view, row)
            yield DrawnItem(fluents[0] if fluents else "", name, tuple(shapes), (), fluents, words_of(row))


def _numbers(name: str) -> tuple[int, ...]:
    """The numbers in a name: its groups of digits, or each digit if there is one group."""
    groups = re.findall(r"\d+", name)
    return tuple(map(int, groups if len(groups) != 1 else groups[0]))
