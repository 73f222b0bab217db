"""Random walks through a problem of PDDL: how many of them reach the goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter
from typing import Generic, TypeVar

import typer
from numpy.random import Generator, default_rng

from relgym.cli import forms
from relgym.model.pddl.state import State
from relgym.progress import tracked
from relgym.reasoning.pddl.reasoner import PDDLReasoner

Result = TypeVar("Result")

STEPS = 100
"""The largest number of steps of a walk, unless another is asked for."""


@dataclass(frozen=True, slots=True)
class RandomWalks(Generic[Result]):
    """The result of each walk, the goal reached or not, or a return in RDDL; its steps; the seconds that all took."""

    results: tuple[Result, ...]
    steps: tuple[int, ...]
    seconds: float

    @property
    def speed(self) -> float:
        """The steps per second."""
        return sum(self.steps) / self.seconds


def repeated(walk: Callable[[int], tuple[Result, int]], count: int) -> RandomWalks[Result]:
    """Take walks, each of which gets its number, and tells its result and its steps."""
    begun = perf_counter()
    results, steps = zip(*(walk(number) for number in tracked(range(count), "simulating")), strict=True)
    return RandomWalks(results, steps, perf_counter() - begun)


def random_walks(
    reasoner: PDDLReasoner, start: State | None, count: int, most_steps: int, seed: int
) -> RandomWalks[bool]:
    """Take random valid actions until the goal holds, none is valid, or there were enough.

    Args:
        reasoner: The reasoner of the problem.
        start: The state to begin with; by default a start of the problem, drawn where chance decides it.
        count: The number of walks.
        most_steps: The largest number of steps of a walk.
        seed: The seed of all that is drawn.

    Returns:
        True for each walk that has reached the goal.
    """
    rng = default_rng(seed)
    return repeated(lambda number: _walk(reasoner, start, most_steps, rng), count)


def _walk(reasoner: PDDLReasoner, start: State | None, most_steps: int, rng: Generator) -> tuple[bool, int]:
    state = reasoner.start(rng) if start is None else start
    for step in range(most_steps):
        if reasoner.goal(state):
            return True, step
        actions = reasoner.valid_actions(state)
        if not actions:
            return False, step
        state = reasoner.successor(state, actions[rng.integers(len(actions))], rng)
    return reasoner.goal(state), most_steps


def show_random_walks(reasoner: PDDLReasoner, walks: RandomWalks[bool], as_json: bool) -> None:
    """Print what random actions reach, for comparison with an agent that does better."""
    name, count, reached = reasoner.task.problem.name, len(walks.results), sum(walks.results)
    if as_json:
        form = {"problem": name, "goals": list(walks.results), "steps": list(walks.steps), "reached": reached / count}
        typer.echo(forms.text_of({**form, "steps_per_second": walks.speed}))
        return
    typer.echo(f"{name}: {'1 walk' if count == 1 else f'{count} walks'} of random valid actions")
    typer.echo(f"   goal: reached by {reached} of {count}")
    typer.echo(f"   steps: {fmean(walks.steps):g} a walk, {walks.speed:,.0f} a second with the list of valid actions")
