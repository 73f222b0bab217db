"""Pictures in the dark theme: a dark ground, and words that can be read on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from relgym.render.layouts.grid import PALE
from relgym.render.palette import CARD, COLOURS, FILL, PLAIN, contrast, mixed, tint
from tests.playground.conftest import Opens

SHEET = (Path(__file__).parents[2] / "playground" / "styles" / "pictures.css").read_text("utf-8")
INK = "#e8e6e0"

WORDS = """() => {
  const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((each) => part(each / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const grounds = [];
  const found = [];
  for (const shape of document.querySelectorAll(".picture svg :is(rect, text):not(defs *, [opacity] *)")) {
    const { fill, stroke } = getComputedStyle(shape);
    const { x, y, width, height, right, bottom } = shape.getBoundingClientRect();
    if (shape.localName === "rect") {
      if (fill !== "none") grounds.push({ x, y, right, bottom, fill });
      continue;
    }
    const [across, down] = [x + width / 2, y + height / 2];
    const has = (each) => each.x <= across && across <= each.right && each.y <= down && down <= each.bottom;
    // Words with a border of their own stand on that.
    const ground = stroke === "none" ? grounds.findLast(has).fill : stroke;
    const [dark, light] = [luminance(fill), luminance(ground)].sort((one, other) => one - other);
    found.push([shape.textContent, (light + 0.05) / (dark + 0.05)]);
  }
  return found;
}"""
"""The words of a picture, each with its contrast to the ground below it."""


def test_words_of_dark_pictures_can_be_read(opens: Opens) -> None:
    page = opens(theme="dark")
    for name in ("logistics", "doors", "hanoi", "slide-tile", "wildfire", "sysadmin", "traffic", "movie"):
        page.catalogue(name)
        words = page.tab.evaluate(WORDS)
        assert words, name
        assert [(name, text, ratio) for text, ratio in words if ratio < PLAIN] == []


@pytest.mark.parametrize("colour", COLOURS)
def test_light_versions_of_colours_have_dark_ones(colour: str) -> None:
    for light in (tint(colour), mixed(FILL[colour], CARD, PALE)):
        rule = re.search(rf'\[fill="{light}"\][^{{]*\{{\s*fill: (#\w{{6}});', SHEET)
        assert rule is not None, f"{light}, a light {colour}, has no colour in the dark theme"
        assert contrast(rule[1], INK) >= PLAIN


def test_saved_pictures_keep_their_colours(opens: Opens) -> None:
    page = opens(theme="dark")
    ground = page.tab.locator(".picture svg > rect, .picture svg > g > rect").first
    assert ground.get_attribute("fill") == "#f4f2ec"
    assert ground.evaluate("(shape) => getComputedStyle(shape).fill") == "rgb(22, 26, 32)"
