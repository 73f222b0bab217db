"""What pictures cost, in milliseconds of CPU time, of the states of random walks through problems of about 100 objects.

`frame` is what the first picture of a problem costs more than the others: where all is that never moves.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from tests.bench.rounds import Budget

COLUMNS = ("frame", "SVG", "RGB")

GOALS = {"SVG": 2.0, "RGB": 25.0}
"""Milliseconds for 100 objects."""

STATES = 20

PROBLEMS: Mapping[str, Mapping[str, int]] = {
    "blocks": {"blocks": 100},
    "sokoban": {"rows": 10, "columns": 10, "boxes": 3},
    "hanoi": {"discs": 12, "pegs": 4},
    "logistics": {"cities": 10, "places": 5, "parcels": 30, "aeroplanes": 5},
    "miconic": {"floors": 50, "passengers": 50},
    "tireworld": {"side": 13},
    "power": {"sections": 40, "breakers": 4, "ties": 18, "faults": 3, "stuck": 2},
}


def table(budget: Budget, chosen: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The medians over the states, by problem; `chosen` are domains, all if there are none."""
    names = [name for name in PROBLEMS if name in chosen or not chosen][: budget.rows]
    return {name: _figures(name, PROBLEMS[name], budget.runs) for name in names}


def _figures(name: str, parameters: Mapping[str, int], runs: int) -> dict[str, Any]:
    own = spec(name)
    task = load(own.domain, generate(own, 1, **parameters), axioms=own.axiom_files())
    states, painter = _walk(Reasoner(task)), Painter(task, own.scene())
    first = _cost(painter.drawing, states[0])
    svg = [_cost(painter.svg, state) for _ in range(runs) for state in states]
    # Fonts and glyphs are made ready for the first picture of a process.
    painter.pixels(states[0])
    rgb = [_cost(painter.pixels, state) for _ in range(runs) for state in states]
    again = statistics.median(_cost(painter.drawing, state) for state in states)
    found = dict(zip(COLUMNS, (max(0.0, first - again), statistics.median(svg), statistics.median(rgb)), strict=True))
    return {"objects": len(task.objects), **{column: round(cost, 2) for column, cost in found.items()}}


def _walk(reasoner: Reasoner) -> list[State]:
    rng = np.random.default_rng(1)
    states = [reasoner.initial_state]
    while len(states) < STATES and (actions := reasoner.valid_actions(states[-1])):
        states.append(reasoner.successor(states[-1], actions[int(rng.integers(len(actions)))], rng))
    return states


def _cost(draw: Callable[[State], object], state: State) -> float:
    begun = time.process_time()
    draw(state)
    return (time.process_time() - begun) * 1000
