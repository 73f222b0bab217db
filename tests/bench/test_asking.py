"""The table of questions is that of docs/questions.json, and its figures come about as told."""

from __future__ import annotations

import json
from typing import Any

from relgym.catalogue.domains import catalogue
from tests.bench import asking


def figures() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asking.JSON.read_text(encoding="utf-8"))
    return found


def test_the_page_holds_the_figures() -> None:
    text = asking.DOCUMENT.read_text(encoding="utf-8")
    assert asking.PLACE.search(text)
    assert asking.filled(text, figures()) == text, "run `python -m tests.bench.asking --report`"


def test_other_figures_make_another_table() -> None:
    known = figures()
    text = "<!-- figures: questions pddl -->\n<!-- end of figures -->"
    before = asking.filled(text, known)
    known["blocks"]["kinds"]["goal"]["rate"] *= 2
    assert asking.filled(text, known) != before


def test_all_domains_are_measured_and_fast_enough() -> None:
    known = figures()
    assert list(known) == [own.name for own in catalogue()]
    assert min(found["rate"] for found in known.values()) >= 1000
    assert known["blocks"]["rate"] >= 5000


def test_figures_can_be_measured_again() -> None:
    again = asking.measured("hanoi", count=30)
    assert again["kinds"].keys() == figures()["hanoi"]["kinds"].keys()
    assert all(0 < found["questions"] <= 30 for found in again["kinds"].values())
