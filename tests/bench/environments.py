"""Whole environments: relgym's through `gymnasium.make` beside PDDLGym's with the actions that are valid only.

Both give an observation and the list of valid actions after each step; `relgym, atoms` reads the observation as a set
of atoms, too, which PDDLGym's is from the start. The domains of PDDLGym's paper (Silver and Chitnis, 2020) are read
from the files that come with PDDLGym, the first problem of each. A round is one walk at least: what a step costs
depends on how far from the start it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.bench.instances import ENVIRONMENTS
from tests.bench.processes import PDDLGYM, Ended, Process
from tests.bench.rounds import IMPORTING, PLAYERS, Budget, Entrant, Row, measured, tell

PAPER = (
    "baking",
    "blocks",
    "casino",
    "minecraft",
    "depot",
    "doors",
    "elevator",
    "explodingblocks",
    "ferry",
    "gripper",
    "hanoi",
    "meetpass",
    "rearrangement",
    "river",
    "searchandrescue_level1",
    "slidetile",
    "sokoban",
    "tireworld",
    "tsp",
    "travel",
)


def tables(folder: Path | None, budget: Budget, only: Sequence[str]) -> dict[str, dict[str, dict[str, Row]]]:
    """The figures of both tables: by table, row and column."""
    python = PDDLGYM.python()
    sizes: dict[str, dict[str, Row]] = {}
    for instance in ENVIRONMENTS:
        files = instance.files(folder)
        if files is not None and (not only or instance.name in only):
            sizes[instance.name] = _row(instance.name, budget, python, files.domain, files.problem, True)
    paper: dict[str, dict[str, Row]] = {}
    if python is not None:
        for name, found in paper_files(python, budget, only):
            paper[name] = _row(name, budget, python, **found)
    return {"environments": sizes, "domains of PDDLGym's paper": paper}


def paper_files(python: Path, budget: Budget, only: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The domains of PDDLGym's paper that are wanted: their names, the files, and whether operators are actions."""
    for name in [each for each in PAPER if not only or each in only][: budget.rows]:
        with Process(python, PLAYERS) as process:
            try:
                process.ask(load="pddlgym", within=IMPORTING)
                found = process.ask(files=name, within=IMPORTING)
            except Ended as error:
                print(f"{name}: {error.reason}", file=sys.stderr)
                continue
        yield name, found


def _row(name: str, budget: Budget, python: Path | None, domain: str, problem: str, operators: bool) -> dict[str, Row]:
    files: dict[str, Any] = {"domain": domain, "problem": problem}
    entrants = [
        Entrant("relgym", "relgym-environment", Path(sys.executable)),
        Entrant("relgym, atoms", "relgym-atoms", Path(sys.executable)),
        Entrant("PDDLGym", "pddlgym", python, [{"operators": operators}]),
    ]
    rows = measured(entrants, budget, {entrant.name: files for entrant in entrants}, walks=1)
    tell(name, rows)
    return rows
