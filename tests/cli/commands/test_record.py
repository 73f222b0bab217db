"""`relgym record` and `relgym replay`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import relgym.data
from relgym import progress
from tests.cli.conftest import Run


def test_files_are_recorded_and_replayed(run: Run, files: Path) -> None:
    ran = run("record", "dice.pddl", "throw.pddl", "-e", "3", "-s", "1", "--steps", "4", "-o", "dice.jsonl")
    recording = relgym.data.read("dice.jsonl")
    assert (ran.code, recording.episodes, recording.header.options["max_episode_steps"]) == (0, 3, 4)
    assert ran.out.startswith(f"dice.jsonl: 3 episodes, {recording.steps} steps, mean return ")
    ran = run("replay", "dice.jsonl", "--backend", "sld")
    assert (ran.code, ran.out) == (
        0,
        f"dice.jsonl: 3 episodes, {recording.steps} steps, all equal by the engine 'sld'\n",
    )


def test_json_tells_the_same(run: Run, files: Path) -> None:
    ran = run("record", "ferry.pddl", "crossing.pddl", "-p", "plan.txt", "-e", "1", "--json", "-o", "ferry.jsonl")
    assert ran.json == {
        "file": "ferry.jsonl",
        "episodes": 1,
        "steps": 3,
        "mean_return": 1.0,
        "ended": {"goal": 1},
        "interrupted": False,
    }
    ran = run("replay", "ferry.jsonl", "--json")
    assert ran.json == {
        "equal": True,
        "episodes": 1,
        "steps": 3,
        "backend": "builtin",
        "difference": None,
        "interrupted": False,
    }


def test_limits_reach_the_engine(run: Run, files: Path) -> None:
    run("record", "dice.pddl", "throw.pddl", "--steps", "2", "--limit", "7", "--memory", "300", "-o", "dice.jsonl")
    limits = relgym.data.read("dice.jsonl").header.options["limits"]
    assert (limits["seconds"], limits["memory"]) == (7, 300)
    heavy = "(define (domain d) (:requirements :strips :derived-predicates) (:predicates (s ?x) (r ?a ?b ?c ?d ?f))"
    heavy += " (:derived (r ?a ?b ?c ?d ?f) (and (s ?a) (s ?b) (s ?c) (s ?d) (s ?f)))"
    heavy += " (:action go :parameters (?x) :precondition (r ?x ?x ?x ?x ?x) :effect (not (s ?x))))"
    Path("heavy.pddl").write_text(heavy)
    few, many = (" ".join(f"o{n}" for n in range(count)) for count in (2, 30))
    for names in (few, many):
        facts = " ".join(f"(s {name})" for name in names.split())
        text = f"(define (problem p) (:domain d) (:objects {names}) (:init {facts}) (:goal (not (s o0))))"
        Path("heavy-problem.pddl").write_text(text)
        ran = run("record", "heavy.pddl", "heavy-problem.pddl", "--limit", "0.3", "-o", "heavy.jsonl", "-b", "sld")
        assert ran.code == (0 if names == few else 2), ran.err
    assert "0.3" in ran.err


def test_a_difference_is_no_answer(run: Run, files: Path) -> None:
    run("record", "ferry.pddl", "crossing.pddl", "-p", "plan.txt", "-e", "1", "-o", "ferry.jsonl")
    text = Path("ferry.jsonl").read_text()
    Path("ferry.jsonl").write_text(text.replace('"action": "(land red west)"', '"action": "(land blue west)"'))
    ran = run("replay", "ferry.jsonl")
    assert ran.code == 2
    assert ran.out.startswith("ferry.jsonl:7: episode 0, step 3: the action differs\n")
    assert run("replay", "ferry.jsonl", "--json").json["difference"]["step"] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dice.pddl"], "there is no problem"),
        (["blocks", "0", "1"], "there are 2 problems"),
        (["blocks", "99"], "'blocks' has no train problem 99"),
        (["blocks", "0", "--policy", "best"], "there is no policy 'best'"),
        (["blocks", "--non-fluents", "a.rddl"], "the instances that come with relgym have their non-fluents"),
        (["blocks", "--backend", "prolog"], "there is no engine 'prolog'"),
        (["relgym/Blosks-v0"], "there is no domain 'relgym/Blosks-v0'"),
    ],
)
def test_wrong_arguments_are_told_and_leave_nothing(arguments: list[str], message: str, run: Run, files: Path) -> None:
    ran = run("record", *arguments, "-o", "file.jsonl")
    assert ran.code == 1
    assert message in " ".join(ran.err.split())
    assert not Path("file.jsonl").exists()


def test_a_recording_is_not_overwritten_by_what_is_made_of_it(run: Run, files: Path) -> None:
    pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra 'data')")
    run("record", "ferry.pddl", "crossing.pddl", "-p", "plan.txt", "-e", "1", "-o", "ferry.jsonl")
    for words in (("export", "ferry.jsonl", "--to", "parquet"), ("learn", "ferry.jsonl")):
        ran = run(*words, "-o", "./ferry.jsonl")
        assert ran.code == 1
        assert "ferry.jsonl' is read, and would be lost if it were written" in ran.err
    # An engine that there is not is wrong input: the code 2 says that a step differs.
    assert run("replay", "ferry.jsonl", "--backend", "prolog").code == 1
    assert run("replay", "ferry.jsonl").code == 0


@pytest.mark.parametrize(("which", "name"), [("0", "p01"), ("test/p02", "p02"), ("p03", "p03")])
def test_one_problem_of_a_domain_is_named_as_elsewhere(which: str, name: str, run: Run, files: Path) -> None:
    assert run("record", "sysadmin", which, "-e", "1", "--steps", "1", "-o", "file.jsonl").code == 0
    [episode] = relgym.data.read("file.jsonl")
    assert episode.problem.name == f"{name}.rddl"
    assert run("replay", "file.jsonl").code == 0


def test_a_broken_file_is_wrong_input(run: Run, files: Path) -> None:
    ran = run("replay", "plan.txt")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: plan.txt:1: this is no JSON")
    assert json.dumps(run("replay", "none.jsonl").code) == "1"


def test_recordings_become_data_sets(run: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra 'data')")
    run("record", "ferry.pddl", "crossing.pddl", "-p", "plan.txt", "-e", "2", "-o", "ferry.jsonl")
    ran = run("export", "ferry.jsonl", "--to", "parquet", "-o", "ferry.parquet")
    assert (ran.code, ran.out) == (0, "ferry.parquet: 6 rows\n")
    assert run("export", "ferry.jsonl", "--to", "parquet", "--form", "flat", "-o", "x").code == 1
    assert run("export", "ferry.jsonl", "--to", "csv", "-o", "x").err.startswith("error: there is no format 'csv'")
    pytest.importorskip("minari", reason="Minari is not installed (extra 'data')")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(files / "minari"))
    ran = run("export", "ferry.jsonl", "--to", "minari", "--form", "text", "-o", "ferry/plans-v0", "--json")
    assert (ran.code, ran.json) == (0, {"dataset": "ferry/plans-v0", "episodes": 2, "steps": 6})


@pytest.mark.parametrize(
    ("words", "doing"),
    [
        (("learn", "ferry.jsonl"), "reading ferry.jsonl: 3 transitions"),
        (("learn", "ferry.jsonl"), "learning actions"),
        (("export", "ferry.jsonl", "--to", "parquet", "-o", "ferry.parquet"), "exporting"),
        (("replay", "ferry.jsonl"), "replaying"),
    ],
)
def test_what_takes_long_shows_how_far_it_is(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], doing: str
) -> None:
    if words[0] == "export":
        pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra 'data')")
    run("record", "ferry.pddl", "crossing.pddl", "-p", "plan.txt", "-e", "1", "-o", "ferry.jsonl")
    shown = io.StringIO()
    monkeypatch.setattr(progress, "DELAY", -1.0)
    monkeypatch.setattr(progress, "_console", lambda: Console(file=shown, force_terminal=True, width=100))
    assert run(*words).code == 0
    assert doing in shown.getvalue()
