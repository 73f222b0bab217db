"""Streets: crossings on a grid, links between them, and queues at their ends that have green or red."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from relgym.render.palette import FILL, TEXT, WALL, mixed
from relgym.render.rddl.panel import LegendSign, PanelFrame, words_of, written
from relgym.render.rddl.scene import Streets
from relgym.render.rddl.terms import SceneTerms, SceneValues
from relgym.render.shapes import DrawnItem, Line, Rect

ROOM, LARGEST = (880.0, 590.0), 230.0
"""The room of all streets, and the largest distance of crossings, in pixels."""

HALF = 0.17
"""Half of the width of a street, as a fraction of the distance of crossings; there are three lanes in it."""

BEHIND, LONG = 9.0, 7.0
"""The distance of vehicles that queue, and the length of one, in pixels."""

GREEN, RED, DRIVING = FILL["green"], FILL["vermillion"], FILL["sky"]

Place = tuple[float, float]


class _Link(NamedTuple):
    """A link: its ends, the unit vector along it, and the one to the right of that."""

    start: Place
    end: Place
    along: Place
    right: Place

    def at(self, behind: float, aside: float) -> Place:
        """The place some pixels before the end, and to the right of the middle of the street."""
        (x, y), (ax, ay), (rx, ry) = self.end, self.along, self.right
        return round(x - ax * behind + rx * aside, 1), round(y - ay * behind + ry * aside, 1)


class StreetsFrame(PanelFrame):
    """Crossings with their links; traffic keeps to the right."""

    def __init__(self, scene: Streets, terms: SceneTerms, key: str) -> None:
        self._scene = scene
        link, turn = terms.scope(f"{key}.link", (scene.link,)), terms.scope(f"{key}.turn", (scene.turn,))
        self._links, self._turns = terms.rows(link), terms.rows(turn)
        self._ends = [
            terms.add(f"{key}.{name}", getattr(scene, name), turn, "any") for name in ("source", "target", "crossing")
        ]
        self._green = terms.add(f"{key}.green", scene.green, turn, "truth")
        self._queue = terms.add(f"{key}.queue", scene.queue, turn)
        self._of_link = {
            name: terms.add(f"{key}.{name}", getattr(scene, name), link) for name in ("moving", "outside", "room")
        }
        for row in self._links if link.known else ():
            [name] = words_of(row)
            if any(self._named(end) is None for end in _parted(name)):
                terms.wrong.append((f"{key}.link", f"the name '{name}' is not that of two places, as in FROM-TO"))
                break
        self.legend = [
            LegendSign("", GREEN, "queue with green"),
            LegendSign("", RED, "queue with red"),
            LegendSign("", DRIVING, "driving"),
        ]

    def _named(self, name: str) -> tuple[int, ...] | None:
        """Return row and column of a crossing, or the number of a side and the place there."""
        numbers = re.findall(r"\d+", name)
        if not numbers:
            return None
        for side, word in enumerate(self._scene.sides):
            if name.startswith(word):
                return -1, side, int(numbers[0])
        found = tuple(map(int, numbers if len(numbers) > 1 else numbers[0]))
        return found if len(found) == 2 else None

    def begin(self, start: SceneValues) -> None:
        names = [_parted(words_of(row)[0]) for row in self._links]
        ends = [(self._named(one) or (0, 0), self._named(other) or (0, 0)) for one, other in names]
        inner = {end for pair in ends for end in pair if end[0] >= 0}
        rows, columns = (sorted({end[axis] for end in inner}) for axis in (0, 1))
        step = min(LARGEST, ROOM[0] / (len(columns) + 1), ROOM[1] / (len(rows) + 1))
        self.width, self.height = step * (len(columns) + 1), step * (len(rows) + 1)

        # The ends of streets are round.
        half = self._half = round(step * HALF, 1)

        def place(end: tuple[int, ...]) -> Place:
            if end[0] >= 0:
                return step * (columns.index(end[1]) + 1), step * (rows.index(end[0]) + 1)
            _, side, number = end
            if side % 2:
                at = step * (rows.index(number) + 1) if number in rows else self.height / 2
                return (self.width - half if side == 1 else half), at
            at = step * (columns.index(number) + 1) if number in columns else self.width / 2
            return at, (half if side == 0 else self.height - half)

        self._crossings = [place(end) for end in sorted(inner)]
        # Three lanes, with half of one beside them.
        self._side = half / 3.5
        self._drawn = [
            _link(place(one), place(other), half * (one[0] >= 0), half * (other[0] >= 0)) for one, other in ends
        ]
        self._sources, self._targets, self._at = (
            [int(start.at(term, number)) for number, _ in enumerate(self._turns)] for term in self._ends
        )
        self._lanes = [self._turns_of(number) for number, _ in enumerate(self._drawn)]

    def _turns_of(self, number: int) -> list[int]:
        """Return the turns from a link, from the leftmost to the rightmost."""
        link = self._drawn[number]
        turns = [turn for turn, source in enumerate(self._sources) if source == number]
        return sorted(turns, key=lambda turn: _side(link, self._drawn[self._targets[turn]]))

    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        if fixed:
            street, mark = mixed(WALL, "#ffffff", 0.55), mixed(WALL, "#ffffff", 0.2)
            for link in self._drawn:
                yield DrawnItem("", "", (_line(link.start, link.end, x, y, street, 2 * self._half),))
            for across, down in self._crossings:
                left, top = round(x + across - self._half, 1), round(y + down - self._half, 1)
                box = Rect(left, top, 2 * self._half, 2 * self._half, street)
                yield DrawnItem("", "", (box,))
            for link in self._drawn:
                yield DrawnItem("", "", (_line(link.start, link.end, x, y, mark, 1.5),))
            return
        for number, (link, row) in enumerate(zip(self._drawn, self._links, strict=True)):
            yield from self._traffic(view, number, link, words_of(row), x, y)
        for turn, row in enumerate(self._turns):
            if view.at(self._green, turn):
                source, target = self._drawn[self._sources[turn]], self._drawn[self._targets[turn]]
                lane = self._lanes[self._sources[turn]].index(turn)
                start, end = source.at(0, self._aside(lane)), target.at(_long(target), self._aside(1))
                line = _line(start, end, x, y, GREEN, 2.5)._replace(head=8.0)
                yield DrawnItem("", words_of(row)[0], (line,), (), view.fluents(row, self._green), words_of(row))

    def _traffic(
        self, view: SceneValues, number: int, link: _Link, names: tuple[str, ...], x: float, y: float
    ) -> Iterator[DrawnItem]:
        long, waiting = _long(link), 0.0
        for lane, turn in enumerate(self._lanes[number]):
            queue, row = view.real(self._queue, turn), self._turns[turn]
            waiting += queue
            colour = GREEN if view.at(self._green, turn) else RED
            # The signal is seen where nobody waits, too.
            light = _line(link.at(0, self._aside(lane)), link.at(-4, self._aside(lane)), x, y, colour, self._side)
            places = [(3 + BEHIND * n, lane) for n in range(ceil(queue))]
            shapes = [light, *self._vehicles(link, places, queue, x, y, colour)]
            told = f"{words_of(row)[0]}: {queue:.4g} queue"
            yield DrawnItem("", told, tuple(shapes), (), view.fluents(row, self._queue), words_of(row))
        moving = view.real(self._of_link["moving"], number)
        outside = view.real(self._of_link["outside"], number)
        row = self._links[number]
        places = [(long - LONG - BEHIND * (n // 3), (1, 0, 2)[n % 3]) for n in range(ceil(moving))]
        shapes = self._vehicles(link, places, moving, x, y, DRIVING)
        texts = [(f"{moving + waiting:.1f}", long * 0.5)] if moving + waiting >= 0.05 else []
        texts += [(f"+{outside:.1f}", long - 14)] if outside >= 0.05 else []
        words = [
            written(x + across, y + down, text, TEXT)
            for text, behind in texts
            for across, down in [link.at(behind, self._half + 14)]
        ]
        terms = self._of_link["moving"], self._of_link["outside"]
        told = f"{names[0]}: {moving:.4g} drive, {waiting:.4g} queue, {outside:.4g} outside"
        if shapes or words:
            yield DrawnItem("", told, (*shapes, *words), (), view.fluents(row, *terms), names)

    def _vehicles(
        self, link: _Link, places: list[tuple[float, int]], count: float, x: float, y: float, colour: str
    ) -> list[Line]:
        """Return vehicles at places before the end of a link and on lanes; the last one need not be whole."""
        shapes = []
        for number, (behind, lane) in enumerate(places):
            long = LONG * min(1.0, count - number)
            if behind >= 0 and behind + long <= _long(link) and long >= 0.5:
                aside = self._aside(lane)
                shapes.append(
                    _line(link.at(behind, aside), link.at(behind + long, aside), x, y, colour, self._side * 0.75)
                )
        return shapes

    def _aside(self, lane: int) -> float:
        """The distance of the middle of a lane, 0 the leftmost, from the middle of the street."""
        return self._side * (lane + 0.75)


def _link(start: Place, end: Place, first: float, last: float) -> _Link:
    """Return the link between two places, without what lies on crossings: pixels at its start and its end."""
    long = max(1.0, abs(end[0] - start[0]) + abs(end[1] - start[1]))
    along = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    start = start[0] + along[0] * first, start[1] + along[1] * first
    end = end[0] - along[0] * last, end[1] - along[1] * last
    return _Link(start, end, along, (-along[1], along[0]))


def _long(link: _Link) -> float:
    return abs(link.end[0] - link.start[0]) + abs(link.end[1] - link.start[1])


def _side(link: _Link, other: _Link) -> float:
    """Return -1 for a turn to the left, 0 for straight on, 1 for a turn to the right."""
    return link.right[0] * other.along[0] + link.right[1] * other.along[1]


def _line(start: Place, end: Place, x: float, y: float, colour: str, thick: float) -> Line:
    ends = ((round(x + start[0], 1), round(y + start[1], 1)), (round(x + end[0], 1), round(y + end[1], 1)))
    return Line(ends, colour, thick)


def _parted(name: str) -> tuple[str, str]:
    one, _, other = name.partition("-")
    return one, other
