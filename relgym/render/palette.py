"""The colours of pictures: hues that people see apart whatever their eyes, and a text colour that can be read on each.

The hues are those of Okabe and Ito, Color universal design, 2008; grey and white are for what only stands around.

>>> on(FILL["blue"]), on(FILL["yellow"])
('#ffffff', '#15181d')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

Colour = Literal["orange", "sky", "green", "yellow", "blue", "vermillion", "purple", "grey", "white", "black"]

COLOURS: tuple[Colour, ...] = get_args(Colour)

FILL: Mapping[Colour, str] = {
    "orange": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermillion": "#d55e00",
    "purple": "#cc79a7",
    "grey": "#9aa1ab",
    "white": "#ffffff",
    "black": "#30353d",
}

EACH: tuple[Colour, ...] = ("sky", "orange", "green", "purple", "yellow", "blue", "vermillion")
"""The colours of objects or types that are told apart by colour, in this order."""

DARK, LIGHT = "#15181d", "#ffffff"
"""The two colours of text on fills."""

TEXT, MUTED = "#23272e", "#59616c"
"""The colours of text on backgrounds."""

BACKGROUND, CARD, BORDER, WALL, LINE = "#f4f2ec", "#fffefb", "#d3cec2", "#8d8778", "#8a8577"

GOAL = "#00684c"
"""The colour of what a goal wants."""

BACKGROUNDS = (BACKGROUND, CARD)

PLAIN = 4.5
"""The least contrast of text (WCAG 2.1, success criterion 1.4.3)."""


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.1)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in channels(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, from 0 to 255, of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def mixed(colour: str, other: str, part: float) -> str:
    """The colour with a part of another one in it, from 0 to 1."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)


@cache
def on(fill: str) -> str:
    """The colour of text on any colour: the one of the two that can be read better."""
    return max(DARK, LIGHT, key=lambda text: contrast(text, fill))


def tint(colour: Colour) -> str:
    """A light version of a colour, for large areas."""
    return mixed(FILL[colour], CARD, 0.72)
