"""Games that other libraries have on JAX, too: steps of single copies per CPU second of one core.

`games_player.py` says what a step is. gymnax and Jumanji have the games by their own rules, with problems of the same
size; pyRDDLGym-jax reads relgym's own files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from relgym.catalogue.domains import catalogue
from tests.bench.processes import GAMES, JAX
from tests.bench.rounds import Budget, median_rates

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
    pythons = {peer: (JAX if peer == RDDL_PEER else GAMES).python() for peer in {PEERS[name] for name in chosen}}
    return {name: _row(name, pythons[PEERS[name]], budget) for name in chosen}


def _row(name: str, python: Path | None, budget: Budget) -> dict[str, Any]:
    peer = PEERS[name]
    walk = "relgym, steps" if peer == RDDL_PEER else "relgym"
    players: dict[str, tuple[Path | str, Path, str]] = {"relgym": (sys.executable, PLAYER, walk)}
    if peer != "Jumanji":
        players["float32"] = (sys.executable, PLAYER, f"{walk}, float32")
    if python is not None:
        players["peer"] = (python, PLAYER, peer)
    make = {"make": name, "copies": COPIES, "steps": STEPS}
    return {"library": peer, **median_rates(players, {column: (column, {}) for column in players}, make, budget, LIMIT)}
