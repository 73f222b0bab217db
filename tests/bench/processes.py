"""Processes that play with one library each, and the environments in which the libraries of others are installed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Any, Self

HERE = Path(__file__).parent


class Ended(Exception):
    """A process that was asked something has ended; `reason` says why, in a word or two."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Process:
    """A Python that runs a script of ours: a line of JSON in, a line of JSON out."""

    def __init__(self, python: Path | str, script: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [str(python), str(script), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # What the other libraries have to say fills screens.
            stderr=None if os.environ.get("RELGYM_BENCH_VERBOSE") else subprocess.DEVNULL,
            text=True,
            # Sets are gone through in the same order every time.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, *, within: float | None = None, **question: Any) -> Any:
        """The answer; raises `Ended` if there is none, after `within` seconds of CPU time, too.

        A process that sleeps, or waits for others, has four times as long.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late: list[bool] = []
        timer = Timer(4 * (within or 0), lambda: (late.append(True), self._process.kill()))
        if within is not None:
            question["within"] = within
            timer.start()
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            timer.cancel()
        if not answer:
            slow = late or self._process.wait() == -signal.SIGPROF
            raise Ended(f"more than {within:g} s" if slow else "died")
        found = json.loads(answer)
        if isinstance(found, dict) and "refused" in found:
            raise Ended("refused")
        return found


def cache() -> Path:
    """A folder for what is installed and written."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "relgym-bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def rddl_archive() -> Path | None:
    """The folder of rddlrepository's problems, or `None` where the package is not installed."""
    found = find_spec("rddlrepository")
    return None if found is None or found.origin is None else Path(found.origin).parent / "archive"


@dataclass(frozen=True)
class Environment:
    """A virtual environment for the libraries of others: its folder in the cache, and what `pip` is to install."""

    name: str
    packages: Sequence[str]
    modules: Sequence[str]

    def python(self, folder: Path | None = None) -> Path | None:
        """Its Python; made and filled if it is not there, none where that cannot be."""
        folder = folder or cache() / self.name
        python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        test = f"import {', '.join(self.modules)}"
        try:
            if not python.exists():
                venv.create(folder, with_pip=True)
            if subprocess.run([python, "-c", test], capture_output=True, check=False).returncode:
                print(f"installing {', '.join(self.packages)} ...", file=sys.stderr)
                pip = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", *self.packages]
                subprocess.run(pip, check=True, capture_output=True, text=True, timeout=300)
                subprocess.run([python, "-c", test], capture_output=True, check=True, text=True)
        except (OSError, subprocess.SubprocessError) as error:
            said = getattr(error, "stderr", None) or str(error)
            print(f"not installed: {', '.join(self.packages)}: {said.strip().splitlines()[-1]}", file=sys.stderr)
            return None
        return python


RDDL = Environment("venv", ("pyRDDLGym>=2.7,<3", "rddlrepository>=2.2,<3"), ("pyRDDLGym",))

JAX = Environment("jax", ("pyRDDLGym-jax>=3.1,<4", "rddlrepository>=2.2,<3"), ("pyRDDLGym_jax.core.compiler",))

GAMES = Environment("games", ("gymnax>=1,<2", "jumanji>=1.1,<2", "six"), ("gymnax", "jumanji"))
"""gymnax imports six, and does not require it."""

PLANNERS = Environment("planners", ("pymimir>=0.13.63,<0.14", "pytyr>=0.7,<0.8"), ("pymimir", "pytyr"))

PDDLGYM = Environment("pddlgym", ("pddlgym==0.0.5", "gym==0.26.*", "Pillow==9.5.*"), ("pddlgym",))
"""The later releases list all atoms twice in each step, and are hundreds of times as slow on large problems."""
