"""Drawings, and their SVG text: valid XML, the same every time, with attributes by which a page can make it clickable.

>>> from relgym.render.shapes import Glyph, DrawnItem
>>> text = svg(Drawing(40, 40, (), (DrawnItem("k1", "k1: key", (Glyph("key", 20, 20, 30, "#e69f00"),)),)))
>>> '<g id="k1" class="object" data-objects="k1"><title>k1: key</title>' in text
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple, assert_never

from relgym.render.glyphs import DETAIL, GLYPHS, PALE, SHADE, Box, Ellipse, Paint, Polygon, Stroke
from relgym.render.shapes import DASH, FULL, GHOST, DrawnItem, Glyph, Line, Outline, Rect, Shape, TextShape

_PAINTS: dict[Paint, str] = {
    "own": "currentColor",
    "shade": "currentColor",
    "dark": DETAIL,
    "light": PALE,
}


class Drawing(NamedTuple):
    """A picture: its size, the items that all states of a task share, and the items of the state."""

    width: float
    height: float
    backdrop: tuple[DrawnItem, ...]
    items: tuple[DrawnItem, ...]

    @property
    def objects(self) -> tuple[str, ...]:
        """The objects that are seen, each once."""
        return tuple(dict.fromkeys(item.object for item in (*self.backdrop, *self.items) if item.object))

    def _repr_svg_(self) -> str:
        return svg(self)


def svg(drawing: Drawing, inline: bool = False) -> str:
    """Write a whole SVG picture.

    Every group that shows something of a state says what: `data-objects` has the names of its objects, `data-atom` its
    atom, and `data-fluent` the name of its numeric fluent or of its value in RDDL; several stand with blanks between.
    What shows a condition of the goal has it as `data-goal`, and `data-met` is `true` or `false` in lists of them. What
    shows an atom that an agent holds possible has it as `data-possible`.

    Args:
        drawing: The drawing.
        inline: The picture becomes part of a page. Without this, an object's first group has the object's name as
            id, and the picture is one image. With it, there are no ids, since an object may have the name of an
            element of the page, and the parts of the picture can be reached by screen readers.

    Returns:
        The text.
    """
    back, glyphs, objects = _backdrop(drawing.backdrop, not inline)
    seen = set(objects)
    lines = [_group(item, seen, not inline) for item in drawing.items]
    return _whole(drawing, "group" if inline else "img", glyphs | _glyphs(drawing.items), [back, *lines])


def film(
    drawings: Sequence[Drawing], ways: Sequence[Sequence[tuple[float, float]]], move: float, rest: float, last: float
) -> str:
    """Write an SVG picture that shows drawings one after the other, and begins again.

    Args:
        drawings: The drawings, one at least, of one size.
        ways: For each drawing and each of its items, the way in pixels that it comes from its place before.
        move: For how many seconds things move to a drawing.
        rest: For how many seconds each drawing is seen after that.
        last: The same for the last one.

    Returns:
        The text.
    """
    starts = [number * (move + rest) for number in range(len(drawings))]
    total = starts[-1] + move + last
    # The backdrop that all drawings share is written once.
    shared = all(drawing.backdrop == drawings[0].backdrop for drawing in drawings)
    lines = [_backdrop(drawings[0].backdrop, False)[0]] if shared else []
    glyphs: frozenset[str] = frozenset()
    for number, (drawing, way) in enumerate(zip(drawings, ways, strict=True)):
        back, known, _ = _backdrop(drawing.backdrop, False)
        glyphs |= known | _glyphs(drawing.items)
        behind = "" if shared else back
        is_last = number + 1 == len(drawings)
        begin = starts[number] / total
        items = [
            _coming(_group(item, set(), False), step, begin, begin + move / total, total)
            for item, step in zip(drawing.items, way, strict=True)
        ]
        times = [(0.0, "hidden"), (begin, "visible")] if number else [(0.0, "visible")]
        times += [] if is_last else [(starts[number + 1] / total, "hidden")]
        switch = _animation("animate", "visibility", times, total, ' calcMode="discrete"')
        # A reader that does not animate shows the last drawing.
        shown = "visible" if is_last else "hidden"
        lines.append(f'<g visibility="{shown}">{switch if len(drawings) > 1 else ""}{behind}{"".join(items)}</g>')
    return _whole(drawings[0], "img", glyphs, lines)


def _coming(group: str, way: tuple[float, float], begin: float, end: float, total: float) -> str:
    """Write a group that comes from elsewhere between two parts of a film."""
    dx, dy = way
    if not dx and not dy:
        return group
    there = f"{-dx:g} {-dy:g}"
    times = [(0.0, there), (begin, there), (end, "0 0"), (1.0, "0 0")]
    return f"<g>{_animation('animateTransform', 'transform', times, total, _SHIFT)}{group}</g>"


_SHIFT = ' type="translate"'


def _animation(kind: str, what: str, times: Sequence[tuple[float, str]], total: float, more: str) -> str:
    values, keys = ";".join(value for _, value in times), ";".join(f"{time:.5f}" for time, _ in times)
    repeated = f'dur="{total:g}s" repeatCount="indefinite"'
    return f'<{kind} attributeName="{what}"{more} values="{values}" keyTimes="{keys}" {repeated}/>'


def _glyphs(items: Iterable[DrawnItem]) -> frozenset[str]:
    return frozenset(shape.name for item in items for shape in item.shapes if type(shape) is Glyph)


def _whole(drawing: Drawing, role: str, glyphs: Iterable[str], parts: Iterable[str]) -> str:
    """Write a file of SVG with the size of a drawing, the shapes of glyphs and the groups of a picture."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="{role}" font-family="Helvetica, Arial, sans-serif" '
            'stroke-linecap="round" stroke-linejoin="round">',
            "<defs>",
            *map(_definition, sorted(glyphs)),
            "</defs>",
            *parts,
            "</svg>\n",
        ]
    )


