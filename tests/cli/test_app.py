"""The help of the command."""

from __future__ import annotations

import re

import pytest

from relgym.cli.app import COMMANDS, GROUPS, command, main


def test_the_help_names_each_command_once_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    words = re.findall(r"^\W* ([a-z]+)  ", text, re.MULTILINE)
    assert sorted(words) == sorted(COMMANDS)
    assert all(f" {title} " in text for title in GROUPS)


def test_usage_lines_mark_what_is_optional_once() -> None:
    """Typer writes brackets and dots itself."""
    for name in COMMANDS:
        for parameter in command(name).params:
            assert not {"[", "."} & set(parameter.metavar or ""), f"{name}: {parameter.name}"
