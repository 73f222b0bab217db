"""The difficulty of the domains, and its page, say what `make baselines` has measured."""

from __future__ import annotations

import json

import pytest

from relgym.catalogue.difficulty import METHODS, difficulty
from relgym.catalogue.domains import SPLITS, catalogue, spec
from tests.bench import reached
from tests.bench.difficulty import PLACES


@pytest.mark.parametrize("name", [own.name for own in catalogue()])
def test_difficulty_is_up_to_date(name: str) -> None:
    own = spec(name)
    known = difficulty(own)
    assert {split: dict(known.of(split)) for split in SPLITS} == reached.updated(own), "python -m tests.bench.reached"
    for split in SPLITS:
        assert {"random", "uct"} <= known.reached(split).keys()


def test_methods_are_measured_on_the_same_problems() -> None:
    for own in catalogue():
        places = [(split, own.problems(split)[number].stem) for split, number in PLACES[own.language]]
        known = difficulty(own)
        found = [(split, name) for split in SPLITS for name, item in known.of(split).items() if item.uct is not None]
        assert found == places


def test_what_is_learned_carries_over_to_larger_problems() -> None:
    shares = [difficulty(own).reached("test").get("learned", 0.0) for own in catalogue("pddl")]
    assert sum(share >= 0.5 for share in shares) >= 27


def test_the_page_holds_the_figures() -> None:
    text = reached.PAGE.read_text(encoding="utf-8")
    assert len(reached.PLACE.findall(text)) == 2
    assert reached.filled(text) == text, "python -m tests.bench.reached"


def test_other_figures_make_other_measurements(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    figures = json.loads(reached.figures.JSON.read_text(encoding="utf-8"))
    figures["blocks"]["test/0"]["learned"]["reached"] = 0.25
    (tmp_path / "figures.json").write_text(json.dumps(figures), encoding="utf-8")
    monkeypatch.setattr(reached.figures, "JSON", tmp_path / "figures.json")
    assert reached.updated(spec("blocks"))["test"]["p01"].learned == 0.25
    assert {*METHODS} == {"replan", "uct", "learned"}
