"""The table of shaped rewards is that of docs/shaping.json, and its figures come about as told."""

from __future__ import annotations

import json
from typing import Any

from tests.bench import shaping


def figures() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(shaping.JSON.read_text(encoding="utf-8"))
    return known


def test_the_page_holds_the_figures() -> None:
    text = shaping.DOCUMENT.read_text(encoding="utf-8")
    assert shaping.PLACE.search(text)
    assert shaping.filled(text, figures()) == text, "run `python -m tests.bench.shaping --report`"
    assert tuple(figures()) == tuple(shaping.PROBLEMS)


def test_shaped_rewards_are_better_everywhere_as_the_page_says() -> None:
    for found in figures().values():
        assert found["relaxed-plan"] > found["goals"] > found["none"]


def test_figures_can_be_measured_again() -> None:
    assert shaping.measured("hanoi") == figures()["hanoi"]
