"""Shapes with coordinates, grouped by the objects that they show.

Shapes know neither SVG nor pixels; `svg.py` and `pixels.py` write drawings of them. All lengths are in pixels, x to the
right and y down.

>>> DrawnItem("b1", "b1: block", (Rect(10, 10, 60, 20, "#56b4e9"),), atoms=(("on", "b1", "b2"),)).pointed
('b1',)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, assert_never

from relgym.render.palette import TEXT

Anchor = Literal["start", "middle"]


GHOST = 0.45
"""The opacity of what is not yet so."""

DASH = 4.0
"""The length of the dashes of outlines, and of the gaps between them, in pixels."""


class Rect(NamedTuple):
    """A box by its upper left corner, with rounded corners and a border if it has a colour for it."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    border: str | None = None
    radius: float = 0.0
    thick: float = 1.0


class Line(NamedTuple):
    """Straight pieces from point to point; `head` is the length of an arrow's head at the end, 0 for none."""

    points: tuple[tuple[float, float], ...]
    colour: str
    thick: float = 1.0
    head: float = 0.0


class Outline(NamedTuple):
    """The dashed border of a box by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    radius: float = 6.0
    thick: float = 1.6


class Glyph(NamedTuple):
    """One of the shapes of `glyphs.py` around a middle, `size` high, turned to the left by an angle in degrees."""

    name: str
    x: float
    y: float
    size: float
    colour: str
    angle: float = 0.0


LEAST_TEXT = 9.0
"""The smallest height of text, in pixels of a picture as it is shown."""


class TextShape(NamedTuple):
    """Words at the middle height of small letters; `width` is the width that they fill, `room` what they may fill."""

    x: float
    y: float
    words: str
    size: float
    colour: str
    width: float
    anchor: Anchor = "middle"
    room: float = 0.0


# Named tuples, because a picture makes hundreds of them, and they are made several times as fast as dataclasses.
Shape: TypeAlias = Rect | Line | Outline | Glyph | TextShape


NamedAtom: TypeAlias = tuple[str, ...]
"""An atom as names: the predicate, then its objects."""


FULL = (Outline, TextShape)
"""The shapes of a ghost that are not pale, so that they can be read."""


def ghost(title: str, goal: str, objects: tuple[str, ...], shapes: tuple[Shape, ...]) -> DrawnItem:
    """Make the item of a condition that is missing: pale shapes with words that can be read and an outline.

    Args:
        title: A tooltip.
        goal: The condition.
        objects: The objects that it names.
        shapes: The shapes as they would be if the condition were met.
    """
    shapes = tuple(shape._replace(colour=TEXT) if isinstance(shape, TextShape) else shape for shape in shapes)
    return DrawnItem("", title, shapes, objects=objects, goal=goal, ghost=True)


class DrawnItem(NamedTuple):
    """Shapes that show something of a state.

    Attributes:
        object: The name of what the shapes stand for, an object of PDDL or a value of RDDL; "" for nothing.
        title: A tooltip.
        shapes: The shapes, from the lowest to the topmost.
        atoms: The atoms that the shapes show, such as where the object is.
        fluents: The values that the shapes show, by their names in states, `(fuel a)` in PDDL and `lit___a` in RDDL.
        objects: The objects that the shapes stand for, if these are not `object` or the objects of the atoms.
        goal: The condition of the goal that the shapes show.
        ghost: The shapes show what is not yet so: all but outlines and words are pale.
        met: True or False if the shapes tell that the condition is met or missing.
        possible: The atom that the shapes show if these are a ghost of what an agent holds possible.
    """

    object: str
    title: str
    shapes: tuple[Shape, ...]
    atoms: tuple[NamedAtom, ...] = ()
    fluents: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    goal: str = ""
    ghost: bool = False
    met: bool | None = None
    possible: str = ""

    @property
    def pointed(self) -> tuple[str, ...]:
        """The objects that a click on the shapes points at."""
        if self.objects:
            return self.objects
        if self.object and self.object not in self.fluents:
            return (self.object,)
        return tuple(dict.fromkeys(name for _, *names in self.atoms for name in names))


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower ends of a shape."""
    match shape:
        case Rect(x, y, width, height) | Outline(x, y, width, height):
            return x, y, x + width, y + height
        case Line(points):
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Glyph(_, x, y, size):
            return x - size / 2, y - size / 2, x + size / 2, y + size / 2
        case TextShape(x, y, _, size, _, width, anchor):
            left = x if anchor == "start" else x - width / 2
            return left, y - size / 2, left + width, y + size / 2
        case _:
            assert_never(shape)


_NUMBERED = re.compile(r"([^\W\d])[^\s\d]*?[-_]?(\d[\d.-]*)")
"""Names that end in a number, of which the first letter and the number are enough."""

_NARROW = frozenset("ijlI.,:;'|!()[] ")
_MIDDLING = frozenset('frt-"*/')
_WIDE = frozenset("mwMW@%")


@lru_cache(maxsize=8192)
def text_width(words: str, size: float) -> float:
    """Return the width of drawn words in pixels, an estimate for common sans-serif fonts."""
    width = 0.0
    for letter in words:
        if letter in _NARROW:
            width += 0.28
        elif letter in _MIDDLING:
            width += 0.38
        elif letter in _WIDE:
            width += 0.86
        elif letter.isupper():
            width += 0.67
        elif letter.isascii():
            width += 0.56
        else:
            width += 0.9
    return round(width * size, 1)


def shortened(words: str) -> str:
    """The first letter and the number of a name that ends in one; other words as they are."""
    numbered = _NUMBERED.fullmatch(words)
    return "".join(numbered.groups()) if numbered else words


def fitted(words: str, size: float, room: float) -> str:
    """The words; where they would be wider than the room, `c12` for `crate12`, or cut off with three dots.

    >>> fitted("crate12", 10, 40), fitted("crate12", 10, 20), fitted("warehouse", 10, 40)
    ('crate12', 'c12', 'wareh...')
    """
    if text_width(words, size) <= room:
        return words
    if text_width(short := shortened(words), size) <= room:
        return short
    return cut_off(words, size, room)


def cut_off(words: str, size: float, room: float) -> str:
    """Words with three dots at their end, without the letters for which there is no room."""
    while words and text_width(words + "...", size) > room:
        words = words[:-1]
    return words.rstrip() + "..."


def label(
    x: float, y: float, words: str, size: float, colour: str, room: float, anchor: Anchor = "middle"
) -> TextShape:
    """Words in a room: a little smaller where they need it, shortened where that is not enough."""
    width = text_width(words, size)
    if width > room:
        size = max(min(size, LEAST_TEXT), size * 0.75, size * room / width)
        words = fitted(words, size, room)
        width = text_width(words, size)
    return TextShape(x, y, words, size, colour, width, anchor, room)
