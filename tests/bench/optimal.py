"""Proved lengths of shortest plans: the planner `clingo` beside other planners and the notes of the catalogue.

`python -m tests.bench.optimal` plans for the first train problem of each PDDL domain by each planner, and for
all train problems by `clingo`. It writes docs/optimal-plans.json, and from it the tables of the page in docs/guide of
this name; `--page` writes only the page.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import relgym
from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import spec
from relgym.errors import MissingEngine
from relgym.resources import domains
from tests.bench.report import PLACE, Sheet

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "optimal-plans.json"
PAGE = ROOT / "docs" / "guide" / "optimal-plans.md"

PLANNERS = ("clingo", "symk", "search")
FIRST_SECONDS = 20.0
"""Wall-clock seconds for each planner on a first problem."""
EVERY_SECONDS = 2.0
"""Wall-clock seconds for `clingo` on each train problem."""

Row = Mapping[str, Any]


def names() -> list[str]:
    """The PDDL domains of the catalogue."""
    return sorted(path.parent.name for path in domains().glob("*/domain.pddl"))


def measured(chosen: Iterable[str]) -> dict[str, Row]:
    """Plan for domains, and return their figures."""
    return {name: _row(name) for name in chosen}


def _row(name: str) -> Row:
    problems = sorted((domains() / name / "problems" / "train").glob("*.pddl"))
    noted = difficulty(spec(name)).train
    row: dict[str, Any] = {"noted": noted[problems[0].stem].shortest}
    for planner in PLANNERS:
        row[planner] = _planned(name, problems[0], planner, FIRST_SECONDS)
    if row["clingo"]["status"] == "refused":
        return row
    found = {path.stem: _planned(name, path, "clingo", EVERY_SECONDS) for path in problems}
    row["train"] = {
        "problems": len(problems),
        "proved": sum(each["status"] == "optimal" for each in found.values()),
        "different": [
            stem for stem, each in found.items() if each["status"] != "limit" and each["length"] != noted[stem].shortest
        ],
    }
    return row


def _planned(name: str, problem: Path, planner: str, seconds: float) -> Row:
    task = relgym.load(domains() / name / "domain.pddl", problem)
    before = _cpu()
    try:
        # Without a metric, each action costs 1; with one, lengths say nothing.
        plan = relgym.plan(task, planner, optimal=True, limits={"seconds": seconds})
    except MissingEngine as missing:
        return {"status": "refused", "reason": missing.message}
    found: dict[str, Any] = {"status": plan.status, "length": len(plan), "seconds": round(_cpu() - before, 2)}
    if plan.status == "refused":
        found["reason"] = re.sub(r" \([^()]*:\d+:\d+\).*", "", str(plan.reason)).split(": ", 1)[-1]
    return found


def _cpu() -> float:
    """The processor seconds of this process and of those that it has waited for."""
    every = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in every)


def agreeing(rows: Mapping[str, Row], planner: str) -> tuple[list[str], list[str]]:
    """The domains where `clingo` and another planner prove a length, and those of them where the lengths are equal."""
    both = [name for name, row in rows.items() if row["clingo"]["status"] == row[planner]["status"] == "optimal"]
    return both, [name for name in both if rows[name]["clingo"]["length"] == rows[name][planner]["length"]]


def sheets(rows: Mapping[str, Row]) -> list[Sheet]:
    """The tables of the page."""
    proved = [row for row in rows.values() if row["clingo"]["status"] == "optimal"]
    noted = [row for row in proved if row["clingo"]["length"] == row["noted"]]
    remarks = [
        f"`clingo` proves the shortest length of {len(proved)} of {len(rows)} first train problems within "
        f"{FIRST_SECONDS:g} s each; {len(noted)} of these are the lengths that the catalogue notes."
    ]
    for planner in PLANNERS[1:]:
        both, same = agreeing(rows, planner)
        remarks.append(f"`clingo` and `{planner}` both prove {len(both)} lengths; {len(same)} of them are equal.")
    trained = [row["train"] for row in rows.values() if "train" in row]
    different = sum(len(each["different"]) for each in trained)
    remarks.append(
        f"Of all {sum(each['problems'] for each in trained)} train problems of these domains, `clingo` proves "
        f"{sum(each['proved'] for each in trained)} within {EVERY_SECONDS:g} s each; {different} lengths differ from "
        "those of the catalogue."
    )
    header = ["domain", "noted", *(column for planner in PLANNERS for column in (planner, "CPU s")), "train problems"]
    texts = [[name, str(row["noted"]), *_cells(row)] for name, row in rows.items()]
    return [Sheet("shortest plans", header, texts, remarks), _refusals(rows)]


def _cells(row: Row) -> Sequence[str]:
    cells: list[str] = []
    for planner in PLANNERS:
        found = row[planner]
        solved = found["status"] == "optimal"
        cells += [str(found["length"]) if solved else found["status"], f"{found['seconds']:.2f}" if solved else ""]
    train = row.get("train")
    return [*cells, "" if train is None else f"{train['proved']} of {train['problems']}"]


def _refusals(rows: Mapping[str, Row]) -> Sheet:
    texts = [[name, row["clingo"]["reason"]] for name, row in rows.items() if row["clingo"]["status"] == "refused"]
    return Sheet("refused by clingo", ["domain", "what it lacks"], texts)


def filled(text: str, known: Mapping[str, Any]) -> str:
    """The page with the tables of the figures that are known."""
    tables = {sheet.name: sheet.markdown() for sheet in sheets(known["rows"])}
    return PLACE.sub(lambda match: f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}", text)


def main() -> None:
    """Measure, and write the figures and the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true", help="write only the page")
    if not parser.parse_args().page:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = measured(names())
        JSON.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")
    known = json.loads(JSON.read_text(encoding="utf-8"))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), known), encoding="utf-8")


if __name__ == "__main__":
    main()
