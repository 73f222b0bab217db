"""SVG pictures: curves in a grid of panels, and marks in a row for each problem; costs are on logarithmic axes.

Each has the colours of a light page, and those of a dark one where the reader prefers that.

>>> picture = grid({"Blocks": {"objects": {"builtin": [(5, 10.0), (10, 12.0)]}}}, "a step, µs", lambda curve: "flat")
>>> picture.count("<polyline"), picture.count("<circle")
(1, 2)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

Curve = Sequence[tuple[float, float]]
Panel = Mapping[str, Curve]
Note = Callable[[Curve], str]

COLOURS = (
    ("#0b6bcb", "#5cb0ff"),
    ("#c4511a", "#ff9a62"),
    ("#2e7d32", "#74c97a"),
    ("#8e44ad", "#cf9be6"),
    ("#8a6508", "#e2bd55"),
    ("#444444", "#c0c0c0"),
)
"""The colours of names, for light pages and for dark ones."""

PAPER = {"back": ("#ffffff", "#131416"), "ink": ("#1c1c1c", "#e6e6e6"), "rule": ("#dddddd", "#3a3d42")}

WIDTH, HEIGHT = 162.0, 170.0
LEFT, TOP, GAP = 44.0, 50.0, 70.0
LINE = 12.0
"""How far apart two lines of text are at least."""


class Axis(Protocol):
    """An axis of a panel."""

    def share(self, value: float) -> float:
        """Return where a value lies, from 0 to 1."""
        ...

    def ticks(self) -> list[float]:
        """Return the values that are named."""
        ...


@dataclass(frozen=True)
class LogarithmicAxis:
    """A logarithmic axis from its lowest value to its highest."""

    low: float
    high: float

    def share(self, value: float) -> float:
        return math.log(value / self.low) / math.log(self.high / self.low)

    def ticks(self) -> list[float]:
        """Return powers of ten, with 2 and 5 between them where there are few."""
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for digits in ((1,), (1, 3), (1, 2, 5), (1, 2, 3, 4, 6, 8)):
            found = [
                value for each in powers for digit in digits if self.low <= (value := digit * 10.0**each) <= self.high
            ]
            if len(found) >= 3:
                break
        return found


@dataclass(frozen=True)
class LinearAxis:
    """A linear axis from its lowest value to its highest."""

    low: float
    high: float

    def share(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return three to eight round numbers."""
        power = 10.0 ** math.floor(math.log10(self.high - self.low))
        for step in (power, power / 2, power / 5):
            found = [number * step for number in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]
            if len(found) >= 3:
                break
        return found


