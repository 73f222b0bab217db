"""Drawings between two drawings, in which things are on their way, and captions below them.

>>> from relgym.render.shapes import Rect
>>> one, other = (Drawing(90, 20, (), (DrawnItem("a", "a", (Rect(x, 5, 10, 10, "#56b4e9"),)),)) for x in (10.0, 50.0))
>>> between(one, other, 0.25).items[0].shapes[0].x
20.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, assert_never

from relgym.model.rddl.equations import AFTER_FLUENT
from relgym.render.palette import BACKGROUND, TEXT
from relgym.render.shapes import DrawnItem, Glyph, Line, Outline, Rect, Shape, TextShape, bounds, label
from relgym.render.svg import Drawing

CAPTION = 26.0
"""The height of the room for a caption, in pixels."""

CAPTION_SIZE = 14.0
"""The size of the words of a caption, in pixels."""

Key = tuple[tuple[str, ...], tuple[tuple[str, ...], ...], str, int]
"""An item: its objects, its fluents, or atoms if it is no object itself, its condition, and its number among these."""


class Shot(NamedTuple):
    """A drawing of a state, and the action that led to it; the start has none."""

    drawing: Drawing
    caption: str


def captioned(shot: Shot) -> Drawing:
    """Return the drawing of a shot with its caption below it."""
    width, height = shot.drawing.width, shot.drawing.height
    ground = DrawnItem("", "", (Rect(0, height, width, CAPTION, BACKGROUND),))
    words = label(width / 2, height + CAPTION / 2, shot.caption or "start", CAPTION_SIZE, TEXT, width - 16)
    backdrop = (*shot.drawing.backdrop, ground)
    return Drawing(width, height + CAPTION, backdrop, (*shot.drawing.items, DrawnItem("", "", (words,))))


def offsets(before: Drawing, after: Drawing) -> list[tuple[float, float]]:
    """Return how far each item of a drawing has come from its place in the drawing before.

    Args:
        before: The drawing before.
        after: The drawing whose items are meant.

    Returns:
        For each item the way in pixels, to the right and down; (0, 0) for what was not there.
    """
    places = {key: _middle(item) for key, item in _keyed(before.items) if item.shapes}
    ways = []
    for key, item in _keyed(after.items):
        old = places.get(key)
        if old is None or not item.shapes:
            ways.append((0.0, 0.0))
        else:
            x, y = _middle(item)
            ways.append((x - old[0], y - old[1]))
    return ways


def between(before: Drawing, after: Drawing, share: float) -> Drawing:
    """Return a drawing on the way from one to another one.

    Args:
        before: The drawing before.
        after: The drawing after.
        share: How much of the way has been gone, from 0 to 1.
    """
    back = 1.0 - share
    items = tuple(
        moved(item, -dx * back, -dy * back) if dx or dy else item
        for item, (dx, dy) in zip(after.items, offsets(before, after), strict=True)
    )
    return after._replace(items=items)


def moved(item: DrawnItem, dx: float, dy: float) -> DrawnItem:
    """Return an item elsewhere."""
    return item._replace(shapes=tuple(_shifted(shape, dx, dy) for shape in item.shapes))


def _shifted(shape: Shape, dx: float, dy: float) -> Shape:
    match shape:
        case Rect() | Outline() | Glyph() | TextShape():
            return shape._replace(x=shape.x + dx, y=shape.y + dy)
        case Line(points):
            return shape._replace(points=tuple((x + dx, y + dy) for x, y in points))
        case _:
            assert_never(shape)


def _middle(item: DrawnItem) -> tuple[float, float]:
    left, top, right, bottom = zip(*map(bounds, item.shapes), strict=True)
    return (min(left) + max(right)) / 2, (min(top) + max(bottom)) / 2


def _keyed(items: Iterable[DrawnItem]) -> Iterable[tuple[Key, DrawnItem]]:
    counts: Counter[tuple[object, ...]] = Counter()
    for item in items:
        # Of RDDL, a thing and its row in a table show other fluents; the objects of their cells may change.
        shown = tuple((name.partition(AFTER_FLUENT)[0],) for name in item.fluents)
        what = item.pointed, shown if item.object or item.fluents else item.atoms, item.goal
        yield (*what, counts[what]), item
        counts[what] += 1
