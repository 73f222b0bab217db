"""A drawing as an array of pixels, by Pillow, with the font that Pillow brings along.

>>> from relgym.render.shapes import DrawnItem, Rect
>>> from relgym.render.svg import Drawing
>>> picture = pixels(Drawing(500, 40, (), (DrawnItem("", "", (Rect(0, 0, 500, 40, "#56b4e9"),)),)))
>>> picture.shape, picture[20, 250].tolist()
((40, 500, 3), [86, 180, 233])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import ceil, hypot
from typing import assert_never

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from relgym.render.glyphs import DETAIL, GLYPHS, PALE, SHADE, Box, Ellipse, Paint, Polygon, Stroke
from relgym.render.palette import BACKGROUND, mixed
from relgym.render.shapes import DASH, FULL, GHOST, DrawnItem, Glyph, Line, Outline, Rect, Shape, TextShape, bounds
from relgym.render.svg import Drawing, arrow

FINE = 2
"""The factor by which pictures are drawn larger and then reduced, to smooth the edges of Pillow's shapes."""

SMALLEST, LARGEST = 480, 960
"""The longer side of an image, in pixels: small drawings are enlarged, large ones made smaller."""

REACH = 6.0
"""The room around shapes for thick lines and glyphs that reach over their squares, in pixels of a drawing."""

Size = tuple[int, int]
"""Width and height in pixels."""


def pixels(drawing: Drawing, canvas: Size | None = None) -> NDArray[np.uint8]:
    """Rows, columns and the three channels.

    Args:
        drawing: What is drawn.
        canvas: The size of the array; the drawing is as large as it can be there, and in the middle. Without it the
            array has the size that `size_of` gives.
    """
    return np.asarray(image(drawing, canvas)).copy()


def size_of(width: float, height: float) -> Size:
    """The size of the image of a drawing of some width and height."""
    longer = max(width, height)
    return _scaled(width, height, min(max(longer, SMALLEST), LARGEST) / longer)


def image(drawing: Drawing, canvas: Size | None = None) -> Image.Image:
    """The drawing as an image of Pillow, as large as `pixels` makes it."""
    if canvas is not None:
        return _on_canvas(drawing, canvas)
    longer = max(drawing.width, drawing.height)
    return _image(drawing, min(max(longer, SMALLEST), LARGEST) / longer)


