"""Upright gauges: a value between two ends, with lines across."""

from __future__ import annotations

from collections.abc import Iterator

from relgym.render.palette import BORDER, CARD, MUTED, TEXT
from relgym.render.rddl.panel import SIZE, LegendSign, PanelFrame, colour_at, words_of, written
from relgym.render.rddl.scene import Gauges
from relgym.render.rddl.terms import SceneTerms, SceneValues
from relgym.render.shapes import DrawnItem, Line, Rect, Shape, label, text_width

TALL, NARROW, WIDE, ROOM = 200.0, 42.0, 90.0, 880.0
"""The height of a gauge, the least and the largest room for one, and for all of them, in pixels."""

HEAD, FOOT = 18.0, 36.0
"""The room for the upper end, and for value and name below, in pixels."""

HIGH = HEAD + TALL + FOOT


class GaugesFrame(PanelFrame):
    """Gauges beside each other."""

    def __init__(self, scene: Gauges, terms: SceneTerms, key: str) -> None:
        scope = terms.scope(f"{key}.of", scene.of)
        self._scene = scene
        self._rows = terms.rows(scope)
        self._value = terms.add(f"{key}.value", scene.value, scope, exact=True)
        self._ends = terms.add(f"{key}.low", scene.low, scope), terms.add(f"{key}.high", scene.high, scope)
        self._levels = [
            terms.add(f"{key}.levels.{number}.value", level.value, scope) for number, level in enumerate(scene.levels)
        ]
        self.legend = [LegendSign("", colour_at(level.colour), level.legend) for level in scene.levels]

    def begin(self, start: SceneValues) -> None:
        names = max((text_width(" ".join(words_of(row)), SIZE) for row in self._rows), default=0.0) + 12
        count = len(self._rows)
        self._step = max(NARROW, min(WIDE, max(names, 60.0), ROOM / max(1, count)))
        self._across = max(1, min(count, int(ROOM / self._step)))
        self.width = self._step * min(count, self._across)
        self.height = HIGH * -(-count // self._across)

    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        for number, row in enumerate(self._rows):
            middle = x + (number % self._across + 0.5) * self._step
            top, bar = y + HEAD + number // self._across * HIGH, min(36.0, self._step * 0.55)
            if fixed:
                if row:
                    name = label(
                        round(middle, 1), top + TALL + 26, " ".join(words_of(row)), SIZE, MUTED, self._step - 2
                    )
                    yield DrawnItem("", "", (name,), objects=words_of(row))
                continue
            low, high = view.pair(self._ends, number)

            def level(value: float, low: float = low, high: float = high, top: float = top) -> float:
                part = (value - low) / ((high - low) or 1.0)
                return round(top + TALL * (1 - min(max(part, 0.0), 1.0)), 1)

            value = view.real(self._value, number)
            zero, end = level(max(low, 0.0) if high > 0 else low), level(value)
            fill = colour_at(self._scene.colour if value >= 0 or high <= 0 else self._scene.below)
            side = round(middle - bar / 2, 1)
            shapes: list[Shape] = [Rect(side, top, bar, TALL, CARD, BORDER, 3)]
            if zero != end:
                shapes.append(Rect(side, min(zero, end), bar, round(abs(end - zero), 1), fill))
            if low < 0 < high:
                shapes.append(Line(((side, zero), (round(side + bar, 1), zero)), MUTED, 1))
            for term, drawn in zip(self._levels, self._scene.levels, strict=True):
                line = level(view.real(term, number))
                shapes.append(Line(((side - 5, line), (round(side + bar + 5, 1), line)), colour_at(drawn.colour), 3.5))
            shapes.append(written(middle, top - HEAD / 2, f"{high:.4g}", MUTED, 11.0))
            words = view.words(self._value, number)
            shapes.append(label(round(middle, 1), top + TALL + 10, words, SIZE, TEXT, self._step - 2))
            fluents = view.fluents(row, self._value, *self._levels)
            told = f"{' '.join(words_of(row)) or self._scene.title}: {words} of {high:.4g}"
            yield DrawnItem(fluents[0] if fluents else "", told, tuple(shapes), (), fluents, words_of(row))
