"""Policies beside each other, for the page docs/guide/policy-baselines.md.

`python -m tests.bench.policies` measures, and writes docs/policy-baselines.json and the tables of the page; with names
of domains it measures these alone, beside the figures of the last whole run. `--report` writes the tables alone.

Three questions: do the exact methods agree with each other and with a linear program; what do methods reach on the
PPDDL domains of the catalogue; is UCT better than random actions, no actions, and replanning on those of RDDL.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Mapping
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.envs.pddl.problems import Problems
from relgym.errors import RelgymError
from relgym.planning.stochastic.evaluation import Evaluation, student
from tests.bench.report import Sheet

sys.path.insert(0, str(Path(__file__).parents[1]))
from planning.stochastic.problems import by_linear_program

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "policy-baselines.json"
PAGE = ROOT / "docs" / "guide" / "policy-baselines.md"

PLACE = re.compile(r"(<!-- policies: (.*?) -->\n).*?(<!-- end of policies -->)", re.DOTALL)

EXACT = ("tireworld", "river", "exploding-blocks", "navigation")
EXACT_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "cost, penalty 500": {},
    "cost, penalty 20": {"penalty": 20.0},
    "discounted": {"criterion": "discounted"},
}
PROGRAM_STATES = 1600
"""The largest number of states of a linear program."""

TASKS = ("tireworld", "river", "navigation", "exploding-blocks", "search-and-rescue-partial")
TASK_METHODS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "random": ("random", {}),
    "replan, all outcomes": ("replan", {"planner": "search", "limits": {"seconds": 5}}),
    "replan, most likely": ("replan", {"planner": "search", "outcomes": "most_likely", "limits": {"seconds": 5}}),
    "uct": ("uct", {"trials": 200}),
    "lrtdp": ("lrtdp", {"limits": {"seconds": 60}}),
}
TASK_STEPS = 100

INSTANCE_METHODS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "random": ("random", {}),
    "noop": ("noop", {}),
    "replan": ("replan", {"trials": 25}),
    "uct": ("uct", {"trials": 50}),
}

INSTANCE_EPISODES = {"wildfire": 20}
"""The number of episodes where it is not 5: returns of wildfire differ by thousands."""

SEED = 1000


def task_of(name: str, split: str, number: int) -> relgym.Task:
    """A problem of the catalogue, as its environment plays it."""
    domain = spec(name)
    return Problems(domain.domain, domain.problems(split), domain.axiom_files(), domain.free).task(number)


def exact(name: str, problems: int) -> dict[str, Any]:
    """The largest differences between value iteration, LRTDP and linear programs on small problems of a domain."""
    found: dict[str, Any] = {"values": 0, "lrtdp": 0.0, "residual": 0.0, "programs": 0, "program": 0.0, "states": 0}
    for number in range(problems):
        reasoner = relgym.Reasoner(task_of(name, "train", number))
        start = reasoner.initial_state
        for options in EXACT_OPTIONS.values():
            tables = [relgym.solve(reasoner, method, **options) for method in ("value_iteration", "lrtdp")]
            values = [table.value(start) for table in tables]
            progress = [table.convergence for table in tables]
            assert values[0] is not None and values[1] is not None and progress[0] and progress[1]
            assert {each.status for each in progress if each} == {"solved"}
            found["values"] += 1
            found["states"] = max(found["states"], progress[0].states)
            found["lrtdp"] = max(found["lrtdp"], abs(values[0] - values[1]))
            found["residual"] = max(found["residual"], progress[1].residual or 0.0)
            if progress[0].states <= PROGRAM_STATES:
                criterion = options.get("criterion", "cost")
                program = by_linear_program(reasoner, criterion, penalty=options.get("penalty", 500.0))
                found["programs"] += 1
                found["program"] = max(found["program"], abs(program[start] - values[0]))
    return found


def played(
    reasoner: Any, methods: Mapping[str, tuple[str, Mapping[str, Any]]], episodes: int, horizon: int | None
) -> dict[str, Any]:
    """The returns of some methods, in the same episodes; or the reason why a method cannot do it."""
    row: dict[str, Any] = {}
    for name, (method, options) in methods.items():
        began = time.process_time()
        try:
            policy = relgym.solve(reasoner, method, **options)
            result = relgym.evaluate(reasoner, policy, episodes=episodes, seed=SEED, horizon=horizon)
        except RelgymError as error:
            row[name] = {"refused": error.message}
            continue
        seconds = time.process_time() - began
        row[name] = {**result.to_json(), "seconds": round(seconds, 2)}
    return row


def instance(name: str, episodes: int) -> dict[str, Any]:
    """The methods on the first train instance of an RDDL domain."""
    domain = spec(name)
    reasoner = relgym.Reasoner(relgym.load(domain.domain, domain.problem("train", 0)))
    return played(reasoner, INSTANCE_METHODS, episodes, None)


def task(name: str, split: str, number: int, episodes: int) -> dict[str, Any]:
    """The methods on a problem of a PPDDL domain."""
    return played(relgym.Reasoner(task_of(name, split, number)), TASK_METHODS, episodes, TASK_STEPS)


def gain(row: Mapping[str, Any], other: str) -> tuple[float, float, float] | None:
    """The mean by which UCT is better than another method in the same episodes, with its 95 % interval.

    `None` where the other method was refused.

    >>> row = {"uct": {"returns": [3.0, 5.0, 4.0]}, "noop": {"returns": [1.0, 2.0, 3.0]}}
    >>> [round(number, 2) for number in gain(row, "noop")]
    [2.0, -0.48, 4.48]
    """
    if "returns" not in row[other]:
        return None
    differences = [a - b for a, b in zip(row["uct"]["returns"], row[other]["returns"], strict=True)]
    middle = fmean(differences)
    if len(differences) == 1:
        return middle, middle, middle
    half = student(len(differences) - 1) * stdev(differences) / sqrt(len(differences))
    return middle, middle - half, middle + half


def share(cell: Mapping[str, Any]) -> tuple[float, float, float]:
    """The share of episodes that reach the goal, with its 95 % interval."""
    count, goals = cell["episodes"], cell["goals"]
    result = Evaluation("probability", (1.0,) * goals + (0.0,) * (count - goals), goals)
    return result.mean, *result.interval


def filled(text: str, known: Mapping[str, Any]) -> str:
    """The page with the tables of these figures."""
    sheets = {"exact": exact_sheet, "tasks": task_sheet, "instances": instance_sheet}

    def table(found: re.Match[str]) -> str:
        return f"{found[1]}\n{sheets[found[2]](known[found[2]]).markdown()}\n\n{found[3]}"

    return PLACE.sub(table, text)


def exact_sheet(rows: Mapping[str, Any]) -> Sheet:
    """How far the exact methods agree."""
    texts = [
        [
            name,
            f"{row['values']}",
            f"{row['states']:,}",
            f"{row['lrtdp']:.1e}",
            f"{row['residual']:.1e}",
            f"{row['programs']}",
            f"{row['program']:.1e}",
        ]
        for name, row in sorted(rows.items())
    ]
    header = ["domain", "values", "most states", "LRTDP", "residual of LRTDP", "linear programs", "difference"]
    largest = max(max(row["lrtdp"], row["program"]) for row in rows.values())
    return Sheet("exact", header, texts, [f"The largest of all differences is {largest:.1e}."])


def task_sheet(rows: Mapping[str, Any]) -> Sheet:
    """The shares of episodes that reach the goal."""
    texts = []
    for name, row in sorted(rows.items()):
        cells = []
        for method in TASK_METHODS:
            middle, low, high = share(row[method])
            cells.append(f"{middle:.2f} ({low:.2f} to {high:.2f})")
        texts.append([name, *cells])
    better = [name for name, row in rows.items() if share(row["uct"])[1] > share(row["replan, all outcomes"])[2]]
    remark = f"UCT is surely better than replanning with all outcomes on {', '.join(sorted(better)) or 'none'}."
    return Sheet("tasks", ["problem", *TASK_METHODS], texts, [remark])


def instance_sheet(rows: Mapping[str, Any]) -> Sheet:
    """Mean returns, and the least gain of UCT over random actions and no actions."""
    texts = []
    for name, row in sorted(rows.items()):
        cells = [f"{row[method]['mean']:,.1f}" if "mean" in row[method] else "refused" for method in INSTANCE_METHODS]
        middle, low, high = worst(row)
        mark = "yes" if low > 0 else "no"
        texts.append([name, *cells, f"{middle:,.1f} ({low:,.1f} to {high:,.1f})", mark])
    count = sum(wins(row) for row in rows.values())
    header = ["domain", *INSTANCE_METHODS, "gain over the better of random and noop", "surely better"]
    remark = f"UCT is surely better than random actions and no actions on {count} of {len(rows)} domains (goal: 14)."
    return Sheet("instances", header, texts, [remark])


def worst(row: Mapping[str, Any]) -> tuple[float, float, float]:
    """The smaller of the gains of UCT over random actions and over no actions, by the low end of its interval."""
    found = [gained for other in ("random", "noop") if (gained := gain(row, other)) is not None]
    return min(found, key=lambda gained: gained[1])


def wins(row: Mapping[str, Any]) -> bool:
    """Return True if UCT is surely better than random actions and than no actions."""
    return worst(row)[1] > 0


def main(arguments: list[str]) -> int:
    """Measure what is asked for, and write the figures beside those that are known."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.policies", description=__doc__)
    parser.add_argument("names", nargs="*", help="domains; all of them by default")
    parser.add_argument("--quick", action="store_true", help="few problems and episodes")
    parser.add_argument("--json", type=Path, default=JSON, help="where the figures go")
    parser.add_argument("--report", action="store_true", help="write the tables of the figures that are known")
    asked = parser.parse_args(arguments)
    known: dict[str, Any] = {"exact": {}, "tasks": {}, "instances": {}}
    if asked.json.exists() and (asked.names or asked.report):
        known |= json.loads(asked.json.read_text(encoding="utf-8"))
    few = asked.quick
    if asked.report:
        report(known)
        return 0

    def kept(part: str, key: str, measure: Callable[[], dict[str, Any]]) -> None:
        if not asked.names or key.split(" ")[0] in asked.names:
            known[part][key] = measure()
            print(part, key, file=sys.stderr)

    for name in EXACT:
        # Those of exploding-blocks from the sixth on have 86,000 states.
        kept("exact", name, lambda name=name: exact(name, 2 if few else 5 if name == "exploding-blocks" else 10))
    for name in TASKS:
        for split, number in (("train", 5), ("test", 0)):
            key = f"{name} {split}/{number}"
            kept("tasks", key, lambda n=name, s=split, i=number: task(n, s, i, 3 if few else 20))
    for domain in catalogue():
        if domain.language == "rddl":
            kept(
                "instances",
                domain.name,
                lambda name=domain.name: instance(name, 2 if few else INSTANCE_EPISODES.get(name, 5)),
            )
    asked.json.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if asked.json == JSON and not few:
        report(known)
    return 0


def report(known: Mapping[str, Any]) -> None:
    """Write the tables into the page."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), known), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
