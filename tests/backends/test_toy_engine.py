"""A new engine from another package: one file, one entry point, and the shared suite runs on it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SUITE = sorted(HERE.glob("test_interface*.py"))
HALVES = SUITE[:4], SUITE[4:]
"""The files of the suite, in two groups that two processes can run at once."""


@pytest.fixture
def pytest_with_toy(tmp_path):
    """Runs tests on the toy, or on what stands in its place, in an interpreter that has it installed."""

    def run(entry: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        info = tmp_path / "toy_engine-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-engine\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[relgym.backends]\ntoy = {entry}\n")
        path = os.pathsep.join([str(tmp_path), str(HERE.parent), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "[toy", *arguments]
        environment = os.environ | {"PYTHONPATH": path, "RELGYM_REQUIRE_ENGINES": "1"}
        return subprocess.run(
            command, cwd=HERE.parents[1], env=environment, capture_output=True, text=True, timeout=500, check=False
        )

    return run


@pytest.mark.parametrize("half", HALVES, ids=["first half", "second half"])
def test_the_toy_passes_the_whole_suite(pytest_with_toy, half):
    done = pytest_with_toy("backends.toy:Toy", *map(str, half))
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 50
    assert not re.findall(r"\d+ (?:failed|errors?|skipped|xfailed)", done.stdout)


def test_the_suite_finds_an_engine_that_is_wrong(pytest_with_toy, tmp_path):
    (tmp_path / "wrong.py").write_text(
        "from backends.toy import Toy\n"
        "class Wrong(Toy):\n"
        "    def answers(self, symbols, binding=()):\n"
        "        return [rows * 2 for rows in super().answers(symbols, binding)]\n"
    )
    done = pytest_with_toy("wrong:Wrong", "-x", str(HERE / "test_interface.py"))
    assert done.returncode == 1
    assert "a row comes twice" in done.stdout
