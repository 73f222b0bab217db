"""The page of explorations holds the figures of docs/exploration.json, and figures come about as told."""

from __future__ import annotations

import json

import pytest

from relgym.exploration.expanders.circuits import CircuitExpander
from tests.bench import exploring


def test_the_page_holds_the_figures() -> None:
    text, figures = exploring.PAGE.read_text(encoding="utf-8"), json.loads(exploring.JSON.read_text(encoding="utf-8"))
    assert exploring.filled(text, figures) == text, "run `python -m tests.bench.exploring --report`"
    assert figures["problems"].keys() == exploring.PROBLEMS.keys()
    other = {**figures, "runs": 12345}
    assert "Medians of 12345 runs" in exploring.filled("", other)


def test_the_figures_keep_their_goals() -> None:
    """Ten million states in 3 GB, and 150,000 expansions of the 8-puzzle for each CPU second."""
    figures = json.loads(exploring.JSON.read_text(encoding="utf-8"))
    assert (figures["large"]["states"], figures["large"]["megabytes"] < 3000) == (exploring.LARGE, True)
    one = figures["problems"]["8-puzzle"]["one"]
    assert (one["states"], one["transitions"], one["depth"]) == (181_440, 483_840, 31)
    assert one["expanded"] / one["seconds"] > 150_000


def test_one_worker_and_two_expand_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CircuitExpander, "shared", 1)
    part = exploring.measured("gripper", 100, 1, ("processes",))
    assert part["one"]["states"] > 100
    whole = exploring.measured("gripper", None, 1, ("processes",))
    assert whole["processes"]["expanded"] == whole["one"]["expanded"] == whole["one"]["states"]
    assert 0 < whole["processes"]["efficiency"] == whole["one"]["seconds"] / 2 / whole["processes"]["longest"]


def test_messages_bound_the_efficiency() -> None:
    space = {"states": 1000, "transitions": 3000, "depth": 8, "bytes": 8, "seconds": 1.0}
    assert exploring.estimate(space, {"order": 0.0, "byte": 0.0}, 64) == 1
    # Ten rounds of two orders of 10 ms, while each worker has half a second.
    assert round(exploring.estimate(space, {"order": 0.01, "byte": 0.0}, 2), 9) == round(0.5 / 0.7, 9)
    assert exploring.estimate(space, {"order": 0.0, "byte": 1e-6}, 2) < 1
