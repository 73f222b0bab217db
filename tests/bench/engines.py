"""Full steps per second of every engine on fixed problems, with floors, and the memory of a long walk.

A full step is: check the action, apply it, test the goal, list all valid actions. Walks are random,
over valid actions, restarted every 100 steps and at dead ends; the same walk on every engine. Times
are process-CPU seconds of one core, the median of several rounds; each engine has a process of its own.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

import relgym
from relgym.catalogue import spec
from relgym.errors import MissingEngine
from relgym.generate import generate
from relgym.read.pddl import read_domain, read_problem
from tests.bench.rounds import Budget

WALK = 100


@dataclass(frozen=True)
class Instance:
    """A problem to walk through, and the floor in steps per second that each engine must keep."""

    name: str
    domain: str
    parameters: dict[str, int]
    floors: dict[str, int]
    file: Path | None = None

    def task(self) -> relgym.Task:
        own = spec(self.domain)
        return relgym.load(self.file or own.domain, generate(own, 1, **self.parameters))


INSTANCES = (
    Instance("Blocks-20", "blocks", {"blocks": 20}, {"builtin": 60_000, "swipl": 40_000, "clingo": 4_000}),
    Instance(
        "Sokoban 12x12",
        "sokoban",
        {"rows": 12, "columns": 12, "boxes": 3},
        {"builtin": 60_000, "swipl": 30_000, "clingo": 3_000},
    ),
    Instance(
        "Logistics-40",
        "logistics",
        {"cities": 5, "places": 4, "parcels": 15, "aeroplanes": 2},
        {"swipl": 13_000, "clingo": 3_000},
    ),
    Instance("above, 20 blocks", "blocks", {"blocks": 20}, {"swipl": 6_000}, Path(__file__).with_name("above.pddl")),
    Instance("towers, 20 blocks", "blocks-above", {"blocks": 20}, {}),
    Instance("Power (PSR-middle)", "power", {"sections": 12, "breakers": 3, "ties": 5, "faults": 2}, {"swipl": 4_000}),
)


def steps(reasoner: relgym.Reasoner, seed: int = 1) -> Iterator[int]:
    """An endless walk; each turn is one full step, and gives the number of valid actions after it."""
    draw = random.Random(seed).random
    valid, successor, goal = reasoner.valid_actions, reasoner.successor, reasoner.goal
    start = reasoner.initial_state
    while True:
        state = start
        actions = valid(state)
        for _ in range(WALK):
            if not actions:
                break
            state = successor(state, actions[int(draw() * len(actions))])
            goal(state)
            actions = valid(state)
            yield len(actions)


class Runner:
    """One engine on one problem: the same walk in every round."""

    def __init__(self, instance: Instance, engine: str) -> None:
        self.reasoner = relgym.Reasoner(instance.task(), engine)
        self._walk = steps(self.reasoner)
        self.branching = statistics.mean(next(self._walk) for _ in range(WALK))
        self.rates: list[float] = []

    def go_on(self, seconds: float) -> None:
        """Walk for some seconds of process-CPU time."""
        count, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            for _ in range(WALK):
                next(self._walk)
            count += WALK
        self.rates.append(count / spent)


def measured(engine: str, seconds: float, runs: int) -> dict[str, tuple[float, float]]:
    """For each problem the median of the rates, and the mean of valid actions; none if the engine is missing.

    Measured in rounds: what slows the machine down for a while falls on all problems alike.
    """
    runners: dict[str, Runner] = {}
    for instance in INSTANCES:
        with suppress(MissingEngine):
            runners[instance.name] = Runner(instance, engine)
    # Otherwise Python's collector goes through the tasks of all the others in the time of each.
    gc.collect()
    gc.freeze()
    for _ in range(runs):
        for runner in runners.values():
            runner.go_on(seconds / runs)
    return {name: (statistics.median(runner.rates), runner.branching) for name, runner in runners.items()}


def alone(engine: str, seconds: float, runs: int) -> dict[str, tuple[float, float]]:
    """What `measured` says in a process of its own: engines that share one fight for caches and memory."""
    # A bar would need time of the same cores.
    print(f"{engine} ...", file=sys.stderr)
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(measured, engine, seconds, runs).result()


def memory_growth(backend: str, count: int) -> float:
    """By how many MB the process grows over a walk of `count` steps, the first tenth apart."""
    with relgym.Reasoner(INSTANCES[0].task(), backend) as reasoner:
        walk = steps(reasoner)
        for _ in range(count // 10):
            next(walk)
        before = _resident()
        for _ in range(count):
            next(walk)
        return _resident() - before


def reading() -> tuple[float, float]:
    """The KB of a large problem, and the CPU seconds in which it is read, the median of five."""
    domain = read_domain(spec("blocks").domain)
    names = [f"b{number:04}" for number in range(6000)]
    facts = " ".join(f"(clear {name}) (ontable {name})" for name in names)
    text = (
        f"(define (problem large) (:domain {domain.name}) (:objects {' '.join(names)} - block)"
        f" (:init (handempty) {facts}) (:goal (on b0000 b0001)))"
    )
    times = []
    for _ in range(5):
        begun = time.process_time()
        read_problem(text, domain)
        times.append(time.process_time() - begun)
    return len(text) / 1000, statistics.median(times)


def _resident() -> float:
    """Resident memory in MB, now where the system tells, else its peak."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def figures(console: Console, engines: Sequence[str], budget: Budget, memory: int) -> dict[str, dict[str, float]]:
    """Prints what was measured and gives it; `memory` is over how many steps the growth of memory is measured, or 0."""
    found: dict[str, dict[str, float]] = {}
    table = Table("problem", "valid", *engines, title="full steps per CPU second (floor)")
    rates = {engine: alone(engine, budget.seconds, budget.runs) for engine in engines}
    for instance in INSTANCES:
        row: dict[str, float] = {}
        texts, mean = [], 0.0
        for engine in engines:
            if instance.name not in rates[engine]:
                texts.append("missing")
                continue
            rate, mean = rates[engine][instance.name]
            row[engine] = float(f"{rate:.4g}")
            floor = instance.floors.get(engine)
            text = f"{rate:,.0f}" + (f" ({floor:,})" if floor else "")
            texts.append(text if not floor or rate >= floor else f"[bold red]{text}")
        found[instance.name] = row
        table.add_row(instance.name, f"{mean:.1f}", *texts)
    console.print(table)
    size, spent = reading()
    found["reading, s"] = {"relgym": float(f"{spent:.4g}")}
    console.print(f"a problem of {size:.0f} KB is read in {spent:.2f} s (floor: 200 KB in 0.5 s)")
    if memory:
        for engine in engines:
            grown = memory_growth(engine, memory)
            found.setdefault("memory growth, MB", {})[engine] = grown
            console.print(f"{engine}: {grown:+.1f} MB over {memory:,} steps")
    return found
