"""Walks through every problem of a folder of IPC problems, beside pymimir and pytyr: nobody chose these rows.

`RELGYM_IPC` names the folder of the part `unseen`, and `RELGYM_IPC_LARGE` that of the part `large`, with larger
problems (`CONTRIBUTING.md`). A problem counts if all three libraries read and ground it within `GROUNDING` CPU
seconds. The domains fall into two halves by the hash of their folder's name. relgym may be tuned on the half `tuning`;
the half `judging` must tell the same story.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tests.bench.processes import PLANNERS
from tests.bench.rounds import Budget, Entrant, Row, measured, tell
from tests.bench.walks import DERIVED

GROUNDING = 60.0
"""CPU seconds in which a library has to read and ground a problem."""

RUNS = 3
"""Over how many rounds the median is taken, at most: there are many rows."""

Half = Literal["tuning", "judging"]


@dataclass(frozen=True)
class Problem:
    """A problem of the folder; `name` is its path without the ending."""

    name: str
    domain: Path
    problem: Path

    @property
    def half(self) -> Half:
        """The half to which the domain of the problem belongs."""
        folder = self.name.rpartition("/")[0]
        return "tuning" if hashlib.sha256(folder.encode()).digest()[0] % 2 else "judging"


def problems(folder: Path) -> Iterator[Problem]:
    """All problems below a folder, in the order of their names."""
    for path in sorted(folder.rglob("p*.pddl")):
        if path.stem.endswith("-domain"):
            continue
        domain = path.with_name(f"{path.stem}-domain.pddl")
        if not domain.is_file():
            domain = path.with_name("domain.pddl")
        yield Problem(str(path.relative_to(folder).with_suffix("")), domain, path)


Part = Literal["unseen", "large"]

FOLDERS: Mapping[Part, str] = {"unseen": "RELGYM_IPC", "large": "RELGYM_IPC_LARGE"}
"""The environment variables that name the folders of both parts."""


def table(part: Part, budget: Budget, only: Sequence[str]) -> dict[str, dict[str, Row]]:
    """The figures by problem and column; empty where there is no folder."""
    named = os.environ.get(FOLDERS[part])
    if not named:
        print(f"{part}: set {FOLDERS[part]} to a folder of IPC problems", file=sys.stderr)
        return {}
    python = PLANNERS.python()
    chosen = [each for each in problems(Path(named)) if not only or any(word in each.name for word in only)]
    if budget.rows is not None:
        # A few from all over the folder.
        chosen = chosen[:: max(1, len(chosen) // (2 * budget.rows))][: 2 * budget.rows]
    own = replace(budget, runs=min(budget.runs, RUNS), making=GROUNDING)
    found: dict[str, dict[str, Row]] = {}
    for problem in chosen:
        entrants = [Entrant("relgym", "relgym", Path(sys.executable), [{"engine": "builtin"}])]
        if ":derived" in problem.domain.read_text(encoding="utf-8", errors="replace").lower():
            entrants.append(Entrant(DERIVED, "relgym-derived", Path(sys.executable), [{"engine": "builtin"}]))
        entrants += [Entrant(name, name, python, [{"mode": "grounded"}]) for name in ("pymimir", "pytyr")]
        files = {"domain": str(problem.domain), "problem": str(problem.problem)}
        row = measured(entrants, own, {entrant.name: files for entrant in entrants})
        found[problem.name] = {**row, "half": {"half": problem.half}}
        tell(problem.name, row)
    return found


def ratios(rows: Mapping[str, Mapping[str, Row]], half: Half | None = None) -> dict[str, float]:
    """relgym's rate in that of the better peer by problem, the least first, where all three play.

    All of them list the valid actions of each state; the derived atoms on which these do not rest need not be known.
    """
    found = {}
    for name, row in rows.items():
        rates = {who: row[who].get("rate") for who in ("relgym", "pymimir", "pytyr")}
        if (half is None or row["half"]["half"] == half) and all(rates.values()):
            found[name] = rates["relgym"] / max(rates["pymimir"], rates["pytyr"])
    return dict(sorted(found.items(), key=lambda item: item[1]))


def summary(rows: Mapping[str, Mapping[str, Row]]) -> list[str]:
    """One line for all problems and one for each half: the geometric mean, the least, and how many fall behind."""
    lines = []
    halves: tuple[tuple[str, Half | None], ...] = (
        ("All", None),
        ("Tuning half", "tuning"),
        ("Judging half", "judging"),
    )
    for title, half in halves:
        found = list(ratios(rows, half).values())
        if found:
            mean, behind = statistics.geometric_mean(found), sum(each < 1 for each in found)
            lines.append(
                f"{title}: {mean:.2f} times the better peer, as a geometric mean of {len(found)} problems; "
                f"least {found[0]:.2f}; {behind} below 1."
            )
    return lines
