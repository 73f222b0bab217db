"""What every drawing keeps to."""

from __future__ import annotations

from xml.etree import ElementTree

from relgym.render.shapes import Glyph, Line, Outline, Rect, TextShape, text_width
from relgym.render.svg import Drawing, svg

SVG = "{http://www.w3.org/2000/svg}"


def check(drawing: Drawing) -> None:
    """Everything lies within the picture, and words within their rooms; it is valid XML, with each id once."""
    for item in (*drawing.backdrop, *drawing.items):
        for shape in item.shapes:
            left, top, right, bottom = bounds(shape)
            assert left >= -0.5 <= top, (item, shape)
            assert right <= drawing.width + 0.5, (item, shape)
            assert bottom <= drawing.height + 0.5, (item, shape)
    root = ElementTree.fromstring(svg(drawing))
    assert (float(root.get("width")), float(root.get("height"))) == (drawing.width, drawing.height)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert set(drawing.objects) <= set(ids)
    used = {use.get("href").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= set(ids)


def bounds(shape: object) -> tuple[float, float, float, float]:
    match shape:
        case Rect(x, y, width, height) | Outline(x, y, width, height):
            return x, y, x + width, y + height
        case Line(points):
            return (
                min(x for x, _ in points),
                min(y for _, y in points),
                max(x for x, _ in points),
                max(y for _, y in points),
            )
        case Glyph(_, x, y, size):
            return x - size / 2, y - size / 2, x + size / 2, y + size / 2
        case TextShape(x, y, words, size, _, width, anchor):
            assert text_width(words, size) <= width + 1
            left = x if anchor == "start" else x - width / 2
            return left, y - size / 2, left + width, y + size / 2
    raise AssertionError(shape)


def words(drawing: Drawing) -> list[str]:
    return [shape.words for item in drawing.items for shape in item.shapes if isinstance(shape, TextShape)]
