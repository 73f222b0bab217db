"""Explorations of state spaces: expansions for each CPU second, the efficiency of workers, messages, and memory.

`python -m tests.bench.exploring` measures, and writes docs/exploration.json and the table of docs/guide/exploration.md.
`--large` measures the memory of ten million states as well, `--report` writes the table alone, `--print` prints the
figures and writes nothing.

Times are CPU seconds from the first expansion to the joined space, with workers that are there. The efficiency of `n`
workers is the time of one worker over `n` times the longest chain of work: that of the busiest process, and what the
calling process does before and after it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
from collections.abc import Mapping
from importlib.util import find_spec
from time import process_time
from typing import Any

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.executors.choice import executor
from relgym.executors.executor import Order
from relgym.exploration import exploring
from relgym.exploration.ends import Ends
from relgym.exploration.expanders.choice import expander_of
from relgym.exploration.merging import merged
from relgym.exploration.rounds import PartitionWorker, Rounds, partition_worker
from relgym.progress import tracked
from relgym.reasoning.reasoner import Reasoner
from tests.bench.report import ROOT, Sheet, filled_between, write_page

JSON = ROOT / "docs" / "exploration.json"
PAGE = ROOT / "docs" / "guide" / "exploration.md"
BEGIN, END = "<!-- exploring -->\n", "<!-- end of exploring -->"

RUNS = 9
LARGE = 10_000_000
MESSAGES = 200
BOX = 2**20
"""The bytes of a large message."""

MANY = 64
"""The number of workers that is estimated."""

PROBLEMS: dict[str, int | None] = {
    "8-puzzle": None,
    "15-puzzle": 1_000_000,
    "tireworld": None,
    "exploding-blocks": None,
}
"""The problems, with the largest number of states. In the last two chance decides, and a reasoner expands states."""


def reasoner_of(name: str) -> Reasoner:
    """A reasoner of a problem."""
    if not name.endswith("puzzle"):
        own = spec(name)
        return relgym.Reasoner(relgym.load(own.domain, own.problems("train")[-1], own.axiom_files()))
    own, side = spec("slide-tile"), 3 if name == "8-puzzle" else 4
    return relgym.Reasoner(relgym.load(own.domain, generate(own, 1, rows=side, columns=side, moves=60)))


def unlimited(limit: int | None) -> Ends:
    """No limit but that of states."""
    return Ends(limit, {"memory": 20_000}, lambda known: None)


def alone(reasoner: Reasoner, limit: int | None) -> dict[str, Any]:
    """One worker, which is this process."""
    expander, ends = expander_of(reasoner), unlimited(limit)
    began = process_time()
    partition, _ = exploring.alone(expander, ends)
    space = merged(reasoner.model, expander, None, [partition.content()], ends.stopped)
    seconds = process_time() - began
    expanded = int(space.expanded.sum())
    figures = {"states": len(space), "expanded": expanded, "transitions": space.transition_count, "depth": space.depth}
    return {**figures, "bytes": space.rows.itemsize * space.rows.shape[1], "seconds": seconds}


def together(reasoner: Reasoner, limit: int | None, count: int, kind: str) -> dict[str, float]:
    """Several workers: `processes`, of which this one is the last, or actors of Ray.

    This process begins alone. To make the object of a worker, it also grounds the task, which does not count; that part
    which depends on the states is measured here, and counts in each worker.
    """
    expander, ends, here = expander_of(reasoner), unlimited(limit), kind == "processes"
    began = process_time()
    partition, _ = exploring.alone(expander, ends, count)
    before, division = partition.divided(count)
    dividing = process_time() - began
    began = process_time()
    own = PartitionWorker(expander, division, count - 1)
    making = process_time() - began
    with executor(kind, count - here, partition_worker, (reasoner, division), keep=True) as workers:
        began = process_time()
        contents = Rounds(workers, ends, division, own if here else None).contents()
        rounds = process_time() - began
    began = process_time()
    space = merged(reasoner.model, expander, before, contents, ends.stopped)
    joining = process_time() - began
    other = workers.seconds / (count - here)
    longest = dividing + making + (max(rounds, other) if here else rounds + other) + joining
    total = dividing + count * making + rounds + workers.seconds + joining
    return {"expanded": int(space.expanded.sum()), "longest": longest, "total": total, "joining": joining}


class Echo:
    """Answers with what it is given."""

    def echo(self, item: Any) -> Any:
        """Return the item."""
        return item


def echo(index: int) -> Echo:
    """Make the object of a worker."""
    return Echo()


def message(workers: Any, size: int) -> float:
    """CPU seconds of the calling process for an order of some bytes and its answer of the same size."""
    order = {0: Order("echo", (bytearray(size),))}
    workers.call(order)
    began = process_time()
    for _ in range(MESSAGES):
        workers.call(order)
    return (process_time() - began) / MESSAGES


def messages() -> dict[str, float]:
    """Cost of an order and its answer: CPU seconds of the calling process for itself, and for each byte both ways."""
    # Workers find it by the name of its module, which is not that of a script.
    from tests.bench.exploring import echo

    with executor("processes", 1, echo) as workers:
        small = statistics.median(message(workers, 0) for _ in range(3))
        large = statistics.median(message(workers, BOX) for _ in range(3))
    return {"order": small, "byte": max(0.0, large - small) / (2 * BOX)}


def estimate(space: Mapping[str, float], cost: Mapping[str, float], count: int) -> float:
    """The efficiency of many workers on paper: each has its part of the work, and one process passes all messages on.

    Args:
        space: The figures of one worker.
        cost: The cost of a message.
        count: The number of workers.
    """
    crossing = space["transitions"] * (1 - 1 / count)
    # A state goes to its owner and its number comes back, each received and sent on; then all comes to one process.
    passed = 2 * crossing * (space["bytes"] + 4) + space["states"] * space["bytes"] + 8 * space["transitions"]
    calling = (space["depth"] + 2) * count * cost["order"] + passed * cost["byte"]
    return space["seconds"] / (count * (space["seconds"] / count + calling))


def median(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure."""
    return {name: statistics.median(row[name] for row in rows) for name in rows[0]}


