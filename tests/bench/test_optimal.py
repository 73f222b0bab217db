"""The page of shortest plans holds the figures, and these come about as told."""

from __future__ import annotations

import json

import pytest

from tests.bench import optimal


def known() -> dict[str, dict[str, optimal.Row]]:
    found: dict[str, dict[str, optimal.Row]] = json.loads(optimal.JSON.read_text(encoding="utf-8"))
    return found


def test_the_page_holds_the_figures() -> None:
    text = optimal.PAGE.read_text(encoding="utf-8")
    assert text.count("<!-- figures: ") == 2
    assert optimal.filled(text, known()) == text, "run `python -m tests.bench.optimal --page`"


def test_the_figures_are_of_all_domains_and_agree() -> None:
    rows = known()["rows"]
    assert [*rows] == optimal.names()
    assert sum(row["clingo"]["status"] == "optimal" for row in rows.values()) >= 25
    for planner in ("symk", "search"):
        both, same = optimal.agreeing(rows, planner)
        assert both == same
        assert len(both) >= 25
    assert [name for name, row in rows.items() if "train" in row and row["train"]["different"]] == []


def test_other_figures_make_another_page() -> None:
    figures = known()
    figures["rows"]["blocks"]["clingo"]["length"] += 1
    assert optimal.agreeing(figures["rows"], "search") != optimal.agreeing(known()["rows"], "search")
    text = optimal.PAGE.read_text(encoding="utf-8")
    assert optimal.filled(text, figures) != text


def test_measuring_a_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "PLANNERS", ("clingo", "search"))
    rows = optimal.measured(["movie", "river"])
    assert rows["movie"]["train"] == {"problems": 12, "proved": 12, "different": []}
    assert rows["movie"]["search"]["length"] == rows["movie"]["noted"]
    assert rows["river"]["clingo"]["reason"] == "probabilistic effects"
    assert "train" not in rows["river"]
