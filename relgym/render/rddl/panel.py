"""The interface of panels: their size, their items at a place, and their legends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from relgym.render.palette import BORDER, EACH, FILL, MUTED
from relgym.render.rddl.terms import Row, SceneValues
from relgym.render.shapes import DrawnItem, Glyph, Rect, Shape, TextShape, text_width

SIZE = 12.0
"""The size of words in pixels."""

SIGN, GAP, LINE = 15.0, 16.0, 20.0
"""The size of a sign in a legend, the gap after its words, and the height of a line, in pixels."""


class LegendSign(NamedTuple):
    """An entry of a legend: a glyph, or a field of a colour, and what it means."""

    glyph: str
    colour: str
    words: str


class PanelFrame(ABC):
    """The layout of a panel for the objects of an instance.

    Attributes:
        width, height: The size of the panel, known after `begin`.
        legend: The signs to be explained below the panel.
    """

    width: float
    height: float
    legend: Sequence[LegendSign]

    @abstractmethod
    def begin(self, start: SceneValues) -> None:
        """Lay out the panel by the values at the start."""

    @abstractmethod
    def items(self, view: SceneValues, x: float, y: float, fixed: bool) -> Iterator[DrawnItem]:
        """Yield the items with their upper left corner at a place: those that never change, or the others."""


def colour_at(colour: str, number: int = 0) -> str:
    """The colour `#rrggbb` of an object by its number, where each has its own, or that of all."""
    return FILL[EACH[number % len(EACH)] if colour == "each" else colour]  # type: ignore[index]  # checked by the scene


def words_of(row: Row) -> tuple[str, ...]:
    """The names of a tuple of objects, each once."""
    return tuple(dict.fromkeys(item.name.removeprefix("@") for item in row))


def written(x: float, y: float, words: str, colour: str, size: float = SIZE, start: bool = False) -> TextShape:
    """Words as wide as they are."""
    return TextShape(_r(x), _r(y), words, size, colour, text_width(words, size), "start" if start else "middle")


class LegendLines:
    """A legend in lines of a width."""

    def __init__(self, signs: Sequence[LegendSign], width: float) -> None:
        self._places: list[tuple[LegendSign, float, float]] = []
        self.width = 0.0
        x = y = 0.0
        for sign in dict.fromkeys(signs):
            wide = SIGN + 6 + text_width(sign.words, SIZE) + GAP
            if x > 0 and x + wide > width:
                x, y = 0.0, y + LINE
            self._places.append((sign, x, y))
            x += wide
            self.width = max(self.width, x - GAP)
        self.height = y + LINE if self._places else 0.0

    def items(self, left: float, top: float) -> Iterator[DrawnItem]:
        """Yield the signs with their words."""
        for (glyph, colour, words), x, y in self._places:
            middle = top + y + LINE / 2
            sign: Shape = (
                Glyph(glyph, _r(left + x + SIGN / 2), _r(middle), SIGN, colour)
                if glyph
                else Rect(_r(left + x), _r(middle - 6), SIGN, 12, colour, BORDER, 3)
            )
            yield DrawnItem("", "", (sign, written(left + x + SIGN + 6, middle, words, MUTED, start=True)))


def _r(number: float) -> float:
    return round(number, 1)
