"""State spaces written and read back."""

from __future__ import annotations

import json
import sqlite3

import pytest
from exploration.test_naive import FUEL, NUMBERS, first_problem
from exploration.test_workers import assert_equal

import relgym
from relgym.errors import RelgymError

MODELS = {
    "blocks": lambda: first_problem("blocks"),
    "tireworld": lambda: first_problem("tireworld"),
    "navigation": lambda: first_problem("navigation"),
    "numbers": lambda: relgym.load(NUMBERS, FUEL),
    "sysadmin": lambda: first_problem("sysadmin"),
}


@pytest.fixture(params=["parquet", "sqlite"])
def ending(request):
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="the extra relgym[explore] is not installed")
    return request.param


@pytest.mark.parametrize("name", MODELS)
def test_a_space_is_written_and_read_back(name, ending, tmp_path):
    path = tmp_path / f"space.{ending}"
    space = relgym.explore(MODELS[name](), path=path)
    assert [*tmp_path.iterdir()] == [path]
    found = relgym.StateSpace.load(path)
    assert_equal(found, space)
    assert found.to_json() == space.to_json()
    for number in range(len(space)):
        assert found.state(number).to_json() == space.state(number).to_json()


def written_facts(path):
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path, columns=["facts"]).column("facts").to_pylist()
    base = sqlite3.connect(path)
    found = [json.loads(text) for (text,) in base.execute("select facts from states order by id")]
    base.close()
    return found


@pytest.mark.parametrize("name", MODELS)
def test_states_are_written_as_texts_too(name, ending, tmp_path, monkeypatch):
    for module in ("parquet", "sqlite"):
        monkeypatch.setattr(f"relgym.exploration.files.{module}.FILE_STATES", 7)
    path = tmp_path / f"space.{ending}"
    model = MODELS[name]()
    space = relgym.explore(model, path=path)
    facts = written_facts(path)
    assert len(facts) == len(space)
    for number, texts in enumerate(facts):
        data = space.state(number).to_json()
        assert texts == sorted(texts)
        values = {key: json.loads(value) for key, value in (text.split(" = ") for text in texts if " = " in text)}
        assert [text for text in texts if " = " not in text] == data.get("atoms", [])
        assert values == data["fluents"]


def test_facts_can_be_asked_in_sql(tmp_path):
    path = tmp_path / "space.sqlite"
    space = relgym.explore(first_problem("blocks"), path=path)
    base = sqlite3.connect(path)
    held = "select count(*) from states, json_each(facts) where value = '(handempty)'"
    assert base.execute(held).fetchone() == (
        sum("(handempty)" in space.state(number).to_json()["atoms"] for number in range(len(space))),
    )
    base.close()


def test_a_part_is_read_back_as_a_part(ending, tmp_path, monkeypatch):
    # Files have several parts.
    for module in ("parquet", "sqlite"):
        monkeypatch.setattr(f"relgym.exploration.files.{module}.FILE_STATES", 7)
    path = tmp_path / f"space.{ending}"
    space = relgym.explore(first_problem("blocks"), limit=20)
    space.save(path)
    assert_equal(relgym.StateSpace.load(path), space)


def test_tables_can_be_asked(tmp_path):
    path = tmp_path / "space.sqlite"
    relgym.explore(first_problem("tireworld"), path=path)
    base = sqlite3.connect(path)
    assert base.execute("select count(*), sum(dead_end), max(depth) from states").fetchall() == [(80, 2, 10)]
    steps = base.execute(
        "select name, probability from transitions join actions on actions.id = action where source = 0 and target = 1"
    )
    assert steps.fetchall() == [("(drive l2 l5)", 0.5)]
    base.close()


def test_errors(tmp_path, ending):
    model = first_problem("blocks")
    with pytest.raises(RelgymError, match="no known ending"):
        relgym.explore(model, path=tmp_path / "space.txt")
    with pytest.raises(RelgymError, match="there is no folder"):
        relgym.explore(model, path=tmp_path / "nowhere" / f"space.{ending}")
    path = tmp_path / f"other.{ending}"
    with pytest.raises(RelgymError, match="there is no file"):
        relgym.StateSpace.load(path)
    path.write_text("nothing of that kind")
    with pytest.raises(RelgymError, match="is no"):
        relgym.StateSpace.load(path)
    whole = tmp_path / f"space.{ending}"
    relgym.explore(model, path=whole)
    path.write_bytes(whole.read_bytes()[:2000])
    with pytest.raises(RelgymError, match="is no"):
        relgym.StateSpace.load(path)
