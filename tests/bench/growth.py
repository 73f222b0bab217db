"""How the cost of a step grows with objects, atoms and valid actions, for every engine.

Blocks, Gripper and Logistics of increasing size, made by relgym's generators. A cost is the CPU time of a step with the
full list of valid actions; the exponent is the slope of a straight line through the logarithms.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench.instances import Instance
from tests.bench.rounds import Budget, Entrant, measured, tell

FAMILIES: Mapping[str, Sequence[tuple[str, dict[str, int]]]] = {
    "Blocks": [("blocks", {"blocks": count}) for count in (5, 10, 20, 40, 80)],
    "Gripper": [("gripper", {"balls": count}) for count in (5, 10, 20, 40, 80)],
    "Logistics": [
        ("logistics", {"cities": count, "places": 4, "parcels": 3 * count, "aeroplanes": max(1, count // 3)})
        for count in (2, 4, 8, 16, 32)
    ],
}

MEASURES = {"objects": "objects", "atoms": "atoms at the start", "valid": "valid actions, mean"}

Point = dict[str, Any]
"""`objects`, `atoms`, `valid`, and by engine under `cost` the microseconds of a step."""


def table(budget: Budget, engines: Sequence[str]) -> dict[str, list[Point]]:
    """The points of each family, the smallest problem first."""
    budget = replace(budget, seconds=budget.seconds / 2, runs=3, making=min(budget.making, 10.0))
    entrants = [Entrant(engine, "relgym", Path(sys.executable), [{"engine": engine}]) for engine in engines]
    families: dict[str, list[Point]] = {}
    for family, sizes in FAMILIES.items():
        families[family] = []
        for number, (domain, parameters) in enumerate(sizes[: budget.sizes]):
            files = Instance(f"{domain}-{number}", domain, parameters, public=False).files(None)
            assert files is not None
            problem = {"domain": files.domain, "problem": files.problem}
            rows = measured(entrants, budget, dict.fromkeys(engines, problem))
            tell(f"{family} {parameters}", rows)
            found = {engine: row for engine, row in rows.items() if "rate" in row}
            some = next(iter(found.values()))
            cost = {engine: float(f"{1e6 / row['rate']:.4g}") for engine, row in found.items()}
            families[family].append({"cost": cost, **{name: some[name] for name in MEASURES}})
    return families


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the straight line through the logarithms of points, by least squares; none of fewer than three.

    >>> exponent([(1, 2), (2, 8), (4, 32)])
    2.0
    """
    if len({x for x, _ in points}) < 3:
        return None
    xs, ys = ([math.log(value) for value in values] for values in zip(*points, strict=True))
    return round(statistics.linear_regression(xs, ys).slope, 2)


def exponent_text(value: float | None) -> str:
    """An exponent as a table or a picture shows it."""
    return "-" if value is None else f"{value:.2f}"


def line(points: Sequence[Point], measure: str, engine: str) -> list[tuple[float, float]]:
    """What an engine's steps cost against a measure of the problems, in order of the measure."""
    return sorted((point[measure], point["cost"][engine]) for point in points if engine in point["cost"])
