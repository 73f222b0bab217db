"""Layered graph drawing: nodes in columns from left to right, edges with few crossings.

The nodes of a column are ordered by where their neighbours stand, and then moved to them as far as the others let
them (Sugiyama, Tagawa and Toda, Methods for visual understanding of hierarchical system structures, 1981). Edges that
pass columns go through bends; those to one node share them.

>>> drawing = arranged([["a", "b"], ["c"]], [("b", "c")], {"a": 40, "b": 40, "c": 40})
>>> [(name, position.x, position.y) for name, position in sorted(drawing.positions.items())]
[('a', 20.0, 17.0), ('b', 20.0, 61.0), ('c', 130.0, 61.0)]
>>> drawing.curves
(Curve(left=40.0, start=61.0, right=110.0, end=61.0, head=True),)
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

NODE_HEIGHT = 34.0
NODE_GAP = 10.0
BEND_HEIGHT = 8.0
COLUMN_GAP = 70.0
WIDEST_GAP = 240.0
GAP_FOR_AN_EDGE = 2.0
"""Further space between columns for each edge after the first, in pixels, so that edges are not too steep."""

SWEEPS = 12


@dataclass(frozen=True, slots=True)
class Position:
    """The middle of a node, and how wide it is: as wide as its column."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A piece of an edge, level at both ends; `head` tells whether it leads to a node and not to a bend."""

    left: float
    start: float
    right: float
    end: float
    head: bool = False


