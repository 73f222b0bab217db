"""Random walks for the judges to follow."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.reasoner import Reasoner


class Case(NamedTuple):
    """A task and the files that it comes from."""

    domain: Path
    problem: Path
    task: Task


class Step(NamedTuple):
    """A state of a walk, all that holds and can be done in it, and the action chosen there, if any."""

    state: State
    atoms: set[str]
    actions: set[str]
    chosen: str | None


def walk(task: Task, length: int, seed: int) -> list[Step]:
    """A random walk of the default engine, at most `length` actions long."""
    steps = []
    rng = random.Random(seed)
    with Reasoner(task) as reasoner:
        state = reasoner.initial_state
        for number in range(length + 1):
            actions = sorted(map(str, reasoner.valid_actions(state)))
            chosen = rng.choice(actions) if actions and number < length else None
            atoms = {str(atom) for atom in state.atoms | reasoner.derived(state)}
            steps.append(Step(state, atoms, set(actions), chosen))
            if chosen is None:
                break
            state = reasoner.successor(state, chosen)
    return steps
