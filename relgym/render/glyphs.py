"""The shapes by which pictures show things: drawn as paths, so that no font needs to have them.

A glyph is a list of parts in a square from -1 to 1, x to the right and y down; they stand in `glyphs.txt`.

>>> sorted(GLYPHS)[:4]
['apple', 'ball', 'bird', 'block']
>>> GLYPHS["ring"].floor, GLYPHS["ring"].parts[1]
(True, Ellipse(x=0.0, y=0.0, across=0.46, down=0.46, paint='light'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

Paint = Literal["own", "shade", "dark", "light"]
"""A part has the glyph's own colour, a darker shade of it, or is dark or light."""

SHADE = 0.24
"""The fraction of black in a shade."""

DETAIL, PALE = "#23272e", "#fffefb"
"""Dark and light."""

Points = tuple[tuple[float, float], ...]


class Polygon(NamedTuple):
    """A filled area of a glyph, by its corners."""

    points: Points
    paint: Paint = "own"


class Ellipse(NamedTuple):
    """An ellipse by its middle and half axes."""

    x: float
    y: float
    across: float
    down: float
    paint: Paint = "own"


class Box(NamedTuple):
    """A box by its upper left corner, with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    paint: Paint = "own"


class Stroke(NamedTuple):
    """A line through points, with round ends."""

    points: Points
    thick: float
    paint: Paint = "own"


Part: TypeAlias = Polygon | Ellipse | Box | Stroke


class Figure(NamedTuple):
    """The parts of a glyph from the lowest to the topmost; `floor` is for what lies under other things."""

    parts: tuple[Part, ...]
    floor: bool


def _read(text: str) -> Iterator[tuple[str, Figure]]:
    """The glyphs of a file, which begins each with its name and goes on with a line for each part."""
    name, parts = "", list[Part]()
    for line in [*text.splitlines(), "end"]:
        if not line or line.startswith("#"):
            continue
        if line.startswith(" "):
            parts.append(_part(line.split()))
            continue
        if name:
            yield name.removesuffix("*"), Figure(tuple(parts), name.endswith("*"))
        name, parts = line, []


def _part(words: list[str]) -> Part:
    kind, *rest = words
    paint: Paint = "own"
    for known in get_args(Paint):
        if rest[-1] == known:
            paint = known
            rest.pop()
    numbers = [float(word) for word in rest]
    match kind:
        case "polygon":
            return Polygon(_points(numbers), paint)
        case "oval":
            x, y, across, down = numbers
            return Ellipse(x, y, across, down, paint)
        case "box":
            x, y, width, height, radius = numbers
            return Box(x, y, width, height, radius, paint)
        case "line":
            return Stroke(_points(numbers[1:]), numbers[0], paint)
        case _:
            raise ValueError(f"there is no part '{kind}'")


def _points(numbers: list[float]) -> Points:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


GLYPHS: Mapping[str, Figure] = dict(_read(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")))
"""Every glyph by its name."""
