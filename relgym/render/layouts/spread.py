"""Layout of a graph without levels: linked nodes are near each other, and no two overlap.

Distances in the picture come as near as they can to distances in the graph (stress majorization: Gansner, Koren and
North, Graph drawing by stress majorization, 2004); boxes that overlap are pushed apart then. Long chains are folded.
Parts that do not hang together stand beside each other. Nothing is left to chance, so the same graph gives the same
picture.

>>> spread(3, [(0, 1), (1, 2)], [(40, 20)] * 3, gap=20)
Spread(positions=((140, 15), (80, 10), (20, 15)), width=160, height=25)
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import atan2, cos, hypot, sin, sqrt
from typing import Any, NamedTuple

ROUNDS = 200
"""The number of rounds in which every node moves towards its wanted distances."""

PUSHES = 300
"""The largest number of rounds in which overlapping boxes are pushed apart."""

CHAIN = 5
"""The ratio of length to height from which a part of a graph counts as a chain."""

UNTURNED_RATIO = 1.4
"""The ratio of length to height up to which a part is not turned: it has no clear direction."""

STRETCHED = 1.5
"""The largest ratio of a map's unit along one axis to that along the other."""

LYING = 0.85
"""The size from which on the picture of a part with x and y exchanged is clearly smaller, as a ratio."""

Pair = tuple[float, float]


class Spread(NamedTuple):
    """The middles of the nodes, and how much room they take."""

    positions: tuple[tuple[int, int], ...]
    width: int
    height: int