@dataclass(frozen=True, slots=True)
class NetLayout:
    """Nodes by name, pieces of edges, and the size of it all."""

    positions: Mapping[str, Position]
    curves: tuple[Curve, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Bend:
    """The point of the column `level` through which the edges to `target` pass."""

    target: str
    level: int


Point = str | Bend


def arranged(
    columns: Sequence[Sequence[str]], edges: Iterable[tuple[str, str]], widths: Mapping[str, float]
) -> NetLayout:
    """A drawing of nodes in columns; every edge leads to a column further right."""
    level = {name: number for number, column in enumerate(columns) for name in column}
    pieces = [piece for source, target in edges for piece in _pieces(source, target, level)]
    pieces = list(dict.fromkeys(pieces))
    order: list[list[Point]] = [list(column) for column in columns]
    for bend in dict.fromkeys(point for piece in pieces for point in piece if isinstance(point, Bend)):
        order[bend.level].append(bend)
    order = _untangled(order, pieces)
    level_of = {point: number for number, column in enumerate(order) for point in column}
    heights = _heights(order, pieces)
    lefts, wide = _columns(order, pieces, widths)
    lines, positions = [], {}
    for point, number in level_of.items():
        left, width, middle = lefts[number], wide[number], round(heights[point], 1)
        if isinstance(point, str):
            positions[point] = Position(round(left + width / 2, 1), middle, width)
        else:
            lines.append(Curve(left, middle, left + width, middle))
    for start, end in pieces:
        begun, ended = level_of[start], level_of[end]
        left, right = lefts[begun] + wide[begun], lefts[ended]
        head = isinstance(end, str)
        lines.append(Curve(left, round(heights[start], 1), right, round(heights[end], 1), head))
    bottom = max((position.y for position in positions.values()), default=0) + NODE_HEIGHT / 2
    return NetLayout(positions, tuple(lines), lefts[-1] + wide[-1] if lefts else 0.0, bottom)


def _pieces(source: str, target: str, level: Mapping[str, int]) -> Iterable[tuple[Point, Point]]:
    """An edge from column to column."""
    way: list[Point] = [source, *(Bend(target, number) for number in range(level[source] + 1, level[target])), target]
    return pairwise(way)


def _untangled(order: list[list[Point]], pieces: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Each column in an order with few crossings: the best that sorting by the neighbours' middle has come to."""
    before, after = _neighbours(pieces)
    best, fewest = order, _crossings(order, pieces)
    for sweep in range(SWEEPS):
        order = [list(column) for column in order]
        forward = sweep % 2 == 0
        near = before if forward else after
        numbers = range(1, len(order)) if forward else range(len(order) - 2, -1, -1)
        for number in numbers:
            beside: dict[Point, int] = {}
            beside.update((point, at) for at, point in enumerate(order[number - 1 if forward else number + 1]))
            wanted = {
                point: _middle([beside[other] for other in near[point]], at) for at, point in enumerate(order[number])
            }
            order[number] = sorted(order[number], key=wanted.__getitem__)
        crossings = _crossings(order, pieces)
        if crossings < fewest:
            best, fewest = order, crossings
    return best


def _neighbours(
    pieces: Sequence[tuple[Point, Point]],
) -> tuple[Mapping[Point, list[Point]], Mapping[Point, list[Point]]]:
    before: dict[Point, list[Point]] = defaultdict(list)
    after: dict[Point, list[Point]] = defaultdict(list)
    for start, end in pieces:
        before[end].append(start)
        after[start].append(end)
    return before, after


def _middle(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(order: Sequence[Sequence[Point]], pieces: Sequence[tuple[Point, Point]]) -> int:
    """Count the pairs of edges that cross."""
    at = {point: (number, position) for number, column in enumerate(order) for position, point in enumerate(column)}
    ends: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for start, end in pieces:
        ends[at[start][0]].append((at[start][1], at[end][1]))
    count = 0
    for pairs in ends.values():
        seen: list[int] = []
        for _, position in sorted(pairs):
            count += len(seen) - bisect_right(seen, position)
            insort(seen, position)
    return count


def _heights(order: Sequence[Sequence[Point]], pieces: Sequence[tuple[Point, Point]]) -> Mapping[Point, float]:
    """The height of each point: as near to its neighbours' as its column allows; the uppermost node touches the top."""
    before, after = _neighbours(pieces)
    heights: dict[Point, float] = {}
    tallest = max((_offsets(column)[-1] for column in order if column), default=0.0)
    for column in order:
        offsets = _offsets(column)
        for point, offset in zip(column, offsets, strict=True):
            heights[point] = offset + (tallest - offsets[-1]) / 2
    for _ in range(SWEEPS):
        for column in [*order, *reversed(order)]:
            wanted = [
                _middle([heights[other] for other in (*before[point], *after[point])], heights[point])
                for point in column
            ]
            heights.update(zip(column, _apart(wanted, _offsets(column)), strict=True))
    top = min((heights[point] for column in order for point in column if isinstance(point, str)), default=0.0)
    return {point: height - top + NODE_HEIGHT / 2 for point, height in heights.items()}


def _offsets(column: Sequence[Point]) -> list[float]:
    """The heights of a column's points where they stand as close as they may."""
    offsets: list[float] = []
    for number, point in enumerate(column):
        if number == 0:
            offsets.append(0.0)
        else:
            offsets.append(offsets[-1] + (_tall(column[number - 1]) + _tall(point)) / 2 + NODE_GAP)
    return offsets


def _tall(point: Point) -> float:
    return NODE_HEIGHT if isinstance(point, str) else BEND_HEIGHT


def _apart(wanted: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The heights nearest to those wanted that keep the distances: blocks of points that would overlap are merged."""
    blocks: list[tuple[float, int]] = []
    for height, offset in zip(wanted, offsets, strict=True):
        total, count = height - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            other, more = blocks.pop()
            total, count = total + other, count + more
        blocks.append((total, count))
    bases = [total / count for total, count in blocks for _ in range(count)]
    return [base + offset for base, offset in zip(bases, offsets, strict=True)]


def _columns(
    order: Sequence[Sequence[Point]], pieces: Sequence[tuple[Point, Point]], widths: Mapping[str, float]
) -> tuple[list[float], list[float]]:
    """Return the left side and the width of each column."""
    level = {point: number for number, column in enumerate(order) for point in column}
    leaving: dict[int, int] = defaultdict(int)
    for start, _ in pieces:
        leaving[level[start]] += 1
    wide = [max((widths[point] for point in column if isinstance(point, str)), default=0.0) for column in order]
    lefts, x = [], 0.0
    for number, width in enumerate(wide):
        lefts.append(round(x, 1))
        x += width + min(WIDEST_GAP, COLUMN_GAP + GAP_FOR_AN_EDGE * max(0, leaving[number] - 1))
    return lefts, wide
