"""The table of learned models is that of docs/model-learning.json, and its figures come about as told."""

from __future__ import annotations

import json
from typing import Any

from relgym.catalogue.domains import spec
from tests.bench import learning


def figures() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(learning.JSON.read_text(encoding="utf-8"))
    return found


def test_the_page_holds_the_figures() -> None:
    text = learning.DOCUMENT.read_text(encoding="utf-8")
    assert learning.PLACE.search(text)
    assert learning.filled(text, figures()) == text, "run `python -m tests.bench.learning --report`"


def test_other_figures_make_another_table() -> None:
    known = figures()
    text = "<!-- figures: model learning -->\n<!-- end of figures -->"
    before = learning.filled(text, known)
    known["blocks"]["exact"] = False
    assert learning.filled(text, known) != before


def test_the_table_has_all_twenty_domains_and_most_are_recovered() -> None:
    known = figures()
    assert tuple(known) == learning.PAPER
    assert len(learning.PAPER) == len({spec(name).domain for name in learning.PAPER}) == 20
    exact = [name for name, found in known.items() if found["method"] == "version-space" and found.get("exact")]
    assert len(exact) >= 12
    for name in exact:
        assert known[name]["precision"] == known[name]["recall"] == known[name]["effects"] == 1.0
        assert known[name]["episodes"] <= 50
    chosen = [name for name, found in known.items() if found.get("chosen", {}).get("exact")]
    assert len(chosen) >= 10


def test_figures_can_be_measured_again() -> None:
    again = learning.measured("hanoi")
    known = figures()["hanoi"]
    same = ("exact", "precision", "recall", "effects", "episodes", "transitions", "unseen")
    assert {key: again[key] for key in same} == {key: known[key] for key in same}
