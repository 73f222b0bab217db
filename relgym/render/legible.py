"""Texts of a picture at a size that can be read: larger, shortened, or left to tooltips.

>>> from relgym.render.shapes import DrawnItem, label
>>> item = DrawnItem("crate12", "crate12: box", (label(100, 10, "crate12", 9, "#000000", 60),))
>>> [(shape.words, shape.size) for shape in legible([item], least_size(1600, 400))[0].shapes]
[('c12', 18.0)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from relgym.render.frame import VIEW
from relgym.render.shapes import LEAST_TEXT, DrawnItem, Shape, TextShape, cut_off, fitted, text_width


def least_size(width: float, height: float) -> float:
    """The smallest size of text in a picture that is made smaller until it fits into the view."""
    return LEAST_TEXT * max(1.0, width / VIEW[0], height / VIEW[1])


def legible(items: Iterable[DrawnItem], least: float) -> tuple[DrawnItem, ...]:
    """Return the items with texts of at least a size."""
    return tuple(_item(item, least) for item in items)


def texts(items: Iterable[DrawnItem]) -> list[str]:
    """The texts of a state's items, those of ghosts left out."""
    return [shape.words for item in items if not item.ghost for shape in item.shapes if type(shape) is TextShape]


def _item(item: DrawnItem, least: float) -> DrawnItem:
    if not any(type(shape) is TextShape and (shape.size < least or shape.words == "...") for shape in item.shapes):
        return item
    shapes = tuple(shape for drawn in item.shapes for shape in _larger(drawn, least))
    return item._replace(shapes=shapes, title=item.title or " ".join(texts((item,))))


def _larger(shape: Shape, least: float) -> Iterator[Shape]:
    if type(shape) is not TextShape:
        yield shape
        return
    if shape.size < least:
        room = max(shape.room, shape.width)
        words = shape.words.removesuffix("...")
        words = fitted(words, least, room) if words == shape.words else cut_off(words, least, room)
        shape = shape._replace(words=words, size=least, width=text_width(words, least))
    # Dots alone say nothing.
    if shape.words.strip("."):
        yield shape
