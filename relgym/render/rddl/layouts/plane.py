"""Planes: things at places that numbers give, with straight lines and curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees, hypot
from typing import NamedTuple

from relgym.model.rddl.expressions import NUMBERS
from relgym.render.palette import BORDER, CARD, MUTED, TEXT
from relgym.render.rddl.panel import SIZE, LegendSign, PanelFrame, colour_at, words_of, written
from relgym.render.rddl.scene import Expression, Plane, Point, Segment
from relgym.render.rddl.terms import Row, SceneTerm, SceneTerms, SceneValues
from relgym.render.shapes import DrawnItem, Glyph, Line, Rect, Shape, label

TALLEST, FLAT = 380.0, 260.0
"""The largest height of a plane, and the height of one whose directions have scales of their own, in pixels."""

ROOM = 0.12
"""The margin around the places at the start, as a fraction of their extent."""

STEPS = 60
"""The number of straight pieces of a curve."""

ARROW = 60.0
"""The length of the arrow of the largest velocity that is drawn in full, in pixels."""


WORDS = 140.0
"""The room for the words at a thing, in pixels."""


class _Drawn(NamedTuple):
    """A part of the scene with its expressions and its rows of objects."""

    part: Point | Segment
    when: SceneTerm
    ends: tuple[tuple[SceneTerm, ...], ...]
    more: dict[str, SceneTerm]
    rows: Sequence[Row]
    fixed: bool


class PlaneFrame(PanelFrame):
    """A plane from left to right and from bottom to top."""

    def __init__(self, scene: Plane, terms: SceneTerms, key: str, widest: float) -> None:
        self._terms = terms
        self._widest = widest
        self._scene = scene
        self._parts = [
            *(self._part(part, f"{key}.segments.{number}") for number, part in enumerate(scene.segments)),
            *(self._part(part, f"{key}.points.{number}") for number, part in enumerate(scene.points)),
        ]
        self._ends = [
            tuple(terms.add(f"{key}.{name}.{number}", end) for number, end in enumerate(ends))
            for name, ends in (("across", scene.across or ()), ("up", scene.up or ()))
        ]
        self._curves = [self._curve(f"{key}.curves.{number}", number) for number, _ in enumerate(scene.curves)]
        self.legend = [
            LegendSign(part.glyph if isinstance(part, Point) else "", colour_at(part.colour), part.legend)
            for part, *_ in self._parts
            if part.legend
        ]

    def _part(self, part: Point | Segment, key: str) -> _Drawn:
        terms = self._terms
        scope = terms.scope(f"{key}.of", part.of)

        def pair(name: str, given: Sequence[Expression]) -> tuple[SceneTerm, ...]:
            return tuple(terms.add(f"{key}.{name}.{number}", each, scope) for number, each in enumerate(given))

        more: dict[str, SceneTerm] = {}
        if isinstance(part, Point):
            ends = pair("at", part.at), pair("velocity", part.velocity or ())
            for name in ("radius", "angle"):
                given = getattr(part, name)
                if given is not None:
                    more[name] = terms.add(f"{key}.{name}", given, scope)
            if part.text is not None:
                more["text"] = terms.add(f"{key}.text", part.text, scope, "any")
        else:
            ends = pair("start", part.start), pair("end", part.end)
        when = terms.add(f"{key}.when", part.when, scope, "truth", exact=True)
        fixed = terms.is_fixed(when, *ends[0], *ends[1], *more.values())
        return _Drawn(part, when, ends, more, terms.rows(scope), fixed)

    def _curve(self, key: str, number: int) -> tuple[SceneTerm, ...]:
        curve, terms = self._scene.curves[number], self._terms
        states = {function.name: function for function in terms.program.states}
        function = states.get(curve.fluent)
        if function is None or function.parameters or function.range not in NUMBERS:
            terms.wrong.append((f"{key}.fluent", f"'{curve.fluent}' is no number of the state without parameters"))
        given = {"low": curve.low, "high": curve.high, "at.0": curve.at[0], "at.1": curve.at[1]}
        return tuple(terms.add(f"{key}.{name}", each) for name, each in given.items())

    def begin(self, start: SceneValues) -> None:
        places = [*self._places(start)]
        (self._left, right), (self._low, high) = (
            start.pair(ends) if ends else _span([place[axis] for place in places])
            for axis, ends in enumerate(self._ends)
        )
        wide, tall = (right - self._left) or 1.0, (high - self._low) or 1.0
        if self._scene.square:
            self._across = self._up = min(self._widest / wide, TALLEST / tall)
        else:
            self._across, self._up = self._widest / wide, FLAT / tall
        self.width, self.height = round(wide * self._across), round(tall * self._up) + 16
        self._paths = [tuple(self._path(start, number)) for number, _ in enumerate(self._curves)]

    def _places(self, view: SceneValues) -> Iterator[tuple[float, float]]:
        for drawn in self._parts:
            for number, _ in enumerate(drawn.rows):
                if view.at(drawn.when, number):
                    at = view.pair(drawn.ends[0], number)
                    radius = view.real(drawn.more["radius"], number) if "radius" in drawn.more else 0.0
                    yield at[0] - radius, at[1] - radius
                    yield at[0] + radius, at[1] + radius
                    if isinstance(drawn.part, Segment):
                        yield view.pair(drawn.ends[1], number)

    def _path(self, start: SceneValues, number: int) -> Iterator[tuple[float, float]]:
        low, high, *at = self._curves[number]
        first, last = start.pair((low, high))
        fluent = self._scene.curves[number].fluent
        for step in range(STEPS + 1):
            value = first + (last - first) * step / STEPS
            yield self._terms.at(self._terms.changed(start.state, fluent, value)).pair(at)

    def _spot(self, place: tuple[float, float], x: float, y: float) -> tuple[float, float, bool]:
        """Return where a place is in the picture, at the edge for one outside, and whether it is inside."""
        right, bottom = self.width, self.height - 16
        across, down = (place[0] - self._left) * self._across, bottom - (place[1] - self._low) * self._up
        inside = -1 <= across <= right + 1 and -1 <= down <= bottom + 1
        return _r(x + min(max(across, 0.0), right)), _r(y + min(max(down, 0.0), bottom)), inside

    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        if fixed:
            yield DrawnItem("", "", (Rect(_r(x), _r(y), self.width, self.height - 16, CARD, BORDER),))
            yield from self._ticks(x, y)
            for path, curve in zip(self._paths, self._scene.curves, strict=True):
                line = tuple(self._spot(place, x, y)[:2] for place in path)
                yield DrawnItem("", "", (Line(line, colour_at(curve.colour), 4),))
        for drawn in self._parts:
            if drawn.fixed is fixed:
                for number, row in enumerate(drawn.rows):
                    if view.at(drawn.when, number):
                        yield self._item(drawn, view, number, row, x, y)

    def _ticks(self, x: float, y: float) -> Iterator[DrawnItem]:
        """Yield the coordinates of the ends."""
        right, top = self._left + self.width / self._across, self._low + (self.height - 16) / self._up
        size = 11.0
        first, last = f"{self._left:.3g}, {self._low:.3g}", f"{right:.3g}, {top:.3g}"
        words = written(x, y + self.height - 6, first, MUTED, size, start=True)
        yield DrawnItem("", "", (words,))
        words = written(0, y + self.height - 6, last, MUTED, size, start=True)
        yield DrawnItem("", "", (words._replace(x=_r(x + self.width - words.width)),))

    def _item(self, drawn: _Drawn, view: SceneValues, number: int, row: Row, x: float, y: float) -> DrawnItem:
        part = drawn.part
        colour = colour_at(part.colour, number)
        terms = (drawn.when, *drawn.ends[0], *drawn.ends[1], *drawn.more.values())
        fluents, objects = view.fluents(row, *terms), words_of(row)
        place = view.pair(drawn.ends[0], number)
        left, top, inside = self._spot(place, x, y)
        if isinstance(part, Segment):
            right, bottom, _ = self._spot(view.pair(drawn.ends[1], number), x, y)
            line = Line(((left, top), (right, bottom)), colour, part.thick)
            return DrawnItem("", part.legend or " ".join(objects), (line,), (), fluents, objects)
        shapes = [*self._point(drawn, view, number, left, top, colour)]
        words = [*objects[:1]] if part.name else []
        words += [view.words(drawn.more["text"], number)] if "text" in drawn.more else []
        if words:
            told = label(0, top + part.size / 2 + SIZE / 2 + 1, " ".join(words), SIZE, TEXT, WORDS)
            half = told.width / 2
            middle = min(max(left, x + half), x + self.width - half)
            level = min(told.y, y + self.height - 16 - SIZE / 2)
            shapes.append(told._replace(x=_r(middle), y=_r(level)))
        title = f"{' '.join(objects) or part.legend} at {place[0]:.4g}, {place[1]:.4g}"
        name = fluents[0] if fluents else ""
        return DrawnItem(name, title, tuple(shapes), (), fluents, objects, ghost=part.pale or not inside)

    def _point(self, drawn: _Drawn, view: SceneValues, number: int, x: float, y: float, colour: str) -> Iterator[Shape]:
        part = drawn.part
        assert isinstance(part, Point)
        if "radius" in drawn.more:
            # The disc of the glyph has a radius of 0.7 of half its size.
            size = view.real(drawn.more["radius"], number) * self._across * 2 / 0.7
            yield Glyph(part.glyph, x, y, _r(size), colour)
            return
        if drawn.ends[1]:
            right, up = view.pair(drawn.ends[1], number)
            long = hypot(right, up)
            if long > 0:
                # However fast it is, the arrow stays in reach.
                part_of = ARROW * long / (1 + long) + part.size / 2
                yield Line(((x, y), (_r(x + right / long * part_of), _r(y - up / long * part_of))), MUTED, 2, 9)
        angle = _r(degrees(view.real(drawn.more["angle"], number))) if "angle" in drawn.more else 0.0
        yield Glyph(part.glyph, x, y, part.size, colour, angle)


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low) * ROOM or 1.0
    return low - room, high + room


def _r(number: float) -> float:
    return round(number, 1)
