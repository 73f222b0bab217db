"""Steps per second of every engine on fixed problems, in two ways, and the memory of a long walk.

A full step is: check the action, apply it, test the goal, list all valid actions. Walks are random,
over valid actions, restarted every 100 steps and at dead ends; the same walk on every engine. `full steps`
are those of a reasoner; `engine alone` goes through a recorded walk with nothing above the engine, rows
for actions and bits for effects, as the prototypes did whose figures are the goals. Times are process-CPU
seconds of one core, the median of several rounds; each engine has a process of its own.
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
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.errors import MissingEngine
from relgym.model.program import Row
from relgym.read.pddl.loading import read_domain, read_problem
from relgym.translate.program.task import GOAL
from tests.bench import resolution
from tests.bench.rounds import Budget

WALK = 100


@dataclass(frozen=True)
class Instance:
    """A problem to walk through, and the steps per second of prototypes of engines."""

    name: str
    domain: str
    parameters: dict[str, int]
    prototypes: dict[str, int] = field(default_factory=dict)
    file: Path | None = None

    def task(self) -> relgym.Task:
        own = spec(self.domain)
        return relgym.load(self.file or own.domain, generate(own, 1, **self.parameters))


INSTANCES = (
    Instance("Blocks-20", "blocks", {"blocks": 20}, {"swipl": 80_000, "clingo": 7_000}),
    Instance(
        "Sokoban 12x12",
        "sokoban",
        {"rows": 12, "columns": 12, "boxes": 3},
        {"swipl": 60_000, "clingo": 5_000},
    ),
    Instance(
        "Logistics-40",
        "logistics",
        {"cities": 5, "places": 4, "parcels": 15, "aeroplanes": 2},
        {"swipl": 26_000, "clingo": 5_500},
    ),
    Instance("Depots-10", "depot", {"depots": 3, "distributors": 3, "trucks": 2, "crates": 6}, {"swipl": 40_000}),
    Instance("above, 20 blocks", "blocks", {"blocks": 20}, {"swipl": 12_000}, Path(__file__).with_name("above.pddl")),
    Instance("towers, 20 blocks", "blocks-above", {"blocks": 20}),
    Instance("PSR-20", "power", {"sections": 20, "breakers": 3, "ties": 8, "faults": 2}, {"swipl": 10_000}),
)

RECORDED = 20
"""Walks that are gone through again and again where an engine is alone."""


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
    """Goes on with a way of stepping for some time, again and again; `rates` are those of the rounds."""

    def __init__(self, walk: Iterator[int]) -> None:
        self._walk = walk
        self.branching = statistics.mean(next(walk) for _ in range(WALK))
        self.rates: list[float] = []

    def go_on(self, seconds: float) -> None:
        """Walk for some seconds of process-CPU time."""
        count, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            for _ in range(WALK):
                next(self._walk)
            count += WALK
        self.rates.append(count / spent)


@dataclass(frozen=True)
class Step:
    """A row of an action's symbol, and the bits that go and come when it is taken."""

    action: int
    row: Row
    delete: int
    add: int


def recorded(reasoner: relgym.Reasoner, seed: int = 1) -> list[list[Step]]:
    """Random walks from the start."""
    draw = random.Random(seed).random
    numbers = {schema.action.name: number for number, schema in enumerate(reasoner.translation.schemas)}
    walks: list[list[Step]] = []
    for _ in range(RECORDED):
        walk: list[Step] = []
        state = reasoner.initial_state
        while len(walk) < WALK and (actions := reasoner.valid_actions(state)):
            action = actions[int(draw() * len(actions))]
            after = reasoner.successor(state, action)
            gone, come = state.bits & ~after.bits, after.bits & ~state.bits
            walk.append(Step(numbers[action.name], reasoner.binding(state, action), gone, come))
            state = after
        walks.append(walk)
    return walks


def replayed(reasoner: relgym.Reasoner) -> Iterator[int]:
    """The same walks without end, asked of the engine itself; each turn is one full step, as in `steps`."""
    walks, start = recorded(reasoner), reasoner.initial_state
    asked = (*(schema.symbol for schema in reasoner.translation.schemas), GOAL)
    move_to, answers = reasoner.engine.move_to, reasoner.engine.answers
    while True:
        for walk in walks:
            state = start
            move_to(state)
            rows = answers(asked)
            for step in walk:
                assert step.row in rows[step.action]
                state = state.changed(step.delete, step.add)
                move_to(state)
                rows = answers(asked)
                yield sum(map(len, rows)) - len(rows[-1])


Rates = dict[str, dict[str, float]]
"""By problem: the `rate` of full steps, that of the engine `alone` where there was a prototype, `valid` actions."""


def measured(engine: str, seconds: float, runs: int) -> Rates:
    """For each problem the medians of the rates; none if the engine is missing.

    Measured in rounds: what slows the machine down for a while falls on all problems alike.
    """
    runners: dict[tuple[str, str], Runner] = {}
    for instance in INSTANCES:
        with suppress(MissingEngine):
            reasoner = relgym.Reasoner(instance.task(), engine)
            runners[instance.name, "rate"] = Runner(steps(reasoner))
            if engine in instance.prototypes:
                runners[instance.name, "alone"] = Runner(replayed(reasoner))
    # Otherwise Python's collector goes through the tasks of all the others in the time of each.
    gc.collect()
    gc.freeze()
    for _ in range(runs):
        for runner in runners.values():
            runner.go_on(seconds / runs)
    rates: Rates = {}
    for (name, what), runner in runners.items():
        rates.setdefault(name, {"valid": runner.branching})[what] = statistics.median(runner.rates)
    return rates


def alone(engine: str, seconds: float, runs: int) -> Rates:
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


Figures = dict[str, dict[str, dict[str, Any]]]
"""Of each table what is known by row and column."""


def figures(console: Console, engines: Sequence[str], budget: Budget, memory: int, only: Sequence[str]) -> Figures:
    """What was measured; `memory` is over how many steps the growth of memory is measured, or 0."""
    rates = {engine: alone(engine, budget.seconds, budget.runs) for engine in engines}
    full: dict[str, dict[str, Any]] = {}
    bare: dict[str, dict[str, Any]] = {}
    for instance in INSTANCES:
        for engine, found in rates.items():
            own = {name: float(f"{value:.4g}") for name, value in found.get(instance.name, {}).items()}
            if own:
                full.setdefault(instance.name, {"valid": own["valid"]})[engine] = own["rate"]
            if "alone" in own:
                bare.setdefault(instance.name, {})[engine] = {
                    "rate": own["alone"],
                    "prototype": instance.prototypes[engine],
                }
    size, spent = reading()
    console.print(f"a problem of {size:.0f} KB is read in {spent:.2f} s (floor: 200 KB in 0.5 s)")
    other: dict[str, dict[str, Any]] = {"reading, s": {"relgym": float(f"{spent:.4g}")}}
    if memory:
        for engine in engines:
            grown = memory_growth(engine, memory)
            other.setdefault("memory growth, MB", {})[engine] = grown
            console.print(f"{engine}: {grown:+.1f} MB over {memory:,} steps")
    tables = {"full steps": full, "engine alone": bare, "other": other}
    return tables | ({"resolution": resolution.rows(budget, only)} if "sld" in engines else {})
