"""Layout of a graph without levels: linked nodes are near each other, and no two overlap.

Distances in the picture come as near as they can to distances in the graph (stress majorization: Gansner, Koren and
North, Graph drawing by stress majorization, 2004); boxes that overlap are pushed apart then. Long chains are folded.
Parts that do not hang together stand beside each other. Nothing is left to chance, so the same graph gives the same
picture.

>>> spread(3, [(0, 1), (1, 2)], [(40, 20)] * 3, gap=20)
Spread(positions=((140, 15), (80, 10), (20, 15)), width=160, height=25)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROUNDS = 200
"""The number of rounds in which every node moves towards its wanted distances."""

PUSHES = 300
"""The largest number of rounds in which overlapping boxes are pushed apart."""

CHAIN = 5
"""The ratio of length to height from which a part of a graph counts as a chain."""

UNTURNED_RATIO = 1.4
"""The ratio of length to height up to which a part is not turned: it has no clear direction."""

Floats = NDArray[np.float64]


class Spread(NamedTuple):
    """The middles of the nodes, and how much room they take."""

    positions: tuple[tuple[int, int], ...]
    width: int
    height: int


def spread(
    count: int, edges: Iterable[tuple[int, int]], sizes: Sequence[tuple[float, float]], gap: float, aspect: float = 1.6
) -> Spread:
    """The positions of `count` boxes with these widths and heights, at least a `gap` between them."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        if one != other:
            near[one].append(other)
            near[other].append(one)
    parts = [_placed(part, near, sizes, gap, aspect) for part in _parts(near)]
    return _packed(parts, sizes, gap, count, aspect)


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


def _placed(
    part: list[int], near: Sequence[Sequence[int]], sizes: Sequence[tuple[float, float]], gap: float, aspect: float
) -> Part:
    if len(part) == 1:
        return [(part[0], 0.0, 0.0)]
    number = {node: at for at, node in enumerate(part)}
    far = np.zeros((len(part), len(part)))
    for at, node in enumerate(part):
        for other, distance in _distances(node, near).items():
            far[at, number[other]] = distance
    boxes = np.array([sizes[node] for node in part], dtype=np.float64)
    positions = _relaxed(_begun(far), far)
    positions = _straight(_turned(positions))
    # Names are wider than high, and so is the picture.
    unit = np.array([float(np.mean(boxes[:, 0])) + gap, (float(np.mean(boxes[:, 1])) + gap) * 1.15])
    links = sorted({(number[node], number[other]) for node in part for other in near[node] if node < other})
    positions = _folded(_apart(positions * unit, boxes, gap), links, boxes, gap, aspect)
    return [(node, float(x), float(y)) for node, (x, y) in zip(part, positions, strict=True)]


def _turned(positions: Floats) -> Floats:
    """The positions with their longer side from left to right."""
    positions = positions - positions.mean(axis=0)
    (xx, xy), (_, yy) = positions.T @ positions
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    longer = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
    if longer < UNTURNED_RATIO * (xx + yy - longer):
        return positions if xx >= yy else positions[:, ::-1].copy()
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack(
        [positions[:, 0] * cos + positions[:, 1] * sin, positions[:, 1] * cos - positions[:, 0] * sin], axis=1
    )


def _straight(positions: Floats) -> Floats:
    """The positions without the bend of a long chain."""
    wide, high = np.ptp(positions, axis=0)
    if wide < CHAIN * max(1.0, high):
        return positions
    x, y = positions.T
    return np.stack([x, y - np.polyval(np.polyfit(x, y, 2), x)], axis=1)


