"""Broken recordings: one error with the file, the line, the expectation and a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import relgym.data
from relgym.errors import ParseError
from tests.data.trajectories.conftest import Changed

VERSION = relgym.__version__


def error_of(path: Path) -> str:
    with pytest.raises(ParseError) as raised:
        list(relgym.data.read(path))
    return str(raised.value)


@pytest.mark.parametrize(
    ("line", "keys", "message"),
    [
        (1, {"kind": "step"}, "1: a recording does not begin with a line of kind 'step'"),
        (1, {"format": 2}, f"1: the file has format 2\nexpected: format 1\nhint: relgym {VERSION} has written it"),
        (1, {"language": "prolog"}, "1: there is no language 'prolog'\nexpected: 'pddl' or 'rddl'"),
        (1, {"seed": "x"}, "1: \"seed\" cannot be 'x'\nexpected: a whole number"),
        (1, {"domain": ...}, '1: "domain" is missing\nexpected: an object'),
        (2, {"text": "(define)"}, "2: the text of '<problem 0>' was changed: its hash is "),
        (2, {"kind": "other"}, "2: a line of kind 'other' cannot stand here"),
        (3, {"episode": 4}, "3: this is episode 4\nexpected: episode 0"),
        (3, {"sha256": "00"}, "3: no line before this one has the problem of the episode"),
        (4, {"action": "(go a b)"}, "4: the start cannot have the action '(go a b)'"),
        (4, {"step": 1}, "4: this is step 1\nexpected: step 0"),
        (5, {"action": 7}, '5: "action" cannot be 7\nexpected: a text or an object'),
        (5, {"reward": "1"}, "5: \"reward\" cannot be '1'\nexpected: a whole number or a number"),
        (5, {"reward": 10**400}, '5: "reward" cannot be 10000'),
        (5, {"reward": float("nan")}, '5: "reward" cannot be nan\nexpected: a finite number'),
        (5, {"terminated": 1}, '5: "terminated" cannot be 1\nexpected: true or false'),
        (5, {"fluents": ...}, '5: "fluents" is missing\nexpected: an object'),
        (5, {"ended": "goal"}, "6: a line of kind 'step' cannot stand here"),
        (7, {"ended": "rain"}, "7: an episode cannot end by 'rain'"),
        (7, {"ended": ...}, "8: episode 0 has no end before this line of kind 'end'"),
        (8, {"steps": 9}, "8: the file has 3 steps\nexpected: 9 steps"),
    ],
)
def test_a_wrong_line_is_named(line: int, keys: dict[str, Any], message: str, roads: Path, changed: Changed) -> None:
    path = changed(roads, line, **keys)
    assert error_of(path).startswith(f"{path}:{message}")


@pytest.mark.parametrize("length", [1, 100, 1200, -200, -30])
def test_a_file_that_is_cut_short_is_refused_at_once(length: int, roads: Path) -> None:
    text = roads.read_text()[:length]
    roads.write_text(text)
    line = len(text.splitlines())
    with pytest.raises(ParseError) as raised:
        relgym.data.read(roads)
    assert str(raised.value).startswith(f"{roads}:{line}: the file is cut short")


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_line_that_is_nested_too_deeply(end: str, roads: Path) -> None:
    first = roads.read_text().splitlines()[0]
    roads.write_text(f"{first}\n{'[' * 100_000}{end}")
    with pytest.raises(ParseError) as raised:
        relgym.data.read(roads)
    reason = "this is no JSON: maximum recursion depth exceeded" if end else "the file is cut short in this line"
    assert str(raised.value).startswith(f"{roads}:2: {reason}")


def test_a_file_without_its_last_lines_is_cut_short(roads: Path) -> None:
    lines = roads.read_text().splitlines(keepends=True)
    roads.write_text("".join(lines[:7]))
    assert error_of(roads).startswith(f"{roads}:8: the file is cut short: its last line is missing")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: the file is empty"),
        ("[1]\n", "1: this is not a line of a recording"),
        ("{}\n", "1: this is not a line of a recording"),
        ("{'kind': 1}\n", "1: this is no JSON: "),
        ("\xff", "1: this is not UTF-8"),
    ],
)
def test_other_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(text.encode("latin-1"))
    assert error_of(path).startswith(f"{path}:{message}")


def test_a_missing_file_and_a_line_after_the_end_are_refused(roads: Path) -> None:
    assert error_of(roads.parent / "none.jsonl").startswith("cannot read the recording")
    lines = roads.read_text().splitlines(keepends=True)
    roads.write_text("".join([*lines, lines[-1]]))
    assert error_of(roads).startswith(f"{roads}:9: a line of kind 'end' follows the end")


def test_a_broken_line_of_json_is_named(roads: Path) -> None:
    lines = roads.read_text().splitlines(keepends=True)
    lines[4] = lines[4].replace('"action"', "action")
    roads.write_text("".join(lines))
    assert error_of(roads).startswith(f"{roads}:5: this is no JSON: ")
