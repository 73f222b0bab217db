"""relgym check: every error, warnings and lints, as text and as data."""

from __future__ import annotations

from pathlib import Path

import pytest

FERRY = ("ferry.pddl", "crossing.pddl")

WRONG = """\
(define (domain wrong)
  (:predicates (p ?x - thing) (q))
  (:action a :parameters () :precondition (r) :effect (q ?x)))
"""

pytestmark = pytest.mark.usefixtures("files")


def test_every_error_is_told(run, files: Path) -> None:
    (files / "wrong.pddl").write_text(WRONG)
    ran = run("check", *FERRY, "wrong.pddl")
    assert ran.code == 1
    assert "crossing.pddl: problem crossing of ferry" in ran.out
    told = [line for line in ran.err.splitlines() if line.startswith("error: ")]
    assert told == [
        "error: wrong.pddl:2:24: unknown type 'thing' [E201]",
        "error: wrong.pddl:3:44: unknown predicate 'r' [E201]",
        "error: wrong.pddl:3:58: 'q' takes 0 arguments, not 1 [E203]",
    ]


def test_findings_as_data(run, files: Path) -> None:
    (files / "wrong.pddl").write_text(WRONG)
    ran = run("check", "wrong.pddl", "--json")
    assert ran.code == 1
    assert [(item["code"], item["line"], item["column"]) for item in ran.json["diagnostics"]] == [
        ("E201", 2, 24),
        ("E201", 3, 44),
        ("E203", 3, 58),
    ]
    assert [text.partition("\n")[0] for text in ran.json["errors"]] == [
        "wrong.pddl:2:24: unknown type 'thing'",
        "wrong.pddl:3:44: unknown predicate 'r'",
        "wrong.pddl:3:58: 'q' takes 0 arguments, not 1",
    ]


def test_warnings_are_no_errors(run, files: Path) -> None:
    ran = run("check", "dice.pddl", "throw.pddl")
    assert (ran.code, ran.err) == (0, "")
    assert "   warning: dice.pddl:6:18: this effect never matters: nothing reads 'thrown' [W205]\n" in ran.out
    assert [item["code"] for item in run("check", "dice.pddl", "throw.pddl", "--json").json["diagnostics"]] == ["W205"]


def test_notes_are_shown_on_request(run) -> None:
    note = "   note: ferry.pddl:4:76: no action changes the predicate 'route' [I201]"
    assert note not in run("check", *FERRY).out
    assert note in run("check", *FERRY, "--notes").out


def test_warnings_of_a_file_with_errors_are_shown(run, files: Path) -> None:
    (files / "wrong.pddl").write_text(WRONG.replace("(:predicates", "(:requirements :magic) (:predicates"))
    ran = run("check", "wrong.pddl")
    assert ran.err.startswith(
        "warning: wrong.pddl:2:18: unknown requirement :magic [W101]\n"
        "    (:requirements :magic) (:predicates (p ?x - thing) (q))\n"
        "                   ^~~~~~\n"
    )


def test_what_a_goal_needs_is_not_known_where_a_problem_is_wrong(run, files: Path) -> None:
    (files / "throw.pddl").write_text("(define (problem throw) (:domain dice) (:init (none)) (:goal (six)))\n")
    ran = run("check", "dice.pddl", "throw.pddl", "--json")
    assert [item["code"] for item in ran.json["diagnostics"]] == ["E201"]


def test_a_problem_is_looked_at_though_its_domain_has_errors(run, files: Path) -> None:
    (files / "dice.pddl").write_text((files / "dice.pddl").read_text().replace("(not (lost))", "(not (gone))"))
    (files / "throw.pddl").write_text("(define (problem throw) (:domain dice) (:init (none)) (:goal (six)))\n")
    ran = run("check", "dice.pddl", "throw.pddl", "--json")
    assert [(item["file"], item["message"]) for item in ran.json["diagnostics"] if item["severity"] == "error"] == [
        ("dice.pddl", "unknown predicate 'gone'"),
        ("throw.pddl", "unknown predicate 'none'"),
    ]


def test_what_a_picture_shows_is_used(run) -> None:
    found = run("check", "river", "--json").json["diagnostics"]
    assert {item["code"] for item in found} == {"I201"}
    form = run("check", "river", "--json").json
    files = [item["file"] for item in (*form["domains"], *form["problems"])]
    assert run("check", *files, "--json").json["diagnostics"] == found
