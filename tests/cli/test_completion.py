"""Completion of domains, problems and files, as the scripts ask for it that `relgym --install-completion` installs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from relgym.cli import main
from relgym.cli.app import COMMANDS, command


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files of a domain, and with some whose names begin as those of domains do."""
    for name in ("domain.pddl", "problem.pddl", "blocks-notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "doors-old").mkdir()
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def offer(line: str, shell: str = "bash") -> list[str]:
        monkeypatch.setenv("_RELGYM_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        assert main([]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return re.findall(r'"([^"]*)"', printed.out) if shell == "zsh" else printed.out.split()

    return offer


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_domain_is_completed(offered, shell: str) -> None:
    assert offered("relgym simulate blo", shell)[:2] == ["blocks", "blocks-above"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_problem_of_the_domain_is_completed(offered, shell: str) -> None:
    assert offered("relgym simulate blocks p0", shell) == [f"p0{number}" for number in range(1, 10)]


def test_files_stand_beside_domains(offered) -> None:
    assert offered("relgym actions do") == ["doors", "domain.pddl", "doors-old/"]
    assert offered("relgym check domain.pddl blocks-n") == []
    assert offered("relgym actions blocks-") == [
        *("blocks-above", "blocks-conditional", "blocks-equality", "blocks-quantified"),
        "blocks-notes.txt",
    ]


def test_without_a_name_the_shell_completes_files(offered) -> None:
    assert offered("relgym actions ./do") == []
    assert offered("relgym actions domain.pddl pr") == []
    assert offered("relgym simulate blocks p01 --plan pl") == []


def test_problems_of_a_split_and_after_options(offered) -> None:
    assert offered("relgym play relgym/BlocksTest-v0 p0") == [f"p0{number}" for number in range(1, 7)]
    assert offered("relgym play blocks test/p01") == ["test/p01"]
    assert offered("relgym simulate --seed 1 gripper p10") == ["p10"]
    assert offered("relgym play gripper --problem p10") == ["p10"]


def test_a_folder_with_mistakes_offers_nothing(offered, tmp_path: Path) -> None:
    (tmp_path / "doors-old" / "env.toml").write_text("nonsense", encoding="utf-8")
    assert offered("relgym actions doors-old p") == []


def test_every_domain_of_a_command_is_completed(offered) -> None:
    words = re.compile(r"\bDOMAIN\b|that comes? with relgym|of relgym\.")
    named = [
        name
        for name in COMMANDS
        for each in getattr(command(name), "params", ())
        if each.param_type_name == "argument" and re.search("[Dd]omain", each.help or "") and words.search(each.help)
    ]
    assert len(set(named)) > 12
    for name in dict.fromkeys(named):
        assert offered(f"relgym {name} fer") == ["ferry"], name