@lru_cache(maxsize=64)
def _backdrop(items: tuple[DrawnItem, ...], ids: bool) -> tuple[str, frozenset[str], frozenset[str]]:
    """Write the part of a picture that is the same for all states of a task; return it with its glyphs and objects."""
    seen: set[str] = set()
    text = "\n".join(_group(item, seen, ids) for item in items)
    return text, _glyphs(items), frozenset(seen)


def _group(item: DrawnItem, seen: set[str], ids: bool) -> str:
    first = item.object not in seen
    seen.add(item.object)
    return _written(item, first and ids)


# From state to state, most things look as before.
@lru_cache(maxsize=4096)
def _written(item: DrawnItem, named: bool) -> str:
    if item.ghost:
        pale = "".join(_shape(shape) for shape in item.shapes if not isinstance(shape, FULL))
        inner = f'<g opacity="{GHOST:g}">{pale}</g>' if pale else ""
        inner += "".join(_shape(shape) for shape in item.shapes if isinstance(shape, FULL))
    else:
        inner = "".join(map(_shape, item.shapes))
    title = f"<title>{escape(item.title)}</title>" if item.title else ""
    attributes = attributes_of(item)
    if item.goal:
        attributes = ' class="goal"' + attributes
    if item.object:
        attributes = ' class="object"' + attributes
        if named:
            attributes = f' id="{escape(item.object)}"{attributes}'
    return f"<g{attributes}>{title}{inner}</g>" if title or attributes else inner


def attributes_of(item: DrawnItem) -> str:
    """Write the attributes that say what an item shows, each with a blank before it.

    >>> attributes_of(DrawnItem("", "", (), atoms=(("on", "a", "b"),)))
    ' data-objects="a b" data-atom="(on a b)"'
    """
    told = {
        "objects": item.pointed,
        "atom": [f"({' '.join(row)})" for row in item.atoms],
        "fluent": item.fluents,
        "goal": [item.goal] if item.goal else [],
        "possible": [item.possible] if item.possible else [],
        "met": [] if item.met is None else [str(item.met).lower()],
    }
    return "".join(f' data-{key}="{escape(" ".join(words))}"' for key, words in told.items() if words)


def _shape(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, fill, border, radius, thick):
            edge = f' stroke="{border}" stroke-width="{thick:g}"' if border else ""
            corner = f' rx="{radius:g}"' if radius else ""
            return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner} fill="{fill}"{edge}/>'
        case Line(points, colour, thick, head):
            way = " ".join(f"{x:g},{y:g}" for x, y in points)
            line = f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{thick:g}"/>'
            if not head:
                return line
            tip = " ".join(f"{x:g},{y:g}" for x, y in arrow(points, head))
            return f'{line}<polygon points="{tip}" fill="{colour}"/>'
        case Outline(x, y, width, height, colour, radius, thick):
            return (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="none" '
                f'stroke="{colour}" stroke-width="{thick:g}" stroke-dasharray="{DASH:g} {DASH:g}"/>'
            )
        case Glyph(name, x, y, size, colour, angle):
            turned = f" rotate({-angle:g})" if angle else ""
            place = f"translate({x:g} {y:g}) scale({size / 2:g}){turned}"
            return f'<use href="#glyph.{name}" transform="{place}" color="{colour}"/>'
        case TextShape(x, y, words, size, colour, width, anchor):
            place = "" if anchor == "start" else ' text-anchor="middle"'
            # The width is set, so that words keep their room in any font.
            return (
                f'<text x="{x:g}" y="{y + size * 0.35:.4g}" font-size="{size:.3g}" fill="{colour}"{place} '
                f'textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{escape(words)}</text>'
            )
        case _:
            assert_never(shape)


def arrow(points: tuple[tuple[float, float], ...], head: float) -> tuple[tuple[float, float], ...]:
    """The corners of an arrow's head at the end of a line."""
    (x1, y1), (x2, y2) = points[-2:]
    length = max(1e-9, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    along, across = (x2 - x1) / length, (y2 - y1) / length
    back = x2 - along * head, y2 - across * head
    half = head * 0.42
    return (
        (round(x2, 1), round(y2, 1)),
        (round(back[0] - across * half, 1), round(back[1] + along * half, 1)),
        (round(back[0] + across * half, 1), round(back[1] - along * half, 1)),
    )


@cache
def _definition(name: str) -> str:
    return f'<g id="glyph.{name}">{"".join(_parts(name))}</g>'


def _parts(name: str) -> Iterator[str]:
    for part in GLYPHS[name].parts:
        fill = _PAINTS[part.paint]
        match part:
            case Polygon(points):
                yield f'<polygon points="{_points(points)}" fill="{fill}"/>'
                if part.paint == "shade":
                    yield f'<polygon points="{_points(points)}" opacity="{SHADE:g}"/>'
            case Ellipse(x, y, across, down):
                tag = f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}"'
                yield f'{tag} fill="{fill}"/>'
                if part.paint == "shade":
                    yield f'{tag} opacity="{SHADE:g}"/>'
            case Box(x, y, width, height, radius):
                tag = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
                yield f'{tag} fill="{fill}"/>'
                if part.paint == "shade":
                    yield f'{tag} opacity="{SHADE:g}"/>'
            case Stroke(points, thick):
                tag = f'<polyline points="{_points(points)}" fill="none" stroke-width="{thick:g}"'
                yield f'{tag} stroke="{fill}"/>'
                if part.paint == "shade":
                    yield f'{tag} stroke="#000000" opacity="{SHADE:g}"/>'
            case _:
                assert_never(part)


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
