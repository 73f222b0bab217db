"""Breadth-first searches beside pymimir's Python interface: expansions for each CPU second.

An expansion lists the valid actions of a state, makes the state after each, and finds out whether it is new. The first
row is the 8-puzzle. The others are problems of a folder of IPC problems that `RELGYM_IPC` names (`CONTRIBUTING.md`).
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from tests.bench.processes import PLANNERS
from tests.bench.rounds import Budget, Entrant, Row, measured, tell

PUZZLE = "8-puzzle"

PROBLEMS = (
    "ipc-1998/gripper-round-1-strips/p03",
    "ipc-2000/blocks-strips-typed/p03",
    "ipc-2002/driverlog-strips-automatic/p03",
    "ipc-2006/rovers-propositional/p03",
    "ipc-2008/sokoban-sequential-satisficing-strips/p03",
)
"""One problem of each of five domains and years."""


def table(budget: Budget, only: Sequence[str]) -> dict[str, dict[str, Row]]:
    """Measure the figures, by problem and column."""
    python = PLANNERS.python()
    found: dict[str, dict[str, Row]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (domain, problem) in _files(Path(folder)).items():
            if only and not any(word in name for word in only):
                continue
            files = {"domain": str(domain), "problem": str(problem)}
            entrants = [
                Entrant("walker", "relgym-search", Path(sys.executable), [{"engine": "walker"}]),
                Entrant("reasoner", "relgym-search", Path(sys.executable), [{"engine": "reasoner"}]),
                Entrant("pymimir", "pymimir-search", python, [{}]),
            ]
            row = measured(entrants, replace(budget, runs=3), {entrant.name: files for entrant in entrants})
            found[name] = row
            tell(name, row)
    return found


def _files(folder: Path) -> dict[str, tuple[Path, Path]]:
    """The domain and the problem of each row."""
    puzzle = folder / "puzzle.pddl"
    own = spec("slide-tile")
    puzzle.write_text(generate(own, 1, rows=3, columns=3, moves=60), encoding="utf-8")
    files = {PUZZLE: (Path(str(own.domain)), puzzle)}
    named = os.environ.get("RELGYM_IPC")
    if not named:
        print("expansions: set RELGYM_IPC to a folder of IPC problems", file=sys.stderr)
        return files
    for name in PROBLEMS:
        path = Path(named) / f"{name}.pddl"
        domain = path.with_name(f"{path.stem}-domain.pddl")
        files[name] = (domain if domain.is_file() else path.with_name("domain.pddl")), path
    return files
