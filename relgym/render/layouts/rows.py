"""Rows of cards: their columns and sizes, with those cards that hold marks alone in smaller rows below."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from relgym.render.chips import TALL
from relgym.render.frame import MARGIN, Extent

GAP, NEAR, CLOSE = 12.0, 4.0, 3.0
"""The distances between cards, between those for marks, and between those that lie on each other, in pixels."""

HEAD = 22.0
"""The room for a card's title, in pixels."""

LOWEST = 24.0
"""The smallest height of a card, in pixels."""

NARROW = 60.0
"""The smallest width of a card for marks alone, in pixels."""

MARKS_ROOM, THINGS_ROOM = 0.84, 0.32
"""The largest share of the height for cards that hold marks alone, and the smallest one for all others."""

Box = tuple[float, float, float, float]


class Rows(NamedTuple):
    """Places in rows of cards that have one size, and the distance between them."""

    places: Sequence[str]
    columns: int
    width: float
    height: float
    gap: float = GAP

    @property
    def taken(self) -> tuple[float, float]:
        """The width and height of all cards."""
        down = ceil(len(self.places) / self.columns)
        return self.columns * (self.width + self.gap) - self.gap, down * (self.height + self.gap) - self.gap


def in_rows(
    places: Sequence[str], bare: frozenset[str], content: tuple[float, float], titles: float, room: Extent
) -> list[Rows]:
    """Arrange places in rows.

    Args:
        places: The places in their order.
        bare: Those that hold marks alone.
        content: The wanted width and height of cards.
        titles: The width that the titles need.
        room: The room for all cards.
    """
    full = [place for place in places if place not in bare]
    few = [place for place in places if place in bare]
    if not full or not few:
        return [Rows(places, *fitted_rows(len(places), content, titles, room))]
    marks = min(content[1], TALL + HEAD)
    columns, wide, tall = fitted_rows(len(few), (NARROW, marks), titles, room._replace(height=MARKS_ROOM * room.height))
    # What is less between the cards is more for the marks in them.
    below = Rows(few, columns, wide + GAP - NEAR, tall + GAP - NEAR, NEAR)
    rest = max(room.height - below.taken[1] - GAP, THINGS_ROOM * room.height)
    return [Rows(full, *fitted_rows(len(full), content, titles, room._replace(height=rest))), below]


def boxes_of(rows: Sequence[Rows], least: float) -> tuple[float, float, dict[str, Box]]:
    """Return the width and the height of rows below each other, and the boxes of their places.

    Args:
        rows: The rows.
        least: The smallest width.
    """
    width = max([least, *(each.taken[0] for each in rows)])
    boxes: dict[str, Box] = {}
    top = MARGIN
    for each in rows:
        left = MARGIN + (width - each.taken[0]) / 2
        for number, place in enumerate(each.places):
            across, down = number % each.columns, number // each.columns
            boxes[place] = (
                round(left + across * (each.width + each.gap), 1),
                round(top + down * (each.height + each.gap), 1),
                round(each.width, 1),
                round(each.height, 1),
            )
        top += each.taken[1] + each.gap if each.places else 0.0
    return width, max(0.0, top - MARGIN - rows[-1].gap), boxes


def fitted_rows(count: int, wanted: tuple[float, float], titles: float, room: Extent) -> tuple[int, float, float]:
    """Return the number of columns and the size of cards: the wanted one, or as much of it as there is room for."""
    wide, tall = max(96.0, titles, wanted[0]), wanted[1]
    columns = max(1, min(count, round((count * tall / wide * 1.5) ** 0.5 + 0.2)))
    if columns * (wide + GAP) - GAP <= room.width and ceil(count / columns) * (tall + GAP) - GAP <= room.height:
        return columns, wide, tall
    found = (0.0, 1, wide, tall)
    for columns in range(1, count + 1):
        across = (room.width + GAP) / columns - GAP
        down = (room.height + GAP) / ceil(count / columns) - GAP
        size = max(titles, min(wide, across)), max(LOWEST, min(tall, down))
        # A card that is too large for the room makes all of the picture smaller.
        part = min(size[0] / wide, size[1] / tall) * min(1.0, across / size[0], down / size[1])
        found = max(found, (part, columns, *size))
    return found[1:]
