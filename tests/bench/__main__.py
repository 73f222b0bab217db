"""`make bench`: how fast relgym is, beside the libraries of others, which are installed in environments of their own.

Parts, all by default: `engines` (every engine on fixed problems, and `sld` beside PDDLGym), `walks` (beside pymimir
and pytyr), `unseen` and `large` (the same on every problem of two folders of IPC problems), `expansions` (searches
beside pymimir), `environments` (beside PDDLGym), `batches` (many environments at once, and rollouts beside
pyRDDLGym-jax), `jax` (pure functions beside `relgym.batch`), `games` (the same beside gymnax
and Jumanji), `growth` (cost by size), `pictures` and `rddl` (beside
pyRDDLGym). Times are process-CPU seconds of one core. A library that cannot be installed leaves its column empty.
`--json FILE` puts the figures of the parts that were measured into a file and keeps those of the others;
`python -m tests.bench.report` makes the tables of the documents from it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from relgym.backends import registry
from tests.bench import (
    batches,
    engines,
    environments,
    expansions,
    games,
    growth,
    instances,
    pictures,
    pure,
    rddl,
    report,
    rollouts,
    unseen,
    walks,
)
from tests.bench.rounds import FULL, QUICK

PARTS = (
    "engines",
    "walks",
    "unseen",
    "large",
    "expansions",
    "environments",
    "batches",
    "jax",
    "games",
    "growth",
    "pictures",
    "rddl",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a little of everything, in two minutes")
    parser.add_argument("--seconds", type=float, help="CPU seconds for each figure")
    parser.add_argument("--runs", type=int, help="how many rounds the median is taken over")
    parser.add_argument("--engine", action="append", default=[], help="only these engines")
    parser.add_argument("--problem", action="append", default=[], help="only these rows")
    parser.add_argument("--problems", type=Path, help="the folder of problems, by default $RELGYM_BENCH")
    parser.add_argument("--memory", type=int, default=0, metavar="STEPS", help="also measure the growth over STEPS")
    parser.add_argument("--environment", type=Path, help="the virtual environment of pyRDDLGym")
    parser.add_argument("--json", type=Path, help="put the figures into this file")
    options = parser.parse_args()
    unknown = set(options.part) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {min(unknown)!r}; expected {', '.join(PARTS)}")
    if options.json and options.problem:
        parser.error("--json takes the place of all figures of a part: leave out --problem")
    budget = QUICK if options.quick else FULL
    given = {"seconds": options.seconds, "runs": options.runs, "rows": None if options.problem else budget.rows}
    budget = replace(budget, **{name: value for name, value in given.items() if value is not None or name == "rows"})
    # A file has no width; 80 columns would leave the figures out.
    console = Console(width=None if sys.stdout.isatty() else 140)
    known: dict[str, Any] = json.loads(options.json.read_text()) if options.json and options.json.exists() else {}
    for part in options.part or PARTS:
        begun = time.monotonic()
        match part:
            case "engines":
                chosen = options.engine or list(registry.names())
                found: Any = engines.figures(console, chosen, budget, options.memory, options.problem)
            case "walks":
                chosen = list(dict.fromkeys(["builtin", *options.engine]))
                found = walks.tables(instances.folder(options.problems), budget, chosen, options.problem)
            case "unseen" | "large":
                found = unseen.table(part, budget, options.problem)
            case "expansions":
                found = expansions.table(budget, options.problem)
            case "environments":
                found = environments.tables(instances.folder(options.problems), budget, options.problem)
            case "batches":
                found = {
                    "environments": batches.table(budget, options.problem),
                    "rollouts": rollouts.table(budget, options.problem),
                }
            case "jax":
                found = pure.table(budget, options.problem)
            case "games":
                found = games.table(budget, options.problem)
            case "growth":
                found = growth.table(budget, options.engine or list(registry.names()))
            case "pictures":
                found = pictures.table(budget, options.problem)
            case _:
                found = rddl.compared(
                    console, options.environment, budget.seconds, budget.runs, budget.rows, options.problem
                )
        minutes = round((time.monotonic() - begun) / 60, 1)
        known[part] = {
            "measured": {"command": command(part, options), "minutes": minutes, **machine()},
            "figures": found,
        }
        # RDDL prints its own, with what is too slow in red.
        if part != "rddl":
            for sheet in report.sheets(part, found):
                console.print(sheet.table())
        if options.json:
            options.json.write_text(json.dumps(known, indent=1) + "\n")


def command(part: str, options: argparse.Namespace) -> str:
    """What to type to measure a part again."""
    given = {"seconds": options.seconds, "runs": options.runs, "problem": options.problem, "engine": options.engine}
    lists = {name: value if isinstance(value, list) else [value] for name, value in given.items() if value}
    words = [f"--{name} {value}" for name, values in lists.items() for value in values]
    return " ".join(["python -m tests.bench", part, *(["--quick"] if options.quick else []), *words])


def machine() -> dict[str, Any]:
    """What the figures were measured on, and when."""
    cpuinfo = Path("/proc/cpuinfo")
    names = [line for line in cpuinfo.read_text().splitlines() if "model name" in line] if cpuinfo.exists() else []
    return {
        "date": time.strftime("%Y-%m-%d"),
        "processor": names[0].split(":")[1].strip() if names else platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    main()
