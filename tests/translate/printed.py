"""Printed programs run by themselves: in swipl, and in clingo without relgym."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import clingo
import pytest

needs_swipl = pytest.mark.skipif(shutil.which("swipl") is None, reason="engine missing: swipl (no command `swipl`)")

_CLINGO = """\
import runpy, sys
sys.path.append({site!r})
sys.modules["relgym"] = None
runpy.run_module("clingo", run_name="__main__")
"""


def swipl(text: str, goal: str, folder: Path, locale: str = "C.UTF-8") -> list[str]:
    """The lines that a goal writes; swipl has nothing to remark."""
    file = folder / "program.pl"
    file.write_text(text, encoding="utf-8")
    # A thread that collects garbage may be at work when the program ends, which swipl remarks upon.
    return _lines(["swipl", "--no-threads", "-g", goal, "-t", "halt", str(file)], folder, locale)


def answer(text: str, folder: Path, *options: str) -> list[str]:
    """The atoms that clingo shows of the only answer set; it has nothing to remark."""
    file = folder / "program.lp"
    file.write_text(text, encoding="utf-8")
    # Without site no .pth file puts relgym on the path.
    script = _CLINGO.format(site=str(Path(clingo.__file__).parents[1]))
    lines = _lines([sys.executable, "-I", "-S", "-c", script, str(file), "0", "--outf=2", *options], folder)
    [call] = json.loads("\n".join(lines))["Call"]
    [found] = call["Witnesses"]
    return found["Value"]


def _lines(command: list[str], folder: Path, locale: str = "C.UTF-8") -> list[str]:
    environment = {"LANG": locale, "LC_ALL": locale, "PATH": os.environ["PATH"]}
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=environment, cwd=folder, timeout=120, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()