def spread(
    count: int, edges: Iterable[tuple[int, int]], sizes: Sequence[Pair], gap: float, aspect: float = 1.6
) -> Spread:
    """The positions of `count` boxes with these widths and heights, at least a `gap` between them."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        if one != other:
            near[one].append(other)
            near[other].append(one)
    parts = [_placed(part, near, sizes, gap, aspect) for part in _parts(near)]
    return _packed(parts, sizes, gap, count, aspect)


def mapped(positions: list[Pair], sizes: Sequence[Pair], gap: float, room: Pair) -> tuple[Spread, bool]:
    """The positions of boxes on a map, as large as the room allows; True if overlapping ones were pushed apart."""
    wide, tall = (max(1e-9, max(axis) - min(axis)) for axis in zip(*positions, strict=True))
    across, down = (max(side) for side in zip(*sizes, strict=True))
    wide, tall = max(1.0, room[0] - across) / wide, max(1.0, room[1] - down) / tall
    # Not stretched by much.
    wide, tall = min(wide, STRETCHED * tall), min(tall, STRETCHED * wide)
    start = [(x * wide, y * tall) for x, y in positions]
    moved = _apart(start, sizes, gap)
    found = _packed([[(node, x, y) for node, (x, y) in enumerate(moved)]], sizes, gap, len(sizes), 1.0)
    return found, moved != start


def placed(names: Sequence[str], links: Iterable[tuple[int, int]], known: Mapping[str, Sequence[float]]) -> list[Pair]:
    """The given coordinates of nodes; others stand in the middle of those to which links lead, or of all."""
    near: dict[int, list[int]] = {}
    for one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    fixed = {number: (known[name][0], known[name][1]) for number, name in enumerate(names) if name in known}
    found = []
    for number in range(len(names)):
        around = (
            [fixed[other] for other in near.get(number, ()) if other in fixed] or list(fixed.values()) or [(0.0, 0.0)]
        )
        middle = sum(x for x, _ in around) / len(around), sum(y for _, y in around) / len(around)
        found.append(fixed.get(number, middle))
    return found


def squeezed(found: Spread, sizes: Sequence[Pair], gap: float, room: Pair) -> Spread:
    """Move the nodes of a picture that is larger than a room together, as far as the gap between them allows."""
    if not sizes or (found.width <= room[0] and found.height <= room[1]):
        return found
    largest = [max(side) for side in zip(*sizes, strict=True)]
    wide, tall = (
        min(1.0, max(0.0, space - box) / max(1.0, extent - box))
        for space, extent, box in zip(room, found[1:], largest, strict=True)
    )
    moved = _apart([(x * wide, y * tall) for x, y in found.positions], sizes, gap)
    return _packed([[(node, x, y) for node, (x, y) in enumerate(moved)]], sizes, gap, len(sizes), 1.0)


def _parts(near: Sequence[Sequence[int]]) -> list[list[int]]:
    """The nodes that hang together, larger parts first."""
    seen: set[int] = set()
    parts = []
    for first in range(len(near)):
        if first not in seen:
            part = list(_distances(first, near))
            seen.update(part)
            parts.append(sorted(part))
    return sorted(parts, key=lambda part: -len(part))


def _distances(start: int, near: Sequence[Sequence[int]]) -> dict[int, int]:
    found, todo = {start: 0}, deque([start])
    while todo:
        node = todo.popleft()
        for other in near[node]:
            if other not in found:
                found[other] = found[node] + 1
                todo.append(other)
    return found


Part = list[tuple[int, float, float]]


def _placed(part: list[int], near: Sequence[Sequence[int]], sizes: Sequence[Pair], gap: float, aspect: float) -> Part:
    if len(part) == 1:
        return [(part[0], 0.0, 0.0)]
    number = {node: at for at, node in enumerate(part)}
    distances = [_distances(node, near) for node in part]
    far = tuple(tuple(float(from_node.get(other, 0.0)) for other in part) for from_node in distances)
    boxes = [sizes[node] for node in part]
    # Names are wider than high, and so is the picture.
    across = sum(width for width, _ in boxes) / len(boxes) + gap
    down = (sum(height for _, height in boxes) / len(boxes) + gap) * 1.15
    positions = _lying(_straight(_turned([*_relaxed(far)])), across, down, aspect)
    links = sorted({(number[node], number[other]) for node in part for other in near[node] if node < other})
    positions = _apart([(x * across, y * down) for x, y in positions], boxes, gap)
    positions = _folded(positions, links, boxes, gap, aspect)
    return [(node, x, y) for node, (x, y) in zip(part, positions, strict=True)]


def _turned(positions: list[Pair]) -> list[Pair]:
    """The positions with their longer side from left to right."""
    count = len(positions)
    middle_x, middle_y = sum(x for x, _ in positions) / count, sum(y for _, y in positions) / count
    positions = [(x - middle_x, y - middle_y) for x, y in positions]
    xx, yy, xy = (sum(terms) for terms in zip(*((x * x, y * y, x * y) for x, y in positions), strict=True))
    longer = (xx + yy) / 2 + hypot((xx - yy) / 2, xy)
    if longer < UNTURNED_RATIO * (xx + yy - longer):
        return positions if xx >= yy else [(y, x) for x, y in positions]
    angle = 0.5 * atan2(2 * xy, xx - yy)
    along, across = cos(angle), sin(angle)
    return [(x * along + y * across, y * along - x * across) for x, y in positions]


def _lying(positions: list[Pair], across: float, down: float, aspect: float) -> list[Pair]:
    """The positions, or those with x and y exchanged where the picture is clearly smaller then."""
    wide, tall = (max(axis) - min(axis) for axis in zip(*positions, strict=True))
    size, other = max(wide * across / aspect, tall * down), max(tall * across / aspect, wide * down)
    return [(y, x) for x, y in positions] if other < LYING * size else positions


def _straight(positions: list[Pair]) -> list[Pair]:
    """The positions without the bend of a long chain: less the parabola that fits best."""
    x, y = ([*axis] for axis in zip(*positions, strict=True))
    if max(x) - min(x) < CHAIN * max(1.0, max(y) - min(y)):
        return positions
    # The least squares of a parabola, in powers that are orthogonal over these positions (Forsythe, 1957).
    count = len(x)
    middle = sum(x) / count
    first = [value - middle for value in x]
    squares = sum(value * value for value in first)
    skew = sum(value**3 for value in first) / squares
    second = [value * value - skew * value - squares / count for value in first]
    level = sum(y) / count
    slope = _product(first, y) / squares
    bend = _product(second, y) / (_product(second, second) or 1.0)
    fitted = (level + slope * one + bend * two for one, two in zip(first, second, strict=True))
    return [(across, down - height) for across, down, height in zip(x, y, fitted, strict=True)]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _folded(
    positions: list[Pair], links: list[tuple[int, int]], boxes: Sequence[Pair], gap: float, aspect: float
) -> list[Pair]:
    """The positions of a long chain in rows, every other from right to left, so that links at their ends are short."""
    left, top, right, bottom = _bounds([(at, x, y) for at, (x, y) in enumerate(positions)], boxes)
    wide, tall = right - left, bottom - top
    rows = round((wide / (aspect * (tall + gap))) ** 0.5)
    if rows < 2:
        return positions
    cuts = _cuts([x for x, _ in positions], links, rows)
    # The cut stays in place, and the part beyond it is mirrored.
    signs, shifts = [1.0], [0.0]
    for cut in cuts:
        signs.append(-signs[-1])
        shifts.append(shifts[-1] - 2 * signs[-1] * cut)
    folded = []
    for x, y in positions:
        row = bisect_left(cuts, x)
        folded.append((signs[row] * x + shifts[row], y + row * (tall + gap)))
    return folded


def _cuts(x: Sequence[float], links: list[tuple[int, int]], rows: int) -> list[float]:
    """Return the cuts between rows: near the ends of equal rows, between nodes that a single link connects."""
    order = sorted(set(x))
    ends = [sorted((x[one], x[other])) for one, other in links]
    between = [(low + high) / 2 for low, high in pairwise(order)]
    single = [cut for cut in between if sum(low < cut < high for low, high in ends) == 1]
    wanted = [order[0] + (order[-1] - order[0]) * row / rows for row in range(1, rows)]
    return sorted({min(single, key=lambda cut: abs(cut - end)) for end in wanted} if single else set())


def first_positions(far: Sequence[Sequence[float]] | Any) -> list[Pair]:
    """Coordinates from the distances to four nodes far from each other, and a little spiral to break ties."""
    nodes = range(len(far))
    one = max(nodes, key=far[0].__getitem__)
    two = max(nodes, key=far[one].__getitem__)
    three = max(nodes, key=lambda node: min(far[one][node], far[two][node]))
    four = max(nodes, key=far[three].__getitem__)
    return [
        (
            (far[one][node] - far[two][node]) / 2 + 0.05 * cos(node * 2.399963) * sqrt(node + 1),
            (far[three][node] - far[four][node]) / 2 + 0.05 * sin(node * 2.399963) * sqrt(node + 1),
        )
        for node in nodes
    ]


# A painter tries several sizes of cards and of the room; what does not depend on these is computed once.
@lru_cache(maxsize=4)
def _relaxed(far: tuple[tuple[float, ...], ...]) -> tuple[Pair, ...]:
    """Positions by which the distances of nodes are as many units as they are links apart (stress majorization)."""
    positions = first_positions(far)
    pairs = [(i, j, far[i][j], far[i][j] ** -2) for i, j in combinations(range(len(far)), 2)]
    halves = [0.5 / sum(distance**-2 for distance in row if distance > 0) for row in far]
    x, y = ([*axis] for axis in zip(*positions, strict=True))
    for _ in range(ROUNDS):
        sum_x, sum_y = [0.0] * len(x), [0.0] * len(y)
        for i, j, distance, weight in pairs:
            x_i, y_i, x_j, y_j = x[i], y[i], x[j], y[j]
            apart_x, apart_y = x_i - x_j, y_i - y_j
            part = distance / (sqrt(apart_x * apart_x + apart_y * apart_y) or 1e-9)
            apart_x *= part
            apart_y *= part
            sum_x[i] += weight * (x_j + apart_x)
            sum_y[i] += weight * (y_j + apart_y)
            sum_x[j] += weight * (x_i - apart_x)
            sum_y[j] += weight * (y_i - apart_y)
        x = [0.5 * old + half * new for old, half, new in zip(x, halves, sum_x, strict=True)]
        y = [0.5 * old + half * new for old, half, new in zip(y, halves, sum_y, strict=True)]
    return tuple(zip(x, y, strict=True))


def _apart(positions: Sequence[Pair], boxes: Sequence[Pair], gap: float) -> list[Pair]:
    return [*_pushed(tuple(positions), tuple(boxes), gap)]


@lru_cache(maxsize=16)
def _pushed(positions: tuple[Pair, ...], boxes: tuple[Pair, ...], gap: float) -> tuple[Pair, ...]:
    """The positions with overlapping boxes pushed apart, along the axis on which they overlap less."""
    widest, highest = (max(sides) + gap for sides in zip(*boxes, strict=True))
    x, y = ([*axis] for axis in zip(*positions, strict=True))
    slack = max(widest, highest) / 2
    near: list[tuple[int, int, float, float]] = []
    reach = -1.0  # How far positions may still move.
    for _ in range(PUSHES):
        if reach < 0:
            # Pairs that are further apart cannot touch before positions have moved by half of the slack.
            near = [
                (i, j, (boxes[i][0] + boxes[j][0]) / 2 + gap, (boxes[i][1] + boxes[j][1]) / 2 + gap)
                for i, j in _neighbours(x, y, widest + slack, highest + slack)
            ]
            reach = slack / 2
        touched = [0] * len(boxes)
        push_x, push_y = [0.0] * len(boxes), [0.0] * len(boxes)
        for i, j, room_x, room_y in near:
            away_x, away_y = x[i] - x[j], y[i] - y[j]
            over_x, over_y = room_x - abs(away_x), room_y - abs(away_y)
            if over_x > 0.01 and over_y > 0.01:
                touched[i] += 1
                touched[j] += 1
                # Equal positions go apart by their numbers; the second number is the larger one.
                if over_x <= over_y:
                    push = over_x if away_x > 0 else -over_x
                    push_x[i] += push
                    push_x[j] -= push
                else:
                    push = over_y if away_y > 0 else -over_y
                    push_y[i] += push
                    push_y[j] -= push
        if not any(touched):
            break
        halves = [0.5 / sqrt(max(1, count)) for count in touched]
        moved_x = [half * push for half, push in zip(halves, push_x, strict=True)]
        moved_y = [half * push for half, push in zip(halves, push_y, strict=True)]
        x = [old + moved for old, moved in zip(x, moved_x, strict=True)]
        y = [old + moved for old, moved in zip(y, moved_y, strict=True)]
        reach -= max(map(abs, moved_x + moved_y))
    return tuple(zip(x, y, strict=True))


def _neighbours(x: Sequence[float], y: Sequence[float], wide: float, high: float) -> list[tuple[int, int]]:
    """Return the pairs of positions less than `wide` and `high` apart, in the order of their numbers, by a sweep."""
    order = sorted(zip(x, y, range(len(x)), strict=True))
    begins = [each[0] for each in order]
    found = []
    for place, (left, top, one) in enumerate(order, 1):
        low, high_end, end = top - high, top + high, bisect_left(begins, left + wide)
        found += [(one, other) for _, down, other in order[place:end] if low < down < high_end]
    return sorted((one, other) if one < other else (other, one) for one, other in found)


def _packed(parts: Sequence[Part], sizes: Sequence[Pair], gap: float, count: int, aspect: float) -> Spread:
    """The parts in rows, from left to right."""
    boxes = [_bounds(part, sizes) for part in parts]
    area = sum((right - left + gap) * (bottom - top + gap) for left, top, right, bottom in boxes)
    room = max([(area * aspect) ** 0.5, *(right - left for left, _, right, _ in boxes)])
    positions: list[tuple[int, int]] = [(0, 0)] * count
    x = y = tall = 0.0
    width = 0.0
    for part, (left, top, right, bottom) in zip(parts, boxes, strict=True):
        if x > 0 and x + right - left > room + 1:
            x, y, tall = 0.0, y + tall + gap, 0.0
        for node, across, down in part:
            positions[node] = round(x + across - left), round(y + down - top)
        x += right - left
        width = max(width, x)
        x += gap
        tall = max(tall, bottom - top)
    return Spread(tuple(positions), round(width), round(y + tall))


def _bounds(part: Part, sizes: Sequence[Pair]) -> tuple[float, float, float, float]:
    return (
        min(x - sizes[node][0] / 2 for node, x, _ in part),
        min(y - sizes[node][1] / 2 for node, _, y in part),
        max(x + sizes[node][0] / 2 for node, x, _ in part),
        max(y + sizes[node][1] / 2 for node, _, y in part),
    )
