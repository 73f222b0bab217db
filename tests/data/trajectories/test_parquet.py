"""Recordings as tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import relgym.data
from relgym.errors import RelgymError
from tests.data.trajectories.conftest import CLIMB, FLAT, LAMPS, WALL

parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed (extra 'data')")


def test_a_table_of_pddl_has_a_typed_row_for_each_step(climb: Path, tmp_path: Path) -> None:
    rows = relgym.data.to_parquet(climb, tmp_path / "climb.parquet")
    table = parquet.read_table(tmp_path / "climb.parquet")
    recording = relgym.data.read(climb)
    assert rows == table.num_rows == recording.steps
    pairs = [(before, after) for episode in recording for before, after in episode.transitions()]
    for row, (before, after) in zip(table.to_pylist(), pairs, strict=True):
        assert (row["step"], row["action"], row["reward"]) == (after.step, after.action, after.reward)
        assert (row["atoms"], row["next_atoms"]) == (before.state["atoms"], after.state["atoms"])
        assert {each["name"]: each["value"] for each in row["next_fluents"]} == after.state["fluents"]
        assert f"({' '.join([row['action_name'], *row['action_arguments']])})" == after.action
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["episode"], types["reward"], types["terminated"]) == ("int64", "double", "bool")
    assert json.loads(table.schema.metadata[b"relgym"]) == recording.header.to_json()


def test_a_table_of_rddl_has_a_typed_entry_for_each_cell(lamps: Path, tmp_path: Path) -> None:
    relgym.data.to_parquet(lamps, tmp_path / "lamps.parquet")
    table = parquet.read_table(tmp_path / "lamps.parquet")
    types = {field.name: str(field.type) for field in table.schema.field("state").type}
    assert types == {
        "count": "int64",
        "heat": "double",
        "hue___attic": "string",
        "hue___hall": "string",
        "lit___attic": "bool",
        "lit___hall": "bool",
    }
    steps = [step for episode in relgym.data.read(lamps) for step in episode.steps]
    rows = table.to_pylist()
    assert [row["next_state"] for row in rows] == [step.state["fluents"] for step in steps]
    assert [row["observation"] for row in rows] == [step.observation for step in steps]
    assert [{name: value for name, value in row["action"].items() if value} for row in rows] == [
        step.action for step in steps
    ]


def test_a_value_that_does_not_fit_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    domain = LAMPS.replace("default = 3", "default = 9223372036854775807").replace("count >= 4", "false")
    path = tmp_path / "file.jsonl"
    relgym.data.record((domain, FLAT), [{"press___hall": True}], path=path)
    with pytest.raises(RelgymError, match="a value does not fit into its column"):
        relgym.data.to_parquet(path, tmp_path / "file.parquet")
    assert [each.name for each in tmp_path.iterdir()] == ["file.jsonl"]


def test_explanations_and_refused_actions_are_columns(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    actions = ["(climb a c)", "(climb a b)"]
    relgym.data.record((CLIMB, WALL), actions, path=path, explain=True)
    relgym.data.to_parquet(path, tmp_path / "file.parquet")
    first, second = parquet.read_table(tmp_path / "file.parquet").to_pylist()
    assert json.loads(first["explanation"])["holds"] is False
    assert (first["invalid_reason"] is None, second["invalid_reason"]) == (False, None)
    assert (first["ended"], second["ended"]) == (None, "no action")


def test_datasets_reads_the_tables(climb: Path, lamps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="Hugging Face datasets is not installed")
    for path in (climb, lamps):
        output = path.with_suffix(".parquet")
        rows = relgym.data.to_parquet(path, output)
        found = datasets.load_dataset(
            "parquet", data_files=str(output), split="train", cache_dir=str(tmp_path / "cache")
        )
        assert len(found) == rows
        assert found[0]["step"] == 1


def test_a_broken_recording_leaves_no_table(climb: Path, tmp_path: Path) -> None:
    lines = climb.read_text().splitlines(keepends=True)
    lines[-3] = lines[-3].replace('"reward"', "reward")
    climb.write_text("".join(lines))
    with pytest.raises(RelgymError, match="this is no JSON"):
        relgym.data.to_parquet(climb, tmp_path / "climb.parquet")
    assert [each.name for each in tmp_path.iterdir()] == ["climb.jsonl"]
