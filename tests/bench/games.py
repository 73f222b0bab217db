"""Games that other libraries have on JAX, too: steps of single copies per CPU second of one core.

`games_player.py` says what a step is. gymnax and Jumanji have the games by their own rules, with problems of the same
size; pyRDDLGym-jax reads relgym's own files.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

from relgym.catalogue.domains import catalogue
from tests.bench.processes import GAMES, JAX, Ended, Process
from tests.bench.rounds import Budget, in_turns

PLAYER = Path(__file__).with_name("games_player.py")

COPIES, STEPS = 4096, 50

RDDL_PEER = "pyRDDLGym-jax"

PEERS = {
    "CartPole": "gymnax",
    "MountainCar": "gymnax",
    "Sokoban": "Jumanji",
    "Sliding tiles": "Jumanji",
    **{item.name: RDDL_PEER for item in catalogue() if item.language == "rddl"},
}
"""The games, and the library that has each; the domains of RDDL are relgym's own."""

LIMIT = 120.0
"""CPU seconds for imports and compiling."""


def table(budget: Budget, names: list[str]) -> dict[str, dict[str, Any]]:
    """By game the library beside relgym, and the median rates: `relgym`, `float32` and `peer`."""
    chosen = [name for name in PEERS if not names or name in names][: budget.rows]
    pythons = {PEERS[name]: None for name in chosen}
    pythons = {peer: (JAX if peer == RDDL_PEER else GAMES).python() for peer in pythons}
    return {name: _row(name, pythons[PEERS[name]], budget) for name in chosen}


def _row(name: str, python: Path | None, budget: Budget) -> dict[str, Any]:
    peer = PEERS[name]
    own = "relgym, steps" if peer == RDDL_PEER else "relgym"
    columns: dict[str, tuple[Path | str, str]] = {"relgym": (sys.executable, own)}
    if peer != "Jumanji":
        columns["float32"] = (sys.executable, f"{own}, float32")
    if python is not None:
        columns["peer"] = (python, peer)
    players: dict[str, Process] = {}
    rates: dict[str, list[float]] = {}
    try:
        for column, (interpreter, library) in columns.items():
            players[column] = Process(interpreter, PLAYER, library)
            try:
                players[column].ask(within=LIMIT, make=name, copies=COPIES, steps=STEPS)
            except Ended as error:
                print(f"{library} on {name}: {error.reason}", file=sys.stderr)
                players.pop(column).end()

        def play(column: str) -> float:
            begun = time.monotonic()
            rates.setdefault(column, []).append(players[column].ask(play=budget.seconds / budget.runs))
            return time.monotonic() - begun

        in_turns(list(players), budget.runs, budget.seconds, play)
    finally:
        for process in players.values():
            process.end()
    medians = {column: float(f"{statistics.median(several):.4g}") for column, several in rates.items()}
    return {"library": peer, **medians}
