"""Curves on logarithmic axes as an SVG picture: a row of panels for each family, a column for each measure.

>>> picture = grid({"Blocks": {"objects": {"builtin": [(5, 10.0), (10, 12.0)]}}}, "a step, µs", lambda curve: "flat")
>>> picture.count("<polyline"), picture.count("<circle")
(1, 2)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

Curve = Sequence[tuple[float, float]]
Panel = Mapping[str, Curve]
Note = Callable[[Curve], str]

COLOURS = ("#0b6bcb", "#c4511a", "#2e7d32", "#8e44ad", "#b8860b", "#444444")

WIDTH, HEIGHT = 250.0, 190.0
LEFT, TOP, GAP = 70.0, 50.0, 80.0
LINE = 12.0
"""How far apart two lines of text are at least."""


def grid(families: Mapping[str, Mapping[str, Panel]], cost: str, note: Note) -> str:
    """The picture; panels of one row share the scale of costs, and `note` is what stands behind each curve."""
    columns = list(next(iter(families.values())))
    names = list(dict.fromkeys(name for row in families.values() for panel in row.values() for name in panel))
    colours = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(names)}
    width = LEFT + len(columns) * (WIDTH + GAP)
    height = TOP + len(families) * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="DejaVu Sans, Helvetica, sans-serif" font-size="11">',
        f"<title>{escape(cost)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
    ]
    for number, name in enumerate(names):
        x = LEFT + number * 110
        parts.append(f'<line x1="{x:g}" x2="{x + 22:g}" y1="16" y2="16" stroke="{colours[name]}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 28:g}" y="20">{escape(name)}</text>')
    for line, (family, row) in enumerate(families.items()):
        costs = [y for panel in row.values() for curve in panel.values() for _, y in curve]
        for column, measure in enumerate(columns):
            place = LEFT + column * (WIDTH + GAP), TOP + line * (HEIGHT + GAP)
            parts += _panel(place, f"{family}: {cost}", measure, row[measure], colours, _limits(costs), note)
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    place: tuple[float, float],
    title: str,
    measure: str,
    panel: Panel,
    colours: Mapping[str, str],
    costs: tuple[float, float],
    note: Note,
) -> Iterator[str]:
    left, top = place
    across = _limits([x for curve in panel.values() for x, _ in curve])
    yield f'<g transform="translate({left:g} {top:g})">'
    yield f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="none" stroke="#888888"/>'
    yield f'<text x="0" y="-8" font-weight="bold">{escape(title)}</text>'
    yield f'<text x="{WIDTH / 2:g}" y="{HEIGHT + 32:g}" text-anchor="middle">{escape(measure)}</text>'
    for value in _ticks(*across):
        x = WIDTH * _share(value, across)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{HEIGHT:g}" stroke="#dddddd"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT + 14:g}" text-anchor="middle">{value:g}</text>'
    for value in _ticks(*costs):
        y = HEIGHT * (1 - _share(value, costs))
        yield f'<line x1="0" x2="{WIDTH:g}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
        yield f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
    ends: list[tuple[float, str]] = []
    for name, curve in panel.items():
        spots = [(WIDTH * _share(x, across), HEIGHT * (1 - _share(y, costs))) for x, y in curve]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        yield f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="2"/>'
        for x, y in spots:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colours[name]}"/>'
        ends += [(spots[-1][1], name)] if spots else []
    lowest = -LINE
    for y, name in sorted(ends):
        lowest = max(y + 4, lowest + LINE)
        yield f'<text x="{WIDTH + 6:g}" y="{lowest:.1f}" fill="{colours[name]}">{escape(note(panel[name]))}</text>'
    yield "</g>"


def _limits(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis, a little beyond the values."""
    return (min(values) / 1.25, max(values) * 1.25) if values else (1.0, 10.0)


def _share(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return math.log(value / low) / math.log(high / low)


def _ticks(low: float, high: float) -> list[float]:
    """Powers of ten within the limits, with 2 and 5 between them where there are few."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1,), (1, 3), (1, 2, 5), (1, 2, 3, 4, 5, 6, 7, 8, 9)):
        found = [value for power in powers for digit in digits if low <= (value := digit * 10.0**power) <= high]
        if len(found) >= 3:
            break
    return found
