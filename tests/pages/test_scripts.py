"""The scripts of examples/ run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str, more_path: Path | None = None) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    environment = os.environ if more_path is None else {**os.environ, "PYTHONPATH": str(more_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_demo_plays_on_every_engine(engines: list[str]) -> None:
    printed = run("demo.py")
    agreeing = [line.split("│")[1].strip() for line in printed.splitlines() if line.endswith("│ yes             │")]
    assert agreeing == engines
    assert "make serve" in printed


def test_the_random_agent() -> None:
    printed = run("random_agent.py")
    assert printed.count("reward") >= 2
    lines = (EXAMPLES / "random_agent.py").read_text().strip().splitlines()
    assert len(lines) <= 20


@pytest.mark.skipif(shutil.which("swipl") is None, reason="engine missing: swipl (no command `swipl`)")
@pytest.mark.parametrize("installed", [True, False])
def test_the_agent_of_a_competition(installed: bool, tmp_path: Path) -> None:
    if installed:
        pytest.importorskip("rddlrepository", reason="rddlrepository is not installed (pip install 'relgym[test]')")
    else:
        (tmp_path / "rddlrepository.py").write_text("raise ImportError")
    printed = run("rddl_agent.py", more_path=tmp_path)
    (first, file, came), (second, other, also) = (re.split(": |, return ", line) for line in printed.splitlines())
    assert (first, second) == ("builtin", "swipl")
    assert file == other
    assert ("rddlrepository" in file) == installed
    assert came == also
    assert float(came) < 0
    _, _, loop = (EXAMPLES / "rddl_agent.py").read_text().partition("for backend")
    assert len(loop.strip().splitlines()) <= 10


def test_copies_on_a_service() -> None:
    printed = run("remote.py", "--copies", "3", "--steps", "20")
    assert "observations of shape (3, " in printed
    assert "20 steps of 3 copies: rewards " in printed


def test_masked_ppo() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (pip install 'relgym[learn]')")
    printed = run("ppo_masked.py", "--steps", "1")
    assert "at random: " in printed
    assert "of the problems are solved" in printed