def _on_canvas(drawing: Drawing, canvas: Size) -> Image.Image:
    picture = _image(drawing, min(canvas[0] / drawing.width, canvas[1] / drawing.height))
    if picture.size == canvas:
        return picture
    whole = Image.new("RGB", canvas, BACKGROUND)
    whole.paste(picture, ((canvas[0] - picture.width) // 2, (canvas[1] - picture.height) // 2))
    return whole


def _image(drawing: Drawing, scale: float) -> Image.Image:
    canvas = _backdrop(drawing.backdrop, _scaled(drawing.width, drawing.height, scale), scale).copy()
    _draw(canvas, drawing.items, scale)
    return canvas.reduce(FINE)


def _scaled(width: float, height: float, scale: float) -> Size:
    return max(1, round(width * scale)), max(1, round(height * scale))


@lru_cache(maxsize=8)
def _backdrop(items: tuple[DrawnItem, ...], size: tuple[int, int], scale: float) -> Image.Image:
    """Draw the part of a picture that is the same for all states of a task; it is drawn once."""
    canvas = Image.new("RGB", (size[0] * FINE, size[1] * FINE), BACKGROUND)
    _draw(canvas, items, scale)
    return canvas


def _draw(canvas: Image.Image, items: Iterable[DrawnItem], scale: float) -> None:
    pen = _Pen(canvas, scale * FINE)
    for item in items:
        shapes: Iterable[Shape] = item.shapes
        if item.ghost:
            pale = [shape for shape in shapes if not isinstance(shape, FULL)]
            if pale:
                box = _around(pale, scale * FINE, canvas.size)
                before = canvas.crop(box)
                for part in pale:
                    pen.draw(part)
                canvas.paste(Image.blend(before, canvas.crop(box), GHOST), box)
            shapes = [shape for shape in shapes if isinstance(shape, FULL)]
        for shape in shapes:
            pen.draw(shape)


def _around(shapes: Iterable[Shape], scale: float, size: Size) -> tuple[int, int, int, int]:
    """Return a box of pixels around shapes, with room for what their lines reach over."""
    lefts, tops, rights, bottoms = zip(*map(bounds, shapes), strict=True)
    left, top = (max(0, int((min(ends) - REACH) * scale)) for ends in (lefts, tops))
    right, bottom = (ceil((max(ends) + REACH) * scale) for ends in (rights, bottoms))
    return left, top, min(right, size[0]), min(bottom, size[1])


class _Pen:
    """Draws shapes of a picture on a canvas of pixels."""

    def __init__(self, canvas: Image.Image, scale: float) -> None:
        self._canvas = canvas
        self._draw = ImageDraw.Draw(canvas)
        self._scale = scale

    def draw(self, shape: Shape) -> None:
        s = self._scale
        match shape:
            case Rect(x, y, width, height, fill, border, radius, thick):
                edge = max(1, round(thick * s)) if border else 0
                _box(self._draw, x * s, y * s, width * s, height * s, radius * s, fill, border, edge)
            case Line(points, colour, thick, head):
                _line(self._draw, [(x * s, y * s) for x, y in points], colour, thick * s)
                if head:
                    self._draw.polygon([(x * s, y * s) for x, y in arrow(points, head)], colour)
            case Outline(x, y, width, height, colour, _, thick):
                self._dashes(x, y, x + width, y + height, colour, thick)
            case Glyph(name, x, y, size, colour, angle):
                stamp = _glyph(name, round(size * s), colour)
                if angle:
                    stamp = stamp.rotate(angle, Image.Resampling.BICUBIC)
                self._canvas.paste(stamp, _corner(x * s, y * s, stamp), stamp)
            case TextShape():
                self._text(shape)
            case _:
                assert_never(shape)

    def _dashes(self, left: float, top: float, right: float, bottom: float, colour: str, thick: float) -> None:
        s = self._scale
        sides = (
            (left, top, right, top),
            (right, top, right, bottom),
            (right, bottom, left, bottom),
            (left, bottom, left, top),
        )
        for x1, y1, x2, y2 in sides:
            length = max(1e-9, hypot(x2 - x1, y2 - y1))
            count = max(1, round(length / (2 * DASH)))
            for number in range(count):
                start, end = (number + 0.25) / count, (number + 0.75) / count
                ends = [((x1 + (x2 - x1) * part) * s, (y1 + (y2 - y1) * part) * s) for part in (start, end)]
                _line(self._draw, ends, colour, thick * s)

    def _text(self, text: TextShape) -> None:
        s = self._scale
        mask, rise = _words(text.words, round(text.size * s * 2) / 2, round(text.width * s))
        left = text.x * s - (0 if text.anchor == "start" else mask.width / 2)
        self._canvas.paste(text.colour, (round(left), round(text.y * s - rise)), mask)


def _corner(x: float, y: float, stamp: Image.Image) -> tuple[int, int]:
    return round(x - stamp.width / 2), round(y - stamp.height / 2)


def _box(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: str,
    border: str | None = None,
    edge: int = 0,
) -> None:
    # Pillow's far corner belongs to the box.
    corners = x, y, max(x, x + width - 1), max(y, y + height - 1)
    if radius >= 1:
        draw.rounded_rectangle(corners, min(radius, width / 2, height / 2), fill, border, edge)
    else:
        draw.rectangle(corners, fill, border, edge)


def _line(draw: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, thick: float) -> None:
    draw.line(points, colour, max(1, round(thick)), "curve" if len(points) > 2 else None)


# The same glyphs and words come again from frame to frame: pasting them is several times as fast as drawing them.


@lru_cache(maxsize=2048)
def _glyph(name: str, size: int, colour: str) -> Image.Image:
    """A glyph on nothing, in a square of that many fine pixels and what its lines reach over."""
    side = size + size // 4
    stamp = Image.new("RGBA", (max(1, side), max(1, side)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(stamp)
    x = y = side / 2
    half = size / 2
    for part in GLYPHS[name].parts:
        fill = _paint(part.paint, colour)
        match part:
            case Polygon(points):
                draw.polygon([(x + px * half, y + py * half) for px, py in points], fill)
            case Ellipse(px, py, across, down):
                left, top = x + (px - across) * half, y + (py - down) * half
                draw.ellipse((left, top, left + 2 * across * half, top + 2 * down * half), fill)
            case Box(px, py, width, height, radius):
                _box(draw, x + px * half, y + py * half, width * half, height * half, radius * half, fill)
            case Stroke(points, thick):
                _line(draw, [(x + px * half, y + py * half) for px, py in points], fill, thick * half)
                end = thick * half / 2
                for px, py in (points[0], points[-1]):
                    at = x + px * half, y + py * half
                    draw.ellipse((at[0] - end, at[1] - end, at[0] + end, at[1] + end), fill)
            case _:
                assert_never(part)
    return stamp


@lru_cache(maxsize=4096)
def _words(words: str, size: float, width: int) -> tuple[Image.Image, float]:
    """Words as a mask, no wider than they should be, and how far their middle is below its upper edge."""
    size = max(4, size)
    font = _font(size)
    length = font.getlength(words)
    if length > width * 1.08:
        size = max(4, int(size * width * 1.08 / length * 2) / 2)
        font = _font(size)
    left, top, right, bottom = font.getbbox(words, anchor="ls")
    mask = Image.new("L", (max(1, ceil(right - left)), max(1, ceil(bottom - top))), 0)
    ImageDraw.Draw(mask).text((-left, -top), words, 255, font, "ls")
    # The same place as in SVG: the base line is 0.35 of the size below the middle.
    return mask, -top - size * 0.35


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    # Without FreeType, Pillow gives a font of one size; every wheel of Pillow has it.
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
