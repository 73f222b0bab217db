"""`relgym new`: a domain that plays at once and whose own tests pass, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from relgym.cli import main

LANGUAGES = ([], ["--rddl"])


@pytest.mark.parametrize("options", LANGUAGES, ids=["pddl", "rddl"])
def test_the_tests_of_a_new_domain_pass(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "lunch-break"
    assert main(["new", str(folder), *options]) == 0
    printed = capsys.readouterr().out
    assert f"relgym play {folder}" in printed
    language = "rddl" if options else "pddl"
    for name in (f"domain.{language}", "env.toml", "scene.toml", "generator.py", "problems/train/p01." + language):
        assert (folder / name).is_file()
        assert str(folder / name) in printed
    assert 'id = "LunchBreak"' in (folder / "env.toml").read_text("utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "--disable-plugin-autoload", "-p", "no:cacheprovider", str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert main(["check", str(folder)]) == 0
    capsys.readouterr()
    assert main(["render", str(folder), "0", "-o", str(tmp_path / "start.svg")]) == 0
    shown = (tmp_path / "start.svg").read_text("utf-8")
    assert ("courier" if language == "pddl" else "withered") in shown, "its scene draws it"


def test_its_files_are_printed_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "trip"), "--json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert len(files) == len({*files}) == 11
    assert all(Path(file).is_file() for file in files)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Lunch", "cannot be the name of a domain"),
        ("2go", "cannot be the name of a domain"),
        ("a b", "cannot be the name of a domain"),
        ("cart-pole", "comes with relgym"),
        ("cartpole", "comes with relgym"),
        ("blocks-test", "would have an id of a domain that comes with relgym"),
    ],
)
def test_names_that_no_domain_can_have(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / name)]) == 1
    assert reason in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_nothing_that_is_there_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trip").mkdir()
    (tmp_path / "trip" / "note.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for name in ("trip", "file"):
        assert main(["new", str(tmp_path / name)]) == 1
        assert "is there already, and is no empty folder" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "trip").iterdir()] == ["note.txt"]
