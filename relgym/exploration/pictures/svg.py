"""A state space as an SVG picture: a mark for each state, a line for each pair of states with a transition.

The start, goal states, dead ends and states that are not expanded have a shape and a colour of their own. A line that
ends in an arrow can be gone in one direction only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from html import escape
from math import dist, hypot
from typing import TYPE_CHECKING, NamedTuple

from relgym.errors import RelgymError
from relgym.exploration.small import SmallSpace
from relgym.model.pddl.state import State
from relgym.render.layouts.spread import spread
from relgym.render.palette import BACKGROUND, FILL, MUTED, TEXT

if TYPE_CHECKING:
    from relgym.exploration.space import StateSpace

DRAWN_STATES_LIMIT = 500
"""The largest number of states of a drawn state space.

Judged: with more, marks of a readable size overlap, and the layout takes many seconds: its time grows with the square.
"""

Pair = tuple[int, int]
Place = tuple[float, float]

MARGIN, TITLE_HEIGHT, LEGEND_HEIGHT = 28.0, 34.0, 44.0

EDGE_LENGTH, LARGEST_SIDE, SMALLEST_SIDE = 46.0, 1500.0, 360.0
"""The length of a line in pixels, and the bounds of the longer side, to which it is scaled."""

LARGEST_MARK, SMALLEST_MARK = 8.0, 2.5
"""The radius of a mark in pixels; marks are smaller where states are near each other."""

DETAILS = 12
"""The number of atoms or values that the title of a state lists."""


class StateLook(NamedTuple):
    """The look of a kind of state."""

    name: str
    fill: str
    stroke: str
    shape: str


START = StateLook("start", FILL["blue"], FILL["blue"], "ring")
GOAL = StateLook("goal", FILL["green"], TEXT, "diamond")
DEAD_END = StateLook("dead end", FILL["vermillion"], TEXT, "square")
OPEN = StateLook("not expanded", "#ffffff", MUTED, "circle")
OTHER = StateLook("other state", FILL["sky"], MUTED, "circle")


def space_svg(space: StateSpace | SmallSpace) -> str:
    """Draw a state space.

    Raises:
        RelgymError: It has too many states.
    """
    if len(space) > DRAWN_STATES_LIMIT:
        raise RelgymError(
            f"a picture of {len(space):,} states shows nothing",
            expected=f"at most {DRAWN_STATES_LIMIT} states",
            hint=f"draw a part: --states {DRAWN_STATES_LIMIT}, or limit={DRAWN_STATES_LIMIT}",
        )
    pairs = {(number, target) for number in range(len(space)) for _, target, _ in space.transitions_of(number)}
    places = _places(pairs, len(space))
    left, top = (min(axis) for axis in zip(*places, strict=True))
    right, bottom = (max(axis) for axis in zip(*places, strict=True))
    longer = max(right - left, bottom - top, 1e-9)
    scale = min(EDGE_LENGTH, LARGEST_SIDE / longer) if len(space) > 1 else 1.0
    scale = max(scale, SMALLEST_SIDE / longer) if longer > 1e-6 and longer * scale < SMALLEST_SIDE else scale
    mark = _mark(places, scale)
    wide, high = max((right - left) * scale, 1.0), max((bottom - top) * scale, 1.0)
    title = f"{_named(space)}: {repr(space).partition('(')[2]}".removesuffix(")")
    width = max(wide, 7.2 * len(title), 560.0) + 2 * MARGIN
    height = high + 2 * MARGIN + TITLE_HEIGHT + LEGEND_HEIGHT
    points = [((x - left) * scale + (width - wide) / 2, (y - top) * scale + MARGIN + TITLE_HEIGHT) for x, y in places]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" role="img" font-size="12" font-family="DejaVu Sans, Verdana, sans-serif">',
            f"<title>{escape(title)}</title>",
            '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" markerHeight="6" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 L8 4 L0 7 z" fill="{MUTED}"/></marker></defs>',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="{BACKGROUND}"/>',
            f'<text x="{MARGIN}" y="{MARGIN}" font-weight="bold" fill="{TEXT}">{escape(title)}</text>',
            f'<g stroke="{MUTED}" stroke-width="0.9" stroke-opacity="0.7">',
            *_lines(pairs, points, mark),
            "</g>",
            *_states(space, points, mark),
            *_legend(space, height - LEGEND_HEIGHT / 2),
            "</svg>",
        ]
    )


def _named(space: StateSpace | SmallSpace) -> str:
    """Return the names of the problem and the domain."""
    return repr(space.model).partition("(")[2].removesuffix(")")


def _places(pairs: Set[Pair], count: int) -> list[Place]:
    """Return the places of states, in lengths of a line."""
    try:
        import numpy as np

        from relgym.exploration.pictures.layout import stressed

        sources, targets = np.array(sorted(pairs), np.intp).reshape(-1, 2).T
        return [(x, y) for x, y in stressed(sources, targets, count).tolist()]
    except ModuleNotFoundError:
        # In a browser: the layout of pictures of states needs no arrays.
        side = EDGE_LENGTH / 2
        drawn = spread(count, sorted(pairs), [(side, side)] * count, gap=side)
        return [(x / EDGE_LENGTH, y / EDGE_LENGTH) for x, y in drawn.positions]


def _mark(places: Sequence[Place], scale: float) -> float:
    """Return the radius of a mark: states that are next to each other do not overlap."""
    if len(places) == 1:
        return LARGEST_MARK
    nearest = sorted(min(dist(one, other) for other in places if other is not one) for one in places)
    near = nearest[len(nearest) // 10] * scale
    return min(LARGEST_MARK, max(SMALLEST_MARK, 0.38 * near))


def _lines(pairs: Set[Pair], points: Sequence[Place], mark: float) -> Iterator[str]:
    """Yield a line for each pair of states; it ends at the border of a mark if it has an arrow."""
    for one, other in sorted(pairs):
        if one == other or ((other, one) in pairs and one > other):
            continue
        (x, y), (u, v) = points[one], points[other]
        arrow = ""
        if (other, one) not in pairs:
            length = max(hypot(u - x, v - y), 1e-6)
            part = max(0.0, 1 - (mark + 1.5) / length)
            u, v = x + (u - x) * part, y + (v - y) * part
            arrow = ' marker-end="url(#to)"'
        yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"{arrow}/>'


def _look(space: StateSpace | SmallSpace, number: int) -> StateLook:
    if space.goals[number]:
        return GOAL
    if not space.expanded[number]:
        return OPEN
    return DEAD_END if space.dead_ends[number] else OTHER


def _states(space: StateSpace | SmallSpace, points: Sequence[Place], mark: float) -> Iterator[str]:
    # Dead ends and goals stand above the others where they overlap.
    order = sorted(range(len(space)), key=lambda number: (bool(space.goals[number] or space.dead_ends[number]), number))
    for number in order:
        x, y = points[number]
        look = _look(space, number)
        yield f'<g data-state="{number}"><title>{escape(_told(space, number, look))}</title>'
        if number < space.starts:
            yield _shape(START, x, y, mark + 4)
        yield f"{_shape(look, x, y, mark)}</g>"


def _shape(look: StateLook, x: float, y: float, mark: float) -> str:
    paint = f'fill="{look.fill}" stroke="{look.stroke}" stroke-width="0.8"'
    match look.shape:
        case "diamond":
            far = mark * 1.35
            points = f"{x:.1f},{y - far:.1f} {x + far:.1f},{y:.1f} {x:.1f},{y + far:.1f} {x - far:.1f},{y:.1f}"
            return f'<polygon points="{points}" {paint}/>'
        case "square":
            side = f'width="{2 * mark:.1f}" height="{2 * mark:.1f}"'
            return f'<rect x="{x - mark:.1f}" y="{y - mark:.1f}" {side} {paint}/>'
        case "ring":
            paint = f'fill="none" stroke="{look.stroke}" stroke-width="2.5"'
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{mark:.1f}" {paint}/>'
        case _:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{mark:.1f}" {paint}/>'


def _told(space: StateSpace | SmallSpace, number: int, look: StateLook) -> str:
    """Return the title of a state: its number, its depth, its distance to the goal, and its atoms."""
    distance = int(space.distances[number])
    far = f", {distance} from the goal" if distance > 0 else ""
    state = space.state(number)
    if isinstance(state, State):
        words = sorted(state.to_json()["atoms"])
    else:
        words = [f"{name} = {str(value).lower()}" for name, value in state.cells.items() if value is not False]
    listed = [*words[:DETAILS], *([f"and {len(words) - DETAILS} more"] if words[DETAILS:] else [])]
    return "\n".join([f"state {number}: {look.name}, depth {space.depths[number]}{far}", *listed])


def _legend(space: StateSpace | SmallSpace, y: float) -> Iterator[str]:
    met = {_look(space, number) for number in range(len(space))}
    x = MARGIN + 8
    for look in (START, *(each for each in (GOAL, DEAD_END, OPEN, OTHER) if each in met)):
        yield _shape(look, x, y, 6.0)
        yield f'<text x="{x + 14:.0f}" y="{y + 4:.0f}" fill="{TEXT}">{look.name}</text>'
        x += 34 + 7.4 * len(look.name)
