"""The strip of pictures in the README is what its recipe makes."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).parents[2]


def test_the_strip_is_made_anew_as_it_is() -> None:
    recipe = runpy.run_path(str(ROOT / "docs" / "pictures" / "strip.py"))
    made = recipe["strip"]()
    assert len(recipe["SHOTS"]) == 8
    assert len({shot.caption for shot in recipe["SHOTS"]}) == 8
    with Image.open(recipe["FILE"]) as file:
        kept = file.convert("RGB")
    assert made.size == kept.size
    # Another Pillow may smooth edges otherwise, and the file has 256 colours.
    difference = np.abs(np.asarray(made, dtype=int) - np.asarray(kept, dtype=int))
    assert difference.mean() < 3, "make pictures"


def test_the_readme_shows_the_strip() -> None:
    assert "](docs/pictures/strip.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
