"""Rates measured in turns: all libraries play a little, again and again, and the medians are kept.

What slows the machine down for a while falls on all alike. Each library has a process of its own on the same core.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tests.bench.processes import HERE, Ended, Process

PLAYERS = HERE / "players"

Player = TypeVar("Player", bound=Hashable)

Row = dict[str, Any]
"""Of a library on a problem: `rate`, `valid`, `making`, `memory` and what it said of the sizes, or `failed`."""


@dataclass(frozen=True)
class Budget:
    """How long things may take, in seconds, and how much of it all is measured."""

    seconds: float
    """CPU seconds of play for each figure."""
    runs: int
    """Over how many rounds the median is taken."""
    making: float
    """How long a library may take to open a problem."""
    rows: int | None
    """How many rows of each table, all by default."""
    sizes: int
    """How many sizes of each family of problems."""


FULL = Budget(seconds=0.6, runs=5, making=40.0, rows=None, sizes=5)
QUICK = Budget(seconds=0.12, runs=3, making=2.0, rows=2, sizes=3)

LONG = 3.0
"""Who has played so many times as long as was meant plays no further round."""

IMPORTING = 60.0
"""How many seconds the import of a library may take; the first one compiles it."""


@dataclass(frozen=True)
class Entrant:
    """A library with one way of using it; the ways after the first are tried where those before it fail."""

    name: str
    library: str
    python: Path | None
    ways: Sequence[Mapping[str, Any]] = ({},)


def started(entrant: Entrant, budget: Budget, **keywords: Any) -> tuple[Process | None, Row]:
    """A process that has opened a problem, or none, and what is known so far."""
    if entrant.python is None:
        return None, {"failed": "not installed"}
    failed: list[str] = []
    for way in entrant.ways:
        process = Process(entrant.python, PLAYERS)
        try:
            process.ask(within=IMPORTING, load=entrant.library)
            row = process.ask(within=budget.making, make={**keywords, **way})
        except Ended as error:
            failed.append(error.reason)
            process.end()
        else:
            return process, {**row, **way, **({"before": failed} if failed else {})}
    return None, {"failed": failed[-1]}


def measured(
    entrants: Sequence[Entrant], budget: Budget, keywords: Mapping[str, Mapping[str, Any]], walks: int = 0
) -> dict[str, Row]:
    """The row of each entrant on one problem; `keywords` says by its name how it opens the problem.

    A round is as long as so many whole walks at least; who takes long for these plays fewer rounds.
    """
    rows: dict[str, Row] = {}
    playing: dict[str, Process] = {}
    rounds: dict[str, list[Row]] = {}
    try:
        for entrant in entrants:
            process, rows[entrant.name] = started(entrant, budget, **keywords[entrant.name])
            if process is not None:
                playing[entrant.name] = process
                rounds[entrant.name] = []

        def play(name: str) -> float:
            try:
                # A step may take longer than a round; then it is the round.
                share = budget.seconds / budget.runs
                played: Row = playing[name].ask(within=budget.making, play=share, walks=walks)
            except Ended as error:
                rows[name] = {"failed": error.reason}
                playing.pop(name).end()
                del rounds[name]
                return math.inf
            rounds[name].append(played)
            return float(played["seconds"])

        in_turns(list(playing), budget.runs, budget.seconds, play)
    finally:
        for process in playing.values():
            process.end()
    for name, played in rounds.items():
        rows[name] |= {
            "rate": statistics.median(each["steps"] / each["seconds"] for each in played),
            "valid": sum(each["valid"] for each in played) / sum(each["steps"] for each in played),
            "memory": played[-1]["memory"],
        }
    return {name: _rounded(row) for name, row in rows.items()}


def _rounded(row: Row) -> Row:
    """Figures with as many digits as mean anything."""
    return {key: float(f"{value:.4g}") if isinstance(value, float) else value for key, value in row.items()}


def in_turns(players: Sequence[Player], runs: int, seconds: float, play: Callable[[Player], float]) -> None:
    """Let each play so many rounds, in turns; `play` says how many seconds one took.

    Who has played `LONG` times as long as all rounds are meant to take together, `seconds`, plays no further one.
    """
    spent = dict.fromkeys(players, 0.0)
    for _ in range(runs):
        for player in players:
            if spent[player] <= LONG * seconds:
                spent[player] += play(player)


def median_rates(
    players: Mapping[str, tuple[Path | str, Path, str]],
    columns: Mapping[str, tuple[str, Mapping[str, Any]]],
    make: Mapping[str, Any],
    budget: Budget,
    within: float,
) -> dict[str, float]:
    """The median rate of each column; those of a player that cannot make the problem are left out.

    Args:
        players: By name the Python, the script and the library that it plays with.
        columns: By name the player, and what is asked beside the seconds of play.
        make: What is asked first.
        budget: How long each column plays, and in how many rounds.
        within: The CPU seconds for imports and compiling.
    """
    playing: dict[str, Process] = {}
    rates: dict[str, list[float]] = {}
    try:
        for name, (python, script, library) in players.items():
            playing[name] = Process(python, script, library)
            try:
                playing[name].ask(within=within, **make)
            except Ended as error:
                print(f"{library} on {make['make']}: {error.reason}", file=sys.stderr)
                playing.pop(name).end()

        def play(column: str) -> float:
            name, question = columns[column]
            begun = time.monotonic()
            rates.setdefault(column, []).append(playing[name].ask(play=budget.seconds / budget.runs, **question))
            return time.monotonic() - begun

        in_turns(
            [column for column, (name, _) in columns.items() if name in playing], budget.runs, budget.seconds, play
        )
    finally:
        for process in playing.values():
            process.end()
    return {column: float(f"{statistics.median(several):.4g}") for column, several in rates.items()}


def tell(title: str, rows: Mapping[str, Row]) -> None:
    """What was measured, to whoever waits."""
    texts = [
        f"{name} {row['rate']:,.0f}" if "rate" in row else f"{name}: {row['failed']}" for name, row in rows.items()
    ]
    print(f"{title}: {', '.join(texts)}", file=sys.stderr)
