"""Plans for the hardest problems: the last train and the last test problem of each PDDL domain, by the default choice.

`python -m tests.bench.plans` plans, replays each plan by another reasoner, and writes docs/planning-baselines.json and
the table of docs/guide/planning-baselines.md. `--report` writes the table alone, `--domain NAME` prints one row.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import relgym
from relgym.catalogue.domains import SPLITS, EnvSpec, Split, catalogue, spec
from relgym.envs.pddl.problems import Problems
from relgym.errors import RelgymError
from relgym.planning.registry import available
from relgym.progress import tracked
from tests.bench.report import ROOT, Sheet, filled_between

JSON = ROOT / "docs" / "planning-baselines.json"
PAGE = ROOT / "docs" / "guide" / "planning-baselines.md"
LIMITS = {"seconds": 20, "memory": 6000}
"""What each call of `relgym.plan` may take."""

BEGIN, END = "<!-- plans -->\n", "<!-- end of plans -->"


def row(domain: EnvSpec, split: Split) -> dict[str, Any]:
    """Plan for the last problem of a split, and replay the plan."""
    files = domain.problems(split)
    problems = Problems(domain.domain, [files[-1]], domain.axiom_files(), domain.free)
    task = problems.task(0)
    try:
        plan = relgym.plan(task, limits=LIMITS)
    except RelgymError as error:
        return {"problem": files[-1].stem, "status": "failed", "reason": error.message}
    found: dict[str, Any] = {
        "problem": files[-1].stem,
        "status": plan.status,
        "planner": plan.planner,
        "seconds": round(plan.seconds, 2),
    }
    if plan.found:
        replay = relgym.validate(task, plan)
        found |= {"steps": len(plan), "cost": replay.to_json()["cost"], "valid": replay.valid}
    elif plan.reason is not None:
        # Places without the path of this machine.
        found["reason"] = plan.reason.replace(f"{ROOT}/", "")
    return found


def measured(domains: Sequence[EnvSpec]) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of domains, by name and split."""
    return {domain.name: {split: row(domain, split) for split in SPLITS} for domain in tracked(domains, "planning")}


def cell(found: Mapping[str, Any]) -> list[str]:
    """The columns of one problem."""
    seconds = f"{found['seconds']:.2f}" if "seconds" in found else ""
    if found["status"] in ("solved", "optimal"):
        return [f"{found['steps']}", found["planner"], seconds]
    return [found["status"], "", seconds if found["status"] == "limit" else ""]


def sheet(figures: Mapping[str, Any]) -> Sheet:
    """The table of the page, and its summary."""
    rows = figures["domains"]
    texts = [[name, *(text for split in SPLITS for text in cell(by[split]))] for name, by in rows.items()]
    header = ["domain", *(title for split in SPLITS for title in (f"{split}: steps", "by", "seconds"))]
    every = [found for by in rows.values() for found in by.values()]
    solved = [found for found in every if found["status"] in ("solved", "optimal")]
    refused = sum(found["status"] == "refused" for found in every)
    replayed = sum(found["valid"] for found in solved)
    middle = statistics.median(found["seconds"] for found in solved)
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    return Sheet(
        "plans",
        header,
        texts,
        [
            f"{len(solved)} of {len(every)} problems have a plan (goal: 74), {replayed} of which another reasoner has "
            f"replayed; {refused} are refused. The median time is {middle:.2f} s of wall-clock time on "
            f"{figures['cores']} cores that other work shares.",
            f"Planners: {versions}.",
        ],
    )


def filled(text: str, figures: Mapping[str, Any]) -> str:
    """The page with the table of these figures."""
    return filled_between(text, BEGIN, END, sheet(figures))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.plans", description=__doc__)
    parser.add_argument("--report", action="store_true", help="write the table of the figures that are known")
    parser.add_argument("--domain", action="append", default=[], help="print the figures of this domain")
    options = parser.parse_args()
    if options.domain:
        print(json.dumps(measured([spec(name) for name in options.domain]), indent=1))
        return
    if not options.report:
        names = available()
        figures = {
            "versions": {name: names[name] for name in ("search", "fast-downward") if name in names},
            "cores": os.cpu_count(),
            "limits": LIMITS,
            "domains": measured(catalogue("pddl")),
        }
        _write(JSON, json.dumps(figures, indent=1) + "\n")
    _write(PAGE, filled(PAGE.read_text(encoding="utf-8"), json.loads(JSON.read_text(encoding="utf-8"))))


def _write(path: Path, text: str) -> None:
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


if __name__ == "__main__":
    main()
