"""Racing car: a square track of plots; one holds the start, one the goal, and some of the others a box.

The goal can be reached: a box keeps away from the edges of its plot, so there are free lanes between all plots.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, instance_text

PLOT = 0.6
"""The side of a plot."""

Wall = tuple[float, float, float, float]


def generate(
    seed: int,
    *,
    obstacles: Annotated[int, Between(0, 34)] = 2,
    steps: Annotated[int, Between(1, 10_000)] = 200,
) -> str:
    """A track with 0 to 34 boxes as `obstacles`, on which an episode has 1 to 10,000 `steps`."""
    rng = random.Random(seed)
    # The least square with plots for all.
    count = next(count for count in range(2, 7) if count * count >= obstacles + 2)
    plots = [(column * PLOT, row * PLOT) for row in range(count) for column in range(count)]
    start, goal, *boxes = rng.sample(plots, obstacles + 2)
    walls = _box(0, 0, count * PLOT, count * PLOT)
    for x, y in boxes:
        left, right, bottom, top = (rng.uniform(*ends) for ends in [(0.1, 0.2), (0.4, 0.5)] * 2)
        walls += _box(x + left, y + bottom, x + right, y + top)
    names = [f"w{number}" for number in range(1, len(walls) + 1)]
    corners = ("FROM-X", "FROM-Y", "TO-X", "TO-Y")
    constants = {
        f"{corner}({name})": value
        for name, wall in zip(names, walls, strict=True)
        for corner, value in zip(corners, wall, strict=True)
    }
    x, y = _within(rng, start)
    goal_x, goal_y = _within(rng, goal)
    constants |= {"START-X": x, "START-Y": y, "GOAL-X": goal_x, "GOAL-Y": goal_y}
    return instance_text(
        f"racing-car-{obstacles}-{seed}", "racing-car", {"wall": names}, constants, {"x": x, "y": y}, horizon=steps
    )


def _box(left: float, bottom: float, right: float, top: float) -> list[Wall]:
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    return [
        (round(x, 3), round(y, 3), round(to_x, 3), round(to_y, 3))
        for (x, y), (to_x, to_y) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]


def _within(rng: random.Random, plot: tuple[float, float]) -> tuple[float, float]:
    """A place in a plot, away from its edges."""
    x, y = plot
    return round(x + rng.uniform(0.15, 0.45), 3), round(y + rng.uniform(0.15, 0.45), 3)
