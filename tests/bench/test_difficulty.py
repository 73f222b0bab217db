"""The measurement of what methods reach: one domain at a time, interrupted runs that go on, and bounds."""

from __future__ import annotations

import json

import pytest

import relgym
from relgym.catalogue.domains import catalogue, spec
from tests.bench import difficulty
from tests.bench.policies import task_of


def test_one_domain_is_measured(tmp_path) -> None:
    path = tmp_path / "figures.json"
    assert difficulty.main(["ferry", "--quick", "--json", str(path)]) == 0
    figures = json.loads(path.read_text(encoding="utf-8"))["ferry"]
    assert {*figures} == {"train/5", "test/0"}
    for row in figures.values():
        assert {name: cell["reached"] for name, cell in row.items()} == {"replan": 1.0, "uct": 1.0, "learned": 1.0}


def test_a_domain_with_chance_is_learned(tmp_path) -> None:
    figures = difficulty.measured(spec("river"), quick=True)
    assert {split: {*row} for split, row in figures.items()} == {"train/5": {"learned"}, "test/0": {"learned"}}
    assert all(row["learned"]["reached"] == 1.0 for row in figures.values())


def test_effects_that_are_not_learned_are_said() -> None:
    row = difficulty.measured(spec("blocks-conditional"), quick=True)["train/5"]
    assert row["learned"].keys() == {"refused"} and row["replan"]["reached"] == 1.0


def test_an_interrupted_run_goes_on(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole run keeps the figures of the last one until it is finished."""
    names = [own.name for own in catalogue()]
    asked = []

    def measured(domain, quick):
        if len(asked) == 3:
            asked.append("interrupted")
            raise KeyboardInterrupt
        asked.append(domain.name)
        return {"test/0": {"uct": {"reached": 1.0}}}

    monkeypatch.setattr(difficulty, "measured", measured)
    path = tmp_path / "figures.json"
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        difficulty.main(["--json", str(path)])
    assert path.read_text(encoding="utf-8") == "{}\n"
    assert difficulty.main(["--json", str(path)]) == 0
    assert asked == [*names[:3], "interrupted", *names[3:]]
    assert {*json.loads(path.read_text(encoding="utf-8"))} == {*names}
    assert [each.name for each in tmp_path.iterdir()] == ["figures.json"]


def test_a_method_has_its_seconds() -> None:
    reasoner = relgym.Reasoner(task_of("ferry", "train", 0))
    row = difficulty.played(reasoner, lambda: relgym.solve(reasoner, "random"), 1, 10, seconds=0.0)
    assert row["reached"] == 0.0 and row["late"]
    own = spec("sysadmin")
    instance = relgym.Reasoner(relgym.load(own.domain, own.problem("train", 0)))
    row = difficulty.played(instance, lambda: relgym.solve(instance, "random"), 1, seconds=0.0)
    assert row["refused"] == "it takes too long" and "reached" not in row


def test_an_instance_is_measured() -> None:
    found = difficulty.measured(spec("sysadmin"), quick=True)
    assert {place: {*row} for place, row in found.items()} == {
        "train/0": {"learned"},
        "test/0": {"replan", "uct", "learned"},
    }
    assert all(cell["reached"] > 0 for row in found.values() for cell in row.values())
