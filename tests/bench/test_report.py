"""The tables and the picture of the documents are those of docs/performance.json, and figures come about as told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from tests.bench import drawings, engines, report
from tests.bench.growth import exponent
from tests.bench.instances import BLOCKS5, WALKS, Instance
from tests.bench.processes import HERE, Ended, Process
from tests.bench.rounds import PLAYERS, Budget, Entrant, measured

AGAIN = "run `python -m tests.bench.report`"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


SHORT = Budget(seconds=0.02, runs=2, making=60.0, rows=None, sizes=3)


@pytest.mark.parametrize("document", report.DOCUMENTS, ids=lambda path: path.name)
def test_documents_hold_the_figures(document: Path) -> None:
    known = json.loads(report.JSON.read_text(encoding="utf-8"))
    text = document.read_text(encoding="utf-8")
    assert report.PLACE.search(text)
    assert report.filled(text, known) == text, AGAIN


def test_the_pictures_hold_the_figures() -> None:
    known = json.loads(report.JSON.read_text(encoding="utf-8"))
    page = report.DOCUMENTS[1].read_text(encoding="utf-8")
    for name, picture in drawings.drawn(known).items():
        assert picture == report.JSON.with_name(name).read_text(encoding="utf-8"), AGAIN
        assert f"]({name})" in page


def test_a_picture_of_rates_has_a_mark_for_each_and_the_ratio_of_the_table() -> None:
    row = {"relgym": {"rate": 100.0}, "relgym, derived": {"rate": 60.0}, "pymimir": {"rate": 30.0}, "pytyr": {}}
    picture = drawings.beside_peers({"some": row, "refused": {"relgym": {"rate": 1.0}, "pytyr": {"failed": "no"}}})
    # A mark each in the legend and in the row.
    assert picture.count("<circle") == 2
    assert picture.count("<rect") == 3
    assert ">2</text>" in picture
    assert "refused" not in picture
    assert "prefers-color-scheme: dark" in picture


def test_other_figures_make_another_table() -> None:
    known = json.loads(report.JSON.read_text(encoding="utf-8"))
    text = report.filled("<!-- figures: walks -->\n<!-- end of figures -->", known)
    known["walks"]["figures"]["walks"]["blocks5"]["relgym"]["rate"] *= 2
    assert report.filled(text, known) != text


def test_the_ratio_is_that_to_the_better_peer_with_all_derived_atoms() -> None:
    row = {
        "relgym": {"rate": 100.0, "valid": 3.0},
        "relgym, derived": {"rate": 60.0},
        "pymimir": {"rate": 30.0, "mode": "lifted"},
        "pytyr": {"failed": "not installed"},
    }
    figures = {"walks": {"some": row}, "hard to ground": {}}
    walks, *_ = report.sheets("walks", figures)
    assert walks.rows == [["some", "3.0", "100", "60", "30 (lifted)", "not installed", "2"]]


def test_rollouts_are_told_beside_those_of_jax() -> None:
    rows = {
        "CartPole": {"steps": 10.0, "NumPy": 200.0, "JAX": 300.0, "pyRDDLGym-jax": 400.0},
        "MarsRover": {"NumPy": 300.0},
    }
    _, found = report.sheets("batches", {"environments": {}, "rollouts": rows})
    assert found.rows == [
        ["CartPole", "10", "200", "300", "400", "0.5", "0.75"],
        ["MarsRover", "", "300", "", "", "", ""],
    ]


def test_games_are_told_by_the_faster_form_beside_the_peer() -> None:
    rows = {
        "CartPole": {"library": "gymnax", "relgym": 10.0, "float32": 20.0, "peer": 40.0},
        "Sokoban": {"library": "Jumanji", "relgym": 10.0},
    }
    (sheet,) = report.sheets("games", rows)
    assert sheet.rows == [["CartPole", "10", "20", "gymnax", "40", "0.5"], ["Sokoban", "10", "", "Jumanji", "", ""]]


def test_engines_are_told_beside_their_prototypes_and_pddlgym() -> None:
    figures = {
        "full steps": {"Blocks": {"valid": 5.9, "sld": 90.0, "swipl": 900.0}, "Power": {"valid": 29.0, "swipl": 80.0}},
        "engine alone": {
            "Blocks": {"swipl": {"rate": 1000.0, "prototype": 2000}},
            "Sokoban": {"clingo": {"rate": 300.0, "prototype": 200}},
        },
        "resolution": {
            "river": {"sld": {"rate": 150.0, "valid": 0.2}, "PDDLGym": {"rate": 100.0}},
            "ferry": {"sld": {"rate": 80.0, "valid": 9.7}, "PDDLGym": {"rate": 100.0}},
            "depot": {"sld": {"rate": 80.0, "valid": 9.7}, "PDDLGym": {"failed": "died"}},
        },
    }
    full, alone, resolution = report.sheets("engines", figures)
    assert full.rows == [["Blocks", "5.9", "90", "900"], ["Power", "29", "", "80"]]
    assert alone.rows == [
        ["Blocks", "1,000", "2,000", "0.5", "", "", ""],
        ["Sokoban", "", "", "", "300", "200", "1.5"],
    ]
    assert [row[-1] for row in resolution.rows] == ["1.5", "0.8", ""]
    assert resolution.remarks == ["At least 0.8 times (goal: 1)."]


@pytest.mark.parametrize("engine", ["builtin", "sld"])
def test_an_engine_alone_goes_through_the_same_states(engine: str) -> None:
    own = spec("blocks")
    task = relgym.load(own.domain, generate(own, 1, blocks=4))
    reasoner, other = relgym.Reasoner(task, engine), relgym.Reasoner(task)
    alone = engines.replayed(reasoner)
    state = reasoner.initial_state
    for step in engines.recorded(reasoner)[0]:
        state = state.changed(step.delete, step.add)
        assert next(alone) == len(other.valid_actions(state))


def test_exponents_of_a_power() -> None:
    assert exponent([(x, 3 * x**1.5) for x in (5, 10, 20, 40)]) == 1.5
    assert exponent([(5, 1), (5, 2), (5, 3)]) is None


@pytest.mark.parametrize("library", ["relgym", "relgym-derived", "relgym-environment", "relgym-atoms"])
def test_a_walk_is_measured(library: str) -> None:
    files = BLOCKS5.files(None)
    assert files is not None
    problem = {"domain": files.domain, "problem": files.problem}
    row = measured([Entrant("own", library, Path(sys.executable))], SHORT, {"own": problem})["own"]
    assert row["rate"] > 0
    assert 1 < row["valid"] < 5


def test_what_is_not_installed_or_fails_is_a_row() -> None:
    files = BLOCKS5.files(None)
    assert files is not None
    good = {"domain": files.domain, "problem": files.problem}
    entrants = [
        Entrant("missing", "pymimir", None),
        Entrant("second way", "relgym", Path(sys.executable), [{"engine": "none such"}, {"engine": "builtin"}]),
        Entrant("bad file", "relgym", Path(sys.executable)),
    ]
    keywords = {"missing": good, "second way": good, "bad file": {**good, "domain": files.problem}}
    rows = measured(entrants, SHORT, keywords)
    assert rows["missing"] == {"failed": "not installed"}
    assert rows["bad file"] == {"failed": "refused"}
    assert (rows["second way"]["engine"], rows["second way"]["before"]) == ("builtin", ["refused"])


def test_a_process_that_takes_too_long_is_ended() -> None:
    files = BLOCKS5.files(None)
    assert files is not None
    with Process(sys.executable, PLAYERS) as process:
        process.ask(load="relgym")
        process.ask(make={"domain": files.domain, "problem": files.problem})
        with pytest.raises(Ended, match=r"more than 0\.3 s"):
            process.ask(within=0.3, play=60)


@pytest.mark.parametrize("instance", [each for each in WALKS if each.domain], ids=lambda each: each.name)
def test_there_is_a_problem_for_a_row_without_a_folder(instance: Instance) -> None:
    files = instance.files(None)
    assert files is not None
    assert files.generated
    assert Path(files.problem).read_text().startswith("; made by generator.py")


def test_a_folder_goes_before_what_is_made(tmp_path: Path) -> None:
    own = tmp_path / "blocks50"
    own.mkdir()
    (own / "domain.pddl").write_text((HERE / "problems" / "blocks.pddl").read_text())
    (own / "problem.pddl").write_text("(define (problem p) (:domain blocks))")
    row = next(each for each in WALKS if each.name == "blocks50")
    files = row.files(tmp_path)
    assert files is not None
    assert (files.problem, files.generated) == (str(own / "problem.pddl"), False)