def _folded(positions: Floats, links: list[tuple[int, int]], boxes: Floats, gap: float, aspect: float) -> Floats:
    """The positions of a long chain in rows, every other from right to left, so that links at their ends are short."""
    low, high = (positions - boxes / 2).min(axis=0), (positions + boxes / 2).max(axis=0)
    wide, tall = high - low
    rows = round((wide / (aspect * (tall + gap))) ** 0.5)
    if rows < 2:
        return positions
    cuts = _cuts(positions[:, 0], links, rows)
    row = np.searchsorted(cuts, positions[:, 0])
    sign, shift = 1.0, 0.0
    x = positions[:, 0].copy()
    for cut in cuts:
        # The cut stays in place, and the part beyond it is mirrored.
        beyond = positions[:, 0] > cut
        sign = -sign
        shift -= 2 * sign * cut
        x[beyond] = sign * positions[beyond, 0] + shift
    return np.stack([x, positions[:, 1] + row * (tall + gap)], axis=1)


def _cuts(x: Floats, links: list[tuple[int, int]], rows: int) -> list[float]:
    """Return the cuts between rows: near the ends of equal rows, between nodes that a single link connects."""
    order = np.unique(x)
    between = (order[1:] + order[:-1]) / 2
    ends = np.array([sorted((x[one], x[other])) for one, other in links])
    single = [cut for cut in between if ((ends[:, 0] < cut) & (ends[:, 1] > cut)).sum() == 1]
    wanted = x.min() + np.ptp(x) * np.arange(1, rows) / rows
    return sorted({min(single, key=lambda cut: abs(cut - end)) for end in wanted} if single else set())


def _begun(far: Floats) -> Floats:
    """Coordinates from the distances to four nodes far from each other, and a little spiral to break ties."""
    one = int(np.argmax(far[0]))
    two = int(np.argmax(far[one]))
    three = int(np.argmax(np.minimum(far[one], far[two])))
    four = int(np.argmax(far[three]))
    turn = np.arange(len(far)) * 2.399963
    positions = np.stack([(far[one] - far[two]) / 2, (far[three] - far[four]) / 2], axis=1)
    return (
        positions + 0.05 * np.stack([np.cos(turn), np.sin(turn)], axis=1) * np.sqrt(np.arange(1, len(far) + 1))[:, None]
    )


def _relaxed(positions: Floats, far: Floats) -> Floats:
    weights = np.where(far > 0, 1 / np.maximum(far, 1) ** 2, 0.0)
    total = weights.sum(axis=1)
    # The two axes of the picture come first, because NumPy sums long rows faster than short ones.
    axes = positions.T
    for _ in range(ROUNDS):
        apart = axes[:, :, None] - axes[:, None, :]
        part = far / np.maximum(np.hypot(*apart), 1e-9)
        wanted = axes[:, None, :] + apart * part
        axes = 0.5 * axes + 0.5 * (wanted * weights).sum(axis=2) / total
    return axes.T


def _apart(positions: Floats, boxes: Floats, gap: float) -> Floats:
    """The positions with overlapping boxes pushed apart, along the axis on which they overlap less."""
    axes, sizes, numbers = positions.T, boxes.T, np.arange(len(positions))
    room = (sizes[:, :, None] + sizes[:, None, :]) / 2 + gap
    others = numbers[:, None] != numbers
    # Equal positions go apart by their numbers.
    order = np.sign(numbers[:, None] - numbers)
    for _ in range(PUSHES):
        away = axes[:, :, None] - axes[:, None, :]
        over_x, over_y = overlap = room - np.abs(away)
        touching = (over_x > 0.01) & (over_y > 0.01) & others
        if not touching.any():
            break
        along_x = over_x <= over_y
        push = overlap * np.where(away == 0, order, np.sign(away)) * (touching & [along_x, ~along_x])
        axes = axes + 0.5 * push.sum(axis=2) / np.maximum(1, touching.sum(axis=1)) ** 0.5
    return axes.T


def _packed(
    parts: Sequence[Part], sizes: Sequence[tuple[float, float]], gap: float, count: int, aspect: float
) -> Spread:
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


def _bounds(part: Part, sizes: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    return (
        min(x - sizes[node][0] / 2 for node, x, _ in part),
        min(y - sizes[node][1] / 2 for node, _, y in part),
        max(x + sizes[node][0] / 2 for node, x, _ in part),
        max(y + sizes[node][1] / 2 for node, _, y in part),
    )