def curves(panels: Mapping[str, Panel], title: str, measure: str, columns: int = 3) -> str:
    """The picture of curves that may be negative: each panel has a linear scale of its own, and a title.

    >>> curves({"UAV": {"own": [(10, -5.0), (30, -2.0)]}}, "return", "seconds").count("<polyline")
    1
    """
    names = list(dict.fromkeys(name for panel in panels.values() for name in panel))
    classes = _classes(names)
    rows = -(-len(panels) // columns)
    parts = _begun(title, LEFT + columns * (WIDTH + GAP), TOP + rows * (HEIGHT + GAP), 11)
    parts += _legend(names, classes)
    for number, (name, panel) in enumerate(panels.items()):
        line, column = divmod(number, columns)
        place = LEFT + column * (WIDTH + GAP), TOP + line * (HEIGHT + GAP)
        values = [y for curve in panel.values() for _, y in curve]
        room = 0.08 * (max(values) - min(values)) or 1.0
        up = LinearAxis(min(values) - room, max(values) + room)
        parts += _panel(place, name, measure, panel, classes, up, lambda curve: "")
    return "\n".join([*parts, "</svg>", ""])


def grid(families: Mapping[str, Mapping[str, Panel]], cost: str, note: Note) -> str:
    """The picture; panels of one row share the scale of costs, and `note` is what stands behind each curve."""
    columns = list(next(iter(families.values())))
    names = list(dict.fromkeys(name for row in families.values() for panel in row.values() for name in panel))
    classes = _classes(names)
    width = LEFT + len(columns) * (WIDTH + GAP)
    height = TOP + len(families) * (HEIGHT + GAP)
    parts = _begun(cost, width, height, 11)
    parts += _legend(names, classes)
    for line, (family, row) in enumerate(families.items()):
        costs = [y for panel in row.values() for curve in panel.values() for _, y in curve]
        for column, measure in enumerate(columns):
            place = LEFT + column * (WIDTH + GAP), TOP + line * (HEIGHT + GAP)
            parts += _panel(place, f"{family}: {cost}", measure, row[measure], classes, _limits(costs), note)
    return "\n".join([*parts, "</svg>", ""])


def marks(rows: Mapping[str, Mapping[str, float]], title: str, remark: tuple[str, Callable[[str], str]]) -> str:
    """The picture with a row of marks for each problem, one for each name, and a remark behind it with a heading.

    It is as narrow as a telephone.
    """
    heading, note = remark
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    classes = _classes(names)
    left, right, line, top = 118.0, 364.0, 22.0, 48.0
    bottom = top + len(rows) * line
    limits = _limits([value for row in rows.values() for value in row.values()])

    def place(value: float) -> float:
        return left + (right - left) * limits.share(value)

    parts = _begun(title, 410.0, bottom + 44, 12)
    for number, name in enumerate(names):
        parts.append(_mark(number, left + 6 + number * 90, 18, classes[name]))
        parts.append(f'<text x="{left + 16 + number * 90:g}" y="22">{escape(name)}</text>')
    parts.append(f'<text x="{right + 8:g}" y="22">{escape(heading)}</text>')
    for power in range(math.ceil(math.log10(limits.low)), math.floor(math.log10(limits.high)) + 1):
        x = place(10.0**power)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top - 8:g}" y2="{bottom:g}" class="rule"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16:g}" text-anchor="middle">{_short(power)}</text>')
    parts.append(f'<text x="{(left + right) / 2:g}" y="{bottom + 36:g}" text-anchor="middle">{escape(title)}</text>')
    for number, (problem, row) in enumerate(rows.items()):
        y = top + (number + 0.5) * line
        ends = [place(value) for value in row.values()]
        parts.append(f'<text x="{left - 8:g}" y="{y + 4:g}" text-anchor="end">{escape(problem)}</text>')
        parts.append(f'<line x1="{min(ends):.1f}" x2="{max(ends):.1f}" y1="{y:g}" y2="{y:g}" class="rule"/>')
        parts += [_mark(names.index(name), place(value), y, classes[name]) for name, value in reversed(row.items())]
        parts.append(f'<text x="{right + 8:g}" y="{y + 4:g}">{escape(note(problem))}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _legend(names: Sequence[str], classes: Mapping[str, str]) -> Iterator[str]:
    for number, name in enumerate(names):
        x = LEFT + number * 110
        yield f'<line x1="{x:g}" x2="{x + 22:g}" y1="16" y2="16" class="{classes[name]}"/>'
        yield f'<text x="{x + 28:g}" y="20">{escape(name)}</text>'


def _mark(number: int, x: float, y: float, colour: str) -> str:
    """A circle, a square or a diamond, so that nobody needs to see the colours."""
    if number == 0:
        return f'<circle cx="{x:.1f}" cy="{y:g}" r="5" class="dot {colour}"/>'
    turned = "" if number == 1 else f' transform="rotate(45 {x:.1f} {y:g})"'
    return f'<rect x="{x - 4:.1f}" y="{y - 4:g}" width="8" height="8" class="dot {colour}"{turned}/>'


def _short(power: int) -> str:
    """A power of ten as people write it: 10, 1k, 1M."""
    return f"{10 ** (power % 3)}{['', 'k', 'M', 'G'][power // 3]}"


def _tick(value: float) -> str:
    """Return a number of an axis; the margin has room for few signs.

    >>> _tick(-2_500_000.0), _tick(-40_000.0), _tick(200.0), _tick(0.5)
    ('-2.5M', '-40k', '200', '0.5')
    """
    for least, unit, letter in ((1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


def _classes(names: Sequence[str]) -> dict[str, str]:
    """The class of each name, which gives it a colour."""
    return {name: f"c{number % len(COLOURS)}" for number, name in enumerate(names)}


def _begun(title: str, width: float, height: float, size: int) -> list[str]:
    """The beginning of a picture: its size, its title, its colours and its paper."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="DejaVu Sans, Helvetica, sans-serif" font-size="{size}">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_rules(0)}\n@media (prefers-color-scheme: dark) {{\n{_rules(1)}\n}}\n</style>",
        f'<rect width="{width:g}" height="{height:g}" class="back"/>',
    ]


def _rules(theme: int) -> str:
    paper = {name: colours[theme] for name, colours in PAPER.items()}
    rules = [
        f".back {{ fill: {paper['back']} }} text {{ fill: {paper['ink']} }}",
        f".rule {{ stroke: {paper['rule']} }} .frame {{ fill: none; stroke: {paper['rule']} }}",
        "line, polyline { stroke-width: 2; fill: none } line.rule { stroke-width: 1 } .dot { stroke: none }",
    ]
    rules += [
        f".c{number} {{ stroke: {colours[theme]} }} .dot.c{number}, text.c{number} "
        f"{{ fill: {colours[theme]}; stroke: none }}"
        for number, colours in enumerate(COLOURS)
    ]
    return "\n".join(rules)


def _panel(
    place: tuple[float, float],
    title: str,
    measure: str,
    panel: Panel,
    classes: Mapping[str, str],
    costs: Axis,
    note: Note,
) -> Iterator[str]:
    left, top = place
    across = _limits([x for curve in panel.values() for x, _ in curve])
    yield f'<g transform="translate({left:g} {top:g})">'
    yield f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" class="frame"/>'
    yield f'<text x="0" y="-8" font-weight="bold">{escape(title)}</text>'
    yield f'<text x="{WIDTH / 2:g}" y="{HEIGHT + 32:g}" text-anchor="middle">{escape(measure)}</text>'
    for value in across.ticks():
        x = WIDTH * across.share(value)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{HEIGHT:g}" class="rule"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT + 14:g}" text-anchor="middle">{value:g}</text>'
    for value in costs.ticks():
        y = HEIGHT * (1 - costs.share(value))
        yield f'<line x1="0" x2="{WIDTH:g}" y1="{y:.1f}" y2="{y:.1f}" class="rule"/>'
        yield f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{_tick(value)}</text>'
    ends: list[tuple[float, str]] = []
    for name, curve in panel.items():
        spots = [(WIDTH * across.share(x), HEIGHT * (1 - costs.share(y))) for x, y in curve]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        yield f'<polyline points="{path}" class="{classes[name]}"/>'
        for x, y in spots:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" class="dot {classes[name]}"/>'
        ends += [(spots[-1][1], name)] if spots else []
    lowest = -LINE
    for y, name in sorted(ends):
        lowest = max(y + 4, lowest + LINE)
        yield f'<text x="{WIDTH + 6:g}" y="{lowest:.1f}" class="{classes[name]}">{escape(note(panel[name]))}</text>'
    yield "</g>"


def _limits(values: Sequence[float]) -> LogarithmicAxis:
    """An axis whose ends are a little beyond the values."""
    return LogarithmicAxis(min(values) / 1.25, max(values) * 1.25) if values else LogarithmicAxis(1.0, 10.0)
