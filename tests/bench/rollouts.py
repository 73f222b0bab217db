"""Rollouts of RDDL: steps of single copies per CPU second, beside compiled rollouts of pyRDDLGym-jax on one core.

- `steps`: by calls of `RDDLVectorEnv.step`, which give observations and infos, too;
- `NumPy` and `JAX`: by calls of `rollout` with 100 steps each, which give rewards and ends of episodes;
- `pyRDDLGym-jax`: by its `compile_rollouts` of as many steps, of which the same is kept.

What theirs leaves out is said in `rollouts_player.py`: they test no action, and begin no episode anew.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.bench.processes import JAX, rddl_archive
from tests.bench.rounds import Budget, median_rates

PLAYER = Path(__file__).with_name("rollouts_player.py")

COPIES, STEPS = 1024, 100

PROBLEMS = {
    "CartPole": ("gym/CartPole/Continuous", 0),
    "MountainCar": ("gym/MountainCar/Continuous", 0),
    "MarsRover": ("competitions/IPPC2023/MarsRover", 1),
    "SysAdmin": ("competitions/IPPC2011/SysAdmin/MDP", 1),
}
"""Folders of the package rddlrepository, and the instances in them."""

COLUMNS = {
    "steps": ("relgym", "step"),
    "NumPy": ("relgym", "rollout"),
    "JAX": ("relgym", "compiled"),
    "pyRDDLGym-jax": ("pyRDDLGym-jax", "rollout"),
}
"""The columns: a library, and in which way it makes steps."""

GOALS = {"CartPole": 0.5, "MountainCar": 0.5, "MarsRover": 0.2}
"""The part of pyRDDLGym-jax's rate that a compiled rollout is to have."""

LIMIT = 120.0
"""CPU seconds for imports and compiling."""


def table(budget: Budget, names: list[str]) -> dict[str, dict[str, float]]:
    """By problem and column the median rates; nothing where the problems are not installed."""
    archive = rddl_archive()
    if archive is None:
        print("rddlrepository is not installed: pip install 'relgym[test]'", file=sys.stderr)
        return {}
    chosen = [name for name in PROBLEMS if not names or name in names][: budget.rows]
    pythons = {"relgym": sys.executable, "pyRDDLGym-jax": JAX.python(None) if chosen else None}
    return {name: _row(archive, name, pythons, budget) for name in chosen}


def files(archive: Path, name: str) -> list[str]:
    """The paths of the domain and the instance of a problem."""
    folder, instance = PROBLEMS[name]
    return [str(archive / folder / "domain.rddl"), str(archive / folder / f"instance{instance}.rddl")]


def _row(archive: Path, name: str, pythons: dict[str, Any], budget: Budget) -> dict[str, float]:
    players = {library: (python, PLAYER, library) for library, python in pythons.items() if python is not None}
    columns = {column: (library, {"way": way}) for column, (library, way) in COLUMNS.items()}
    make = {"make": files(archive, name), "copies": COPIES, "steps": STEPS}
    return median_rates(players, columns, make, budget, LIMIT)
