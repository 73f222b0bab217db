"""RDDL: steps per CPU second of the default engine beside pyRDDLGym's, on the domains of pyRDDLGym's paper.

Both play the same files, those of the package rddlrepository, with the same actions, drawn beforehand, all of them
valid; each in a process of its own, in turns, so that what slows the machine down falls on both. Resets are not
counted. pyRDDLGym is installed from PyPI into an environment in the user's cache; without a network its columns stay
empty.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from relgym.catalogue.generate import instance_text
from tests.bench.processes import RDDL, Process, cache, rddl_archive
from tests.bench.rounds import in_turns

PLAYER = Path(__file__).with_name("rddl_player.py")

STEPS = 200
"""How many steps the episodes have in all."""


@dataclass(frozen=True)
class Problem:
    """An instance of the package rddlrepository, and by how much our steps are to be the faster.

    `domain` is its folder; `computers` is for an instance that is written here, and `form` that of our environment.
    """

    name: str
    domain: str
    instance: int
    floor: float
    longest: int = 100
    computers: int | None = None
    form: str = "cells"

    def files(self, archive: Path, scratch: Path) -> list[str]:
        folder = archive / self.domain
        if self.computers is None:
            return [str(folder / "domain.rddl"), str(folder / f"instance{self.instance}.rddl")]
        written = scratch / f"sysadmin-{self.computers}.rddl"
        written.write_text(network(self.computers))
        return [str(folder / "domain.rddl"), str(written)]


PAPER = (
    Problem("CartPole continuous", "gym/CartPole/Continuous", 0, 3),
    Problem("CartPole discrete", "gym/CartPole/Discrete", 0, 3),
    Problem("Elevators", "standalone/Elevators", 0, 3),
    Problem("MarsRover", "competitions/IPPC2023/MarsRover", 1, 3),
    Problem("MountainCar", "gym/MountainCar/Continuous", 0, 3),
    Problem("PowerGen continuous", "standalone/PowerGen/Continuous", 0, 3),
    Problem("PowerGen discrete", "standalone/PowerGen/Discrete", 0, 3),
    Problem("RaceCar", "competitions/IPPC2023/RaceCar", 1, 3),
    Problem("RecSim", "competitions/IPPC2023/RecSim", 1, 10),
    Problem("Wildfire", "competitions/IPPC2014/Wildfire/MDP", 1, 3),
    Problem("UAV continuous", "standalone/UAV/Continuous", 0, 3),
    Problem("UAV discrete", "standalone/UAV/Discrete", 0, 3),
    Problem("UAV mixed", "standalone/UAV/Mixed", 0, 3),
    Problem("SupplyChain", "or/SupplyChain", 0, 3),
    Problem("Traffic", "standalone/TrafficBLX/SimplePhases", 0, 10),
)
"""The domains of Taitler et al., pyRDDLGym: from RDDL to Gym environments, 2022."""

SIZES = (10, 20, 50, 100, 200, 400, 800, 1600)
"""Numbers of computers, along which the cost of a step of SysAdmin is to rise: a fall shows a wrong choice of lists."""

SWEEP = tuple(
    Problem(f"SysAdmin of {size}", "competitions/IPPC2011/SysAdmin/MDP", 0, 3, computers=size) for size in SIZES
)

NOISE = 1.15
"""By how much a larger network may be the faster one, and still count as no faster."""

OTHERS = (
    Problem("Wildfire 2014:10", "competitions/IPPC2014/Wildfire/MDP", 10, 10),
    Problem("SysAdmin 2011:10", "competitions/IPPC2011/SysAdmin/MDP", 10, 10),
    Problem("EarthObservation 2018:20", "competitions/IPPC2018/EarthObservation", 20, 10),
    Problem("Elevators 2014:10", "competitions/IPPC2014/Elevators/MDP", 10, 10),
    Problem("SysAdmin-10", "competitions/IPPC2011/SysAdmin/MDP", 1, 3),
    Problem("GameOfLife-9", "competitions/IPPC2011/GameOfLife/MDP", 1, 3),
    Problem("RecSim-5", "competitions/IPPC2023/RecSim", 5, 50, longest=5),
    Problem("RecSim-5, arrays", "competitions/IPPC2023/RecSim", 5, 50, longest=5, form="arrays"),
    Problem("SysAdmin-800", "competitions/IPPC2011/SysAdmin/MDP", 0, 50, computers=800),
    Problem("SysAdmin-800, arrays", "competitions/IPPC2011/SysAdmin/MDP", 0, 50, computers=800, form="arrays"),
)

MEAN_FLOOR = 10
"""By how much our steps are to be the faster on the domains of the paper, as a geometric mean."""


def network(computers: int) -> str:
    """An instance of rddlrepository's SysAdmin like those of IPPC 2011, but for its size.

    Theirs have two or three links from each computer, one way, to computers drawn by chance (up to eight into one).
    Here the first of them goes to the next computer in a ring.
    """
    rng = random.Random(computers)
    names = [f"c{number}" for number in range(computers)]
    links = dict.fromkeys(zip(names, names[1:] + names[:1], strict=True), True)
    for name in names:
        others = [other for other in names if other != name and (name, other) not in links]
        links.update(dict.fromkeys(((name, other) for other in rng.sample(others, rng.choice((1, 2)))), True))
    return instance_text(
        f"sysadmin-{computers}",
        "sysadmin_mdp",
        {"computer": names},
        {f"CONNECTED({one}, {other})": True for one, other in links},
        {f"running({name})": True for name in names},
        horizon=100,
        most_actions=1,
    )


def falling(costs: Sequence[tuple[int, float]]) -> list[int]:
    """The sizes at which a step costs less than at some smaller one, beyond noise.

    >>> falling([(10, 1.0), (20, 3.0), (50, 2.9), (100, 2.0), (200, 2.5)])
    [100, 200]
    """
    found = []
    most = 0.0
    for size, cost in costs:
        if cost * NOISE < most:
            found.append(size)
        most = max(most, cost)
    return found


@dataclass(frozen=True)
class Figures:
    """Of one library on one problem: steps per second in each round, and the seconds of making the environment."""

    rates: list[float]
    making: float

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


def measured(
    problem: Problem, players: Sequence[Process], archive: Path, scratch: Path, seconds: float, runs: int
) -> list[Figures]:
    """The figures of each player on a problem; the first of them, relgym's, draws the actions."""
    files = problem.files(archive, scratch)
    making = [player.ask(make=files, form=problem.form) for player in players]
    steps = STEPS if problem.longest == Problem.longest else problem.longest
    episodes = players[0].ask(sample=steps, most=problem.longest)
    rates: list[list[float]] = [[] for _ in players]
    for player in players:
        player.ask(episodes=episodes)

    def play(place: int) -> float:
        begun = time.monotonic()
        # A round is as long as an episode at least.
        rates[place].append(players[place].ask(play=seconds / runs))
        return time.monotonic() - begun

    in_turns(range(len(players)), runs, seconds, play)
    return [Figures(*pair) for pair in zip(rates, making, strict=True)]


