"""Marks on objects: colours of the whole, glyphs beside each other, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from relgym.render.palette import BORDER, CARD, TEXT, mixed, on
from relgym.render.rddl.panel import SIZE, LegendSign, colour_at
from relgym.render.rddl.scene import ValueMark
from relgym.render.rddl.terms import PartScope, Row, SceneTerm, SceneTerms, SceneValues
from relgym.render.shapes import Glyph, Rect, Shape, label

PALE = 0.45
"""The fraction of the colour of a card in the colour of a mark on it."""


class _Asked(NamedTuple):
    """A mark with its expressions: if it holds, its value, and the ends of its values."""

    mark: ValueMark
    when: SceneTerm
    value: SceneTerm | None
    ends: tuple[SceneTerm, SceneTerm]


class Marks:
    """The marks of the objects of a type."""

    def __init__(self, marks: Sequence[ValueMark], terms: SceneTerms, key: str, scope: PartScope) -> None:
        self._marks = []
        # Colours of the whole hide each other.
        whole = [mark for number, mark in enumerate(marks) if mark.glyph is None and (number or mark.when != "true")]
        for number, mark in enumerate(marks):
            each = f"{key}.{number}"
            seen = mark.glyph is not None or len(whole) == 1
            when = terms.add(f"{each}.when", mark.when, scope, "truth", exact=seen)
            value = None
            if mark.value is not None:
                value = terms.add(f"{each}.value", mark.value, scope, exact=mark.when == "true" and not whole[1:])
            ends = terms.add(f"{each}.low", mark.low, scope), terms.add(f"{each}.high", mark.high, scope)
            self._marks.append(_Asked(mark, when, value, ends))
        self.terms = [term for asked in self._marks for term in (asked.when, asked.value) if term is not None]
        self.legend = [
            LegendSign(mark.glyph or "", colour_at(mark.colour) if mark.glyph else _pale(mark.colour), mark.legend)
            for mark in marks
            if mark.legend
        ]

    def fluents(self, view: SceneValues, row: Row) -> tuple[str, ...]:
        """The names of the cells of the state that the marks show."""
        return view.fluents(row, *self.terms)

    def shapes(
        self,
        view: SceneValues,
        number: int,
        x: float,
        y: float,
        width: float,
        height: float,
        room: float = 0.0,
        foot: float = 0.0,
    ) -> list[Shape]:
        """A card with the marks of an object, by its upper left corner; `room` on the right and a `foot` stay free."""
        words, glyphs, ground = "", [], CARD
        for mark, when, value, ends in self._marks:
            if not view.at(when, number):
                continue
            if value is not None:
                low, high = view.pair(ends, number)
                part = (view.real(value, number) - low) / ((high - low) or 1.0)
                words = view.words(value, number)
                ground = mixed(CARD, colour_at(mark.colour), round(min(max(part, 0.0), 1.0), 2))
            elif mark.glyph is not None:
                glyphs.append((mark.glyph, colour_at(mark.colour)))
            else:
                ground = _pale(mark.colour)
        shapes: list[Shape] = [Rect(_r(x), _r(y), _r(width), _r(height), ground, BORDER, 5)]
        width, height = width - room, height - foot
        size = min(height * 0.85, width * 0.85 / max(1, len(glyphs)))
        for place, (glyph, colour) in enumerate(glyphs):
            middle = x + width * (place + 0.5) / len(glyphs)
            shapes.append(Glyph(glyph, _r(middle), _r(y + height / 2), _r(size), colour))
        if words:
            ink = TEXT if glyphs and ground == CARD else on(ground)
            shapes.append(label(_r(x + width / 2), _r(y + height / 2), words, SIZE, ink, width - 4))
        return shapes


def _pale(colour: str) -> str:
    return mixed(colour_at(colour), CARD, PALE)


def _r(number: float) -> float:
    return round(number, 1)
