"""Shafts: floors above each other, with what waits there, and lifts along them."""

from __future__ import annotations

from collections.abc import Iterator

from relgym.render.palette import BACKGROUND, BORDER, CARD, MUTED
from relgym.render.rddl.layouts.marks import Marks
from relgym.render.rddl.panel import SIZE, PanelFrame, words_of, written
from relgym.render.rddl.scene import Shaft
from relgym.render.rddl.terms import SceneTerms, SceneValues
from relgym.render.shapes import DrawnItem, Rect, text_width

FLOOR, TALLEST, WAITING = 64.0, 480.0, 110.0
"""The largest height of a floor and of all of them, and the width of where people wait, in pixels."""

LIFT, NARROW, ROOM = 110.0, 56.0, 720.0
"""The largest and the least width of a lift, and the room for all of them, in pixels."""


class ShaftFrame(PanelFrame):
    """Floors from the highest to the lowest, and a column for each lift."""

    def __init__(self, scene: Shaft, terms: SceneTerms, key: str) -> None:
        floor, lift = terms.scope(f"{key}.floor", (scene.floor,)), terms.scope(f"{key}.lift", (scene.lift,))
        self._floors, self._lifts = terms.rows(floor), terms.rows(lift)
        two = terms.scope(f"{key}.floor", (scene.floor, scene.floor))
        self._above = terms.add(f"{key}.above", scene.above, two, "truth")
        both = terms.scope(f"{key}.lift", (scene.lift, scene.floor))
        self._at = terms.add(f"{key}.at", scene.at, both, "truth", exact=True)
        self._waiting = Marks(scene.waiting, terms, f"{key}.waiting", floor)
        self._inside = Marks(scene.inside, terms, f"{key}.inside", lift)
        self.legend = [*self._waiting.legend, *self._inside.legend]

    def begin(self, start: SceneValues) -> None:
        count = len(self._floors)
        # The number of floors below each one, by steps from floor to floor.
        below = [{n for n in range(count) if start.at(self._above, floor * count + n)} for floor in range(count)]
        for _ in range(count):
            below = [found.union(*(below[n] for n in found)) for found in below]
        order = sorted(range(count), key=lambda floor: -len(below[floor]))
        self._level = {floor: place for place, floor in enumerate(order)}
        self._high = min(FLOOR, TALLEST / max(1, count))
        self._wide = max(NARROW, min(LIFT, ROOM / max(1, len(self._lifts))))
        self._head = max((text_width(words_of(row)[0], SIZE) for row in self._floors), default=0.0) + 12
        self.width = self._head + WAITING + self._wide * len(self._lifts) + 8
        self.height = self._high * count + 22

    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        high, left = self._high, x + self._head
        if fixed:
            for floor, row in enumerate(self._floors):
                top = round(y + self._level[floor] * high, 1)
                name = written(x, top + high / 2, words_of(row)[0], MUTED, start=True)
                shade = Rect(left, top, WAITING + self._wide * len(self._lifts) + 8, high, BACKGROUND, BORDER)
                yield DrawnItem("", "", (shade, name), objects=words_of(row))
            for lift, row in enumerate(self._lifts):
                middle = left + WAITING + 8 + self._wide * (lift + 0.5)
                shaft = Rect(
                    round(middle - self._wide / 2 + 6, 1), y, self._wide - 12, round(self.height - 22, 1), CARD, BORDER
                )
                name = written(middle, y + self.height - 10, words_of(row)[0], MUTED)
                yield DrawnItem("", "", (shaft, name), objects=words_of(row))
            return
        for floor, row in enumerate(self._floors):
            top = y + self._level[floor] * high
            _, *signs = self._waiting.shapes(view, floor, left + 4, top + 2, WAITING - 8, high - 4)
            if signs:
                fluents = self._waiting.fluents(view, row)
                yield DrawnItem(
                    fluents[0] if fluents else "", words_of(row)[0], tuple(signs), (), fluents, words_of(row)
                )
        count = len(self._floors)
        for lift, row in enumerate(self._lifts):
            side = left + WAITING + 8 + self._wide * lift + 10
            for floor, place in enumerate(self._floors):
                if view.at(self._at, lift * count + floor):
                    top = y + self._level[floor] * high + 3
                    shapes = self._inside.shapes(view, lift, side, top, self._wide - 20, high - 6)
                    fluents = (*view.fluents((*row, *place), self._at), *self._inside.fluents(view, row))
                    words = f"{words_of(row)[0]} at {words_of(place)[0]}"
                    yield DrawnItem(fluents[0] if fluents else "", words, tuple(shapes), (), fluents, words_of(row))
