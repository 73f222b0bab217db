"""The scripts of examples/ run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_random_agent() -> None:
    printed = run("random_agent.py")
    assert printed.count("reward") >= 2
    lines = (EXAMPLES / "random_agent.py").read_text().strip().splitlines()
    assert len(lines) <= 20


def test_masked_ppo() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (pip install 'relgym[learn]')")
    printed = run("ppo_masked.py", "--steps", "1")
    assert "at random: " in printed
    assert "of the problems are solved" in printed
