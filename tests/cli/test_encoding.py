"""Output to what cannot show every character: nothing fails, and nothing is lost."""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path

import clingo
import pytest
from translate.printed import answer, needs_swipl, swipl

from relgym.catalogue.domains import catalogue
from relgym.cli import main

DOMAIN = """\
(define (domain straße) (:requirements :strips :typing) (:types straße) ; Größe → 3 …
  (:predicates (über ?x ?y - straße) (da ?x - straße) (√wurzel))
  (:action gehe :parameters (?x ?y - straße)
    :precondition (and (da ?x) (über ?x ?y)) :effect (and (da ?y) (not (da ?x)))))
"""
PROBLEM = """\
(define (problem größe) (:domain straße) (:objects ä 中 - straße) 
  (:init (da ä) (über ä 中) (über 中 ä)) (:goal (da 中)))
"""
FILES = ("domain.pddl", "problem.pddl")

COMMANDS = [
    ("list",),
    ("list", "sokoban"),
    ("list", "sysadmin"),
    ("list", "--help"),
    ("--help",),
    ("nonsense",),
    ("list", "sokobän"),
    ("check", *FILES, "--notes"),
    ("check", "wrong.pddl"),
    ("check", *FILES, "--json"),
    ("actions", *FILES),
    ("actions", *FILES, "--after", "(gehe ä ö)"),
    ("outcomes", *FILES, "(gehe ä 中)"),
    ("outcomes", *FILES, "(gehe 中 ä)"),
    ("query", *FILES, "(über ?x ?y)"),
    ("explain", *FILES, "goal"),
    ("render", *FILES),
    ("render", "blocks", "0"),
    ("render", "sysadmin", "0"),
    ("simulate", *FILES, "--plan", "(gehe ä 中)"),
    ("simulate", "sysadmin", "0", "--steps", "2", "--episodes", "2"),
    ("play", "sokoban"),
    ("graph", "sysadmin", "0"),
    *(("translate", *FILES, "--to", language) for language in ("asp", "prolog", "python", "pddl")),
    ("generate", "blocks", "--count", "1", "--out", "made"),
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN, encoding="utf-8")
    (tmp_path / "problem.pddl").write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "wrong.pddl").write_text(DOMAIN.replace("(da ?y)", "(fort ?y)"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str, *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, and the texts that it writes to streams of an encoding."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nwhy (da ä)\n1\nhint\n"))
    code = main(arguments)
    texts = []
    for stream in (out, err):
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        # What is not of the encoding would fail here.
        texts.append(stream.buffer.getvalue().decode(encoding))
        assert (stream.encoding, stream.errors) == (encoding, "strict")
    return code, texts[0], texts[1]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_writes_to_it(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], encoding: str) -> None:
    code, out, err = printed(monkeypatch, encoding, *command)
    assert code in (0, 1, 2)
    assert out + err
    assert "Traceback" not in err


def test_names_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    _, out, _ = printed(monkeypatch, "ascii", "actions", *FILES)
    assert out == "(gehe \\xe4 \\u4e2d)\n"
    _, out, _ = printed(monkeypatch, "cp1252", "actions", *FILES)
    assert out == "(gehe ä \\u4e2d)\n"
    _, out, _ = printed(monkeypatch, "utf-8", "actions", *FILES)
    assert out == "(gehe ä 中)\n"


@pytest.fixture
def hostile() -> None:
    """Objects that an escape could make one, or that an engine's quotes could end."""
    more = "ä it's a\"q a\\b a…b a..b n\\xe4 nä n&#xe4 — √"
    far = "".join(f"(über ä {name})" for name in more.split())
    Path("problem.pddl").write_text(
        PROBLEM.replace("(:objects ä", f"(:objects {more}").replace("(über ä 中)", f"(über ä 中){far}"),
        encoding="utf-8",
    )


def actions_and_program(monkeypatch: pytest.MonkeyPatch, encoding: str, to: str) -> tuple[str, str]:
    """Print the valid actions in UTF-8, and the program in an encoding: in ASCII, unless that is UTF-8."""
    _, expected, _ = printed(monkeypatch, "utf-8", "actions", *FILES)
    _, text, _ = printed(monkeypatch, encoding, "translate", *FILES, "--to", to)
    assert text.isascii() == (encoding != "utf-8")
    return expected, text


@needs_swipl
@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_programs_in_prolog_mean_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, encoding: str) -> None:
    expected, text = actions_and_program(monkeypatch, encoding, "prolog")
    goal = "forall(applicable(A), (A =.. L, atomic_list_concat(L, ' ', T), writeln(T)))"
    assert sorted(f"({line})" for line in swipl(text, goal, tmp_path)) == sorted(expected.splitlines())


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_programs_in_asp_mean_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, encoding: str) -> None:
    expected, text = actions_and_program(monkeypatch, encoding, "asp")
    assert ("as in HTML" in text) == (encoding != "utf-8")
    actions = [clingo.parse_term(atom).arguments[0] for atom in answer(text, tmp_path) if atom.startswith("applicable")]
    found = [" ".join([action.name, *(term.string or term.name for term in action.arguments)]) for action in actions]
    plain = [re.sub("&#x([0-9a-f]+);", lambda match: chr(int(match[1], 16)), line) for line in found]
    assert sorted(f"({line})" for line in plain) == sorted(expected.splitlines())


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_tables_stay_in_line(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    _, out, _ = printed(monkeypatch, encoding, "list", "sokoban")
    rows = [line for line in out.splitlines() if "test/p" in line]
    assert len({len(row.rstrip("\n")) for row in rows}) == 1
    assert any(("<= " if encoding != "utf-8" else "≤ ") in row for row in rows)


@pytest.mark.parametrize("command", [("list",), ("--help",), ("list", "sokoban"), ("nonsense",)], ids=" ".join)
def test_no_columns_are_an_unknown_width(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    found = printed(monkeypatch, "utf-8", *command)
    assert os.environ["COLUMNS"] == "0"
    monkeypatch.delenv("COLUMNS")
    expected = printed(monkeypatch, "utf-8", *command)
    assert found == expected
    assert max(map(len, expected[1:])) > 200


@pytest.mark.parametrize(
    ("width", "columns"), [(80, {"domain", "objects", "what"}), (40, {"domain", "objects"}), (24, {"domain"})]
)
def test_names_of_domains_are_whole_where_a_terminal_is_narrow(
    monkeypatch: pytest.MonkeyPatch, width: int, columns: set[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = printed(monkeypatch, "utf-8", "list")
    head = next(line for line in out.splitlines() if line.strip().startswith("domain"))
    assert columns <= set(head.split())
    assert ("a wider terminal says what they are" in " ".join(out.split())) == (width < 64)
    for spec in catalogue():
        assert any(line.split()[:1] == [spec.name[: width - 2]] for line in out.splitlines()), spec.name
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.parametrize(("width", "columns"), [(60, {"environment", "objects", "plan"}), (24, {"environment"})])
def test_names_stay_where_a_terminal_is_narrow(monkeypatch: pytest.MonkeyPatch, width: int, columns: set[str]) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = printed(monkeypatch, "utf-8", "list", "--baselines")
    head = next(line for line in out.splitlines() if line.strip().startswith("environment"))
    assert columns <= set(head.split())
    assert "reward" not in head
    assert "a wider terminal shows" in " ".join(out.split())
    for spec in catalogue():
        assert any(line.split()[:1] == [spec.id[: width - 2]] for line in out.splitlines()), spec.id
    assert max(map(len, out.splitlines())) <= width
