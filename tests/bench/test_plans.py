"""The page of plans holds the figures of docs/planning-baselines.json, and rows come about as told."""

from __future__ import annotations

import json
from typing import Any

import pytest

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.planning.planner import PlannerError
from tests.bench import plans


@pytest.fixture
def figures() -> Any:
    return json.loads(plans.JSON.read_text(encoding="utf-8"))


def test_the_page_holds_the_figures(figures: Any) -> None:
    text = plans.PAGE.read_text(encoding="utf-8")
    assert plans.filled(text, figures) == text, "run `python -m tests.bench.plans --report`"


def test_the_figures_are_those_of_the_last_problems(figures: Any) -> None:
    named = {name: {split: found["problem"] for split, found in by.items()} for name, by in figures["domains"].items()}
    assert named == {
        each.name: {split: each.problems(split)[-1].stem for split in ("train", "test")} for each in catalogue("pddl")
    }


def test_every_plan_was_replayed(figures: Any) -> None:
    every = [found for by in figures["domains"].values() for found in by.values()]
    assert all(found["valid"] for found in every if "steps" in found)
    assert not any(found["status"] == "failed" for found in every)


def test_other_figures_make_another_page(figures: Any) -> None:
    text = plans.filled("", figures)
    figures["domains"]["blocks"]["test"] = {"problem": "p06", "status": "limit", "seconds": 20.0}
    assert "| limit |  | 20.00 |" in plans.filled("", figures)
    assert plans.filled(text, figures) != text


def test_rows() -> None:
    solved = plans.row(spec("movie"), "train")
    assert (solved["status"], solved["steps"], solved["valid"]) == ("solved", 5, True)
    refused = plans.row(spec("river"), "train")
    assert refused["status"] == "refused"
    assert "probabilistic effects" in refused["reason"]


def test_a_planner_that_fails_leaves_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*given: Any, **named: Any) -> None:
        raise PlannerError("it died")

    monkeypatch.setattr(relgym, "plan", failing)
    row = plans.row(spec("movie"), "train")
    assert row == {"problem": spec("movie").problems("train")[-1].stem, "status": "failed", "reason": "it died"}
    assert plans.cell(row) == ["failed", "", ""]