def compared(
    console: Console, environment: Path | None, seconds: float, runs: int, rows: int | None, only: Sequence[str] = ()
) -> dict[str, dict[str, float]]:
    """Prints a table of so many rows, and gives its figures; `environment` is where pyRDDLGym is, or is to be."""
    archive = rddl_archive()
    if archive is None:
        console.print("rddlrepository is not installed: pip install 'relgym\\[test]'")
        return {}
    scratch = cache()
    python = RDDL.python(environment)
    table = Table("problem", "relgym", "pyRDDLGym", "times as fast (floor)", "made in ms", title="steps per CPU second")
    figures: dict[str, dict[str, float]] = {}
    chosen = [problem for problem in (*PAPER, *OTHERS, *SWEEP) if not only or problem.name in only][:rows]
    with (
        Process(sys.executable, PLAYER, "relgym") as ours,
        Process(python or sys.executable, PLAYER, "pyRDDLGym") as theirs,
    ):
        players = [ours] if python is None else [ours, theirs]
        for problem in chosen:
            own, *others = measured(problem, players, archive, scratch, seconds, runs)
            print(problem.name, *(f"{each.rate:,.0f}" for each in (own, *others)), file=sys.stderr)
            row = figures[problem.name] = {"relgym": own.rate, "relgym, making": own.making}
            if not others:
                table.add_row(problem.name, f"{own.rate:,.0f}", "", "", f"{1000 * own.making:.0f}")
                continue
            [other] = others
            row |= {"pyRDDLGym": other.rate, "pyRDDLGym, making": other.making, "times": own.rate / other.rate}
            slow = "[bold red]" if row["times"] < problem.floor else ""
            late = "[bold red]" if own.making > other.making else ""
            table.add_row(
                problem.name,
                f"{own.rate:,.0f}",
                f"{other.rate:,.4g}",
                f"{slow}{row['times']:.1f} ({problem.floor:g})",
                f"{late}{1000 * own.making:.0f} : {1000 * other.making:.0f}",
            )
    console.print(table)
    costs = [(size, 1 / figures[p.name]["relgym"]) for size, p in zip(SIZES, SWEEP, strict=True) if p.name in figures]
    if len(costs) > 1:
        falls = falling(costs)
        figures["SysAdmin by size"] = {"falls": len(falls)}
        told = "; ".join(f"{size} computers are faster than fewer" for size in falls) or "it never falls"
        console.print(f"the cost of a step of SysAdmin by size: {told}")
    times = [figures[p.name]["times"] for p in PAPER if "times" in figures.get(p.name, {})]
    if times:
        mean = statistics.geometric_mean(times)
        figures["geometric mean"] = {"times": mean}
        console.print(f"on the paper's domains {mean:.1f} times as fast, as a geometric mean (floor: {MEAN_FLOOR})")
    return figures
