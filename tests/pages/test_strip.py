"""The strips of pictures in the README and the guide are what their recipe makes."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]


RECIPE = runpy.run_path(str(ROOT / "docs" / "pictures" / "strip.py"))


@pytest.mark.parametrize("name", RECIPE["STRIPS"])
def test_a_strip_is_made_anew_as_it_is(name: str) -> None:
    shots = RECIPE["STRIPS"][name]
    made = RECIPE["strip"](shots)
    assert len(shots) == 8
    assert len({shot.caption for shot in shots}) == 8
    with Image.open(RECIPE["HERE"] / name) as file:
        kept = file.convert("RGB")
    assert made.size == kept.size
    # Another Pillow may smooth edges otherwise, and the file has 256 colours.
    difference = np.abs(np.asarray(made, dtype=int) - np.asarray(kept, dtype=int))
    assert difference.mean() < 3, "make pictures"


def test_readme_and_guide_show_the_strips() -> None:
    assert "](docs/pictures/strip.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](../pictures/rddl.png)" in (ROOT / "docs" / "guide" / "pictures.md").read_text(encoding="utf-8")
