"""Colours: text can be read on all of them, and eyes of every kind see them apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from relgym.render.glyphs import GLYPHS, Box, Ellipse, Polygon, Stroke
from relgym.render.palette import (
    BACKGROUNDS,
    CARD,
    COLOURS,
    EACH,
    FILL,
    MUTED,
    PLAIN,
    TEXT,
    channels,
    contrast,
    mixed,
    on,
    tint,
)

# How each kind of dichromacy sees linear red, green and blue (Viénot, Brettel and Mollon, 1999).
SEEN_BY = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: str, eyes: str) -> list[float]:
    linear = [(part / 255) ** 2.2 for part in channels(colour)]
    return [
        max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True))) ** (1 / 2.2)
        for row in SEEN_BY[eyes]
    ]


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_colours_of_things_stay_apart_for_all_eyes(eyes: str) -> None:
    for one, other in combinations(EACH, 2):
        pairs = zip(seen(FILL[one], eyes), seen(FILL[other], eyes), strict=True)
        assert max(abs(a - b) for a, b in pairs) > 20 / 255, (one, other)


def test_text_can_be_read_on_everything_that_it_stands_on() -> None:
    for back in BACKGROUNDS:
        assert contrast(TEXT, back) >= PLAIN
        assert contrast(MUTED, back) >= PLAIN
    for colour in COLOURS:
        assert contrast(on(FILL[colour]), FILL[colour]) >= PLAIN, colour
        # Nodes of graphs, cards that a mark colours, chips with something in them.
        for back in (tint(colour), mixed(FILL[colour], CARD, 0.6), mixed(FILL[colour], CARD, 0.78)):
            assert contrast(TEXT, back) >= PLAIN, colour
    for colour in EACH:
        # Items among the values of RDDL.
        back = mixed(FILL[colour], CARD, 0.35)
        assert contrast(on(back), back) >= PLAIN, colour


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", GLYPHS)
def test_glyphs_stay_within_their_squares(name: str) -> None:
    for part in GLYPHS[name].parts:
        match part:
            case Polygon(points) | Stroke(points):
                assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in points)
            case Ellipse(x, y, across, down):
                assert abs(x) + across <= 1.01
                assert abs(y) + down <= 1.01
            case Box(x, y, width, height):
                assert min(x, y) >= -1.01
                assert max(x + width, y + height) <= 1.01
