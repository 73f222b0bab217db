"""A drawing as an array of pixels, by Pillow, with the font that Pillow brings along.

>>> from relgym.render.drawing import Drawing, Item, Rect
>>> picture = pixels(Drawing(500, 40, (), (Item("", "", (Rect(0, 0, 500, 40, "#56b4e9"),)),)))
>>> picture.shape, picture[20, 250].tolist()
((40, 500, 3), [86, 180, 233])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import assert_never

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from relgym.render.drawing import Drawing, Glyph, Item, Line, Oval, Rect, Shape, Text
from relgym.render.glyphs import DETAIL, GLYPHS, PALE, SHADE, Box, Ellipse, Paint, Polygon, Stroke
from relgym.render.palette import BACKGROUND, mixed
from relgym.render.svg import arrow

FINE = 2
"""Everything is drawn so many times as large, and then made smaller: Pillow's edges are not smooth by themselves."""

SMALLEST, LARGEST = 480, 960
"""The longer side of an image, in pixels: small drawings are enlarged, large ones made smaller."""


def pixels(drawing: Drawing) -> NDArray[np.uint8]:
    """Rows, columns and the three channels, of the same size for all drawings of one size."""
    return np.asarray(image(drawing)).copy()


def image(drawing: Drawing) -> Image.Image:
    """The drawing as an image of Pillow."""
    longer = max(drawing.width, drawing.height)
    scale = min(max(longer, SMALLEST), LARGEST) / longer
    size = max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))
    canvas = _backdrop(drawing.backdrop, size, scale).copy()
    _draw(canvas, drawing.items, scale)
    return canvas.reduce(FINE)


@lru_cache(maxsize=8)
def _backdrop(items: tuple[Item, ...], size: tuple[int, int], scale: float) -> Image.Image:
    """What is the same for all states of a task is drawn once."""
    canvas = Image.new("RGB", (size[0] * FINE, size[1] * FINE), BACKGROUND)
    _draw(canvas, items, scale)
    return canvas


def _draw(canvas: Image.Image, items: Iterable[Item], scale: float) -> None:
    pen = _Pen(ImageDraw.Draw(canvas), scale * FINE)
    for item in items:
        for shape in item.shapes:
            pen.draw(shape)


class _Pen:
    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self._draw = draw
        self._scale = scale

    def draw(self, shape: Shape) -> None:
        s = self._scale
        match shape:
            case Rect(x, y, width, height, fill, border, radius, thick):
                self._rect(x * s, y * s, width * s, height * s, radius * s, fill, border, thick * s)
            case Oval(x, y, across, down, fill):
                self._draw.ellipse(((x - across) * s, (y - down) * s, (x + across) * s, (y + down) * s), fill)
            case Line(points, colour, thick, head):
                self._line([(x * s, y * s) for x, y in points], colour, thick * s)
                if head:
                    self._draw.polygon([(x * s, y * s) for x, y in arrow(points, head)], colour)
            case Glyph(name, x, y, size, colour):
                self._glyph(name, x * s, y * s, size * s / 2, colour)
            case Text():
                self._text(shape)
            case _:
                assert_never(shape)

    def _rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        fill: str,
        border: str | None,
        thick: float,
    ) -> None:
        # Pillow's far corner belongs to the box.
        corners = x, y, max(x, x + width - 1), max(y, y + height - 1)
        edge = max(1, round(thick)) if border else 0
        if radius >= 1:
            self._draw.rounded_rectangle(corners, min(radius, width / 2, height / 2), fill, border, edge)
        else:
            self._draw.rectangle(corners, fill, border, edge)

    def _line(self, points: list[tuple[float, float]], colour: str, thick: float) -> None:
        self._draw.line(points, colour, max(1, round(thick)), "curve" if len(points) > 2 else None)

    def _glyph(self, name: str, x: float, y: float, half: float, colour: str) -> None:
        for part in GLYPHS[name].parts:
            fill = _paint(part.paint, colour)
            match part:
                case Polygon(points):
                    self._draw.polygon([(x + px * half, y + py * half) for px, py in points], fill)
                case Ellipse(px, py, across, down):
                    left, top = x + (px - across) * half, y + (py - down) * half
                    self._draw.ellipse((left, top, left + 2 * across * half, top + 2 * down * half), fill)
                case Box(px, py, width, height, radius):
                    self._rect(x + px * half, y + py * half, width * half, height * half, radius * half, fill, None, 0)
                case Stroke(points, thick):
                    self._line([(x + px * half, y + py * half) for px, py in points], fill, thick * half)
                    end = thick * half / 2
                    for px, py in (points[0], points[-1]):
                        at = x + px * half, y + py * half
                        self._draw.ellipse((at[0] - end, at[1] - end, at[0] + end, at[1] + end), fill)
                case _:
                    assert_never(part)

    def _text(self, text: Text) -> None:
        s = self._scale
        size = max(4, round(text.size * s * 2) / 2)
        font = _font(size)
        length = font.getlength(text.words)
        if length > text.width * s * 1.08:
            size = max(4, int(size * text.width * s * 1.08 / length * 2) / 2)
            font = _font(size)
        # The same place as in SVG: the base line is 0.35 of the size below the middle.
        place = text.x * s, text.y * s + size * 0.35
        self._draw.text(place, text.words, text.colour, font, "ls" if text.anchor == "start" else "ms")


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    # Without FreeType, Pillow gives a font of one size, which every wheel of Pillow spares us.
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@cache
def _paint(paint: Paint, colour: str) -> str:
    match paint:
        case "own":
            return colour
        case "shade":
            return mixed(colour, "#000000", SHADE)
        case "dark":
            return DETAIL
        case "light":
            return PALE
        case _:
            assert_never(paint)