def measured(name: str, limit: int | None, runs: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """The figures of a problem; one worker and several take turns."""
    reasoner = reasoner_of(name)
    ones: list[dict[str, Any]] = []
    several: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for _ in range(runs):
        ones.append(alone(reasoner, limit))
        for kind, rows in several.items():
            found = together(reasoner, limit, 2, kind)
            # At a limit, two workers stop a little later than one.
            share = ones[-1]["seconds"] * found["expanded"] / ones[-1]["expanded"]
            rows.append({**found, "efficiency": share / (2 * found["longest"]), "work": share / found["total"]})
    return {"one": median(ones), **{kind: median(rows) for kind, rows in several.items()}}


def large() -> dict[str, float]:
    """Memory and time of ten million states."""
    reasoner = reasoner_of("15-puzzle")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = process_time()
    space = relgym.explore(reasoner, limit=LARGE, limits={"memory": 20_000})
    seconds = process_time() - began
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"states": len(space), "megabytes": grown / 1024, "seconds": seconds}


def sheet(figures: Mapping[str, Any]) -> Sheet:
    """The table of the page."""
    rows = []
    for name, by in figures["problems"].items():
        one = by["one"]
        speed = f"{one['expanded'] / one['seconds']:,.0f}"
        rows.append([name, "1", f"{one['expanded']:,}", f"{one['seconds']:.3f}", "", speed, "1"])
        for kind, label in (("processes", "2"), ("ray", "2, Ray")):
            if kind in by:
                two = by[kind]
                seconds = f"{two['longest']:.3f}", f"{two['total']:.3f}"
                rows.append([name, label, f"{two['expanded']:,.0f}", *seconds, "", f"{two['efficiency']:.2f}"])
    cost, memory = figures["message"], figures["large"]
    spaces = figures["problems"].items()
    estimates = ", ".join(f"{estimate(by['one'], cost, MANY):.3f} ({name})" for name, by in spaces)
    return Sheet(
        "exploring",
        ["problem", "workers", "expanded states", "seconds", "of all processes", "expansions a second", "efficiency"],
        rows,
        [
            f"An order and its answer cost the calling process {cost['order'] * 1e6:.0f} microseconds, and "
            f"{cost['byte'] * 1e9:.2f} ns for each byte. On paper, {MANY} workers on one machine have an efficiency of "
            f"{estimates}.",
            f"{memory['states']:,} states of the 15-puzzle take {memory['megabytes']:,.0f} MB and "
            f"{memory['seconds']:.1f} s.",
            f"Medians of {figures['runs']} runs, in CPU seconds, on {figures['cores']} cores that other work shared.",
        ],
    )


def filled(text: str, figures: Mapping[str, Any]) -> str:
    """The page with the table of these figures."""
    return filled_between(text, BEGIN, END, sheet(figures))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.exploring", description=__doc__)
    parser.add_argument("--large", action="store_true", help="measure the memory of ten million states as well")
    parser.add_argument("--report", action="store_true", help="write the table of the figures that are known")
    parser.add_argument("--print", action="store_true", help="print the figures, and write nothing")
    parser.add_argument("--runs", type=int, default=RUNS, help="the runs over which medians are taken")
    options = parser.parse_args()
    known = json.loads(JSON.read_text(encoding="utf-8")) if JSON.is_file() else {}
    if not options.report:
        # The largest first: memory is the growth of this process.
        known |= {"large": large()} if options.large else {}
        kinds = ("processes", "ray") if find_spec("ray") else ("processes",)
        known |= {
            "runs": options.runs,
            "cores": os.cpu_count(),
            "message": messages(),
            "problems": {
                name: measured(name, limit, options.runs, kinds if name == "8-puzzle" else kinds[:1])
                for name, limit in tracked([*PROBLEMS.items()], "exploring")
            },
        }
    if options.print:
        print(json.dumps(known, indent=1))
        return
    write_page(known, JSON, PAGE, filled)


if __name__ == "__main__":
    main()
