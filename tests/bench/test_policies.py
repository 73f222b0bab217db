"""The page of policies holds the figures of docs/policy-baselines.json, and these reach their goals."""

from __future__ import annotations

import json
from typing import Any

import pytest

import relgym
from relgym.catalogue.domains import catalogue
from tests.bench import policies


@pytest.fixture
def figures() -> Any:
    return json.loads(policies.JSON.read_text(encoding="utf-8"))


def test_the_page_holds_the_figures(figures: Any) -> None:
    text = policies.PAGE.read_text(encoding="utf-8")
    assert len(policies.PLACE.findall(text)) == 3
    assert policies.filled(text, figures) == text, "run `python -m tests.bench.policies --report`"


def test_other_figures_make_another_page(figures: Any) -> None:
    text = policies.PAGE.read_text(encoding="utf-8")
    for part, change in (
        ("exact", lambda row: row.update(lrtdp=0.5)),
        ("tasks", lambda row: row["uct"].update(goals=7)),
        ("instances", lambda row: row["uct"].update(returns=[1e9] * 5)),
    ):
        other = json.loads(json.dumps(figures))
        change(next(iter(other[part].values())))
        assert policies.filled(text, other) != text


def test_the_figures_are_of_all_domains(figures: Any) -> None:
    assert {*figures["instances"]} == {domain.name for domain in catalogue("rddl")}
    assert {name.split(" ")[0] for name in figures["tasks"]} == {*policies.TASKS}
    assert {*figures["exact"]} == {*policies.EXACT}


def test_every_domain_with_chance_is_measured() -> None:
    chance = {
        each.name for each in catalogue("pddl") if ":probabilistic-effects" in each.domain.read_text(encoding="utf-8")
    }
    assert {*policies.TASKS} == chance


def test_exact_methods_agree(figures: Any) -> None:
    for row in figures["exact"].values():
        assert row["values"] >= 15 and row["programs"] >= 15
        assert max(row["lrtdp"], row["program"]) < 1e-6


def test_uct_is_better_than_baselines_on_most_instances(figures: Any) -> None:
    assert sum(map(policies.wins, figures["instances"].values())) >= 14


def test_uct_is_better_than_replanning_on_tireworld(figures: Any) -> None:
    for name, row in figures["tasks"].items():
        if name.startswith("tireworld"):
            assert policies.share(row["uct"])[1] > policies.share(row["replan, all outcomes"])[2]


def test_uct_reaches_more_goals_than_random_actions(figures: Any) -> None:
    for row in figures["tasks"].values():
        assert row["uct"]["goals"] >= 10
        assert row["uct"]["goals"] > row["random"]["goals"]


def test_a_row_is_measured() -> None:
    row = policies.played(relgym.Reasoner(policies.task_of("tireworld", "train", 0)), policies.TASK_METHODS, 2, 10)
    assert {*row} == {*policies.TASK_METHODS}
    assert row["lrtdp"]["goals"] == 2 and row["lrtdp"]["episodes"] == 2
    refused = policies.played(
        relgym.Reasoner(policies.task_of("tireworld", "train", 0)), {"noop": ("noop", {})}, 1, None
    )
    assert refused == {
        "noop": {"refused": "the method 'noop' does not support PDDL: it has no action that does nothing"}
    }
    found = policies.exact("navigation", 1)
    assert found["values"] == 3 and found["lrtdp"] < 1e-6 and found["program"] < 1e-6
