"""Grounding for walks: tests of bits instead of questions to the engine.

The engine finds the valid actions by joins. Where a task has few ground actions, a test of the bits of a state takes a
fraction of that time for each action, and after a step only those are tested that read what has changed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import fmean

from relgym.errors import BackendError
from relgym.model.bits import bits_of
from relgym.reasoning.pddl.reachability import reached
from relgym.simulate.ground.task import Ground
from relgym.simulate.progression import Progression
from relgym.simulate.views.step import Kind
from relgym.translate.ground.bit_tests import TooLarge
from relgym.translate.ground.task import GroundTask, ground_task
from relgym.tuning.simulate import GROUND_ACTIONS_LIMIT, SAMPLED_ACTIONS


@dataclass(frozen=True)
class Bounds:
    """Bounds on the grounding of a task.

    Attributes:
        seconds: How long it takes.
        actions: How many actions there are within reach; there are never more than `GROUND_ACTIONS_LIMIT`.
        readers: How many actions read an atom that an action changes, summed over these atoms. The first time that a
            step changes them all of these are tested.
    """

    seconds: float
    actions: float = math.inf
    readers: float = math.inf


def ground(system: Progression, bounds: Bounds) -> Ground | None:
    """Ground a task; `None` if that is beyond the bounds."""
    translation, vocabulary = system.actions.translation, system.vocabulary
    try:
        limits = system.views.engine.limits
        rows = reached(translation, replace(limits, seconds=min(bounds.seconds, limits.seconds)))
    except BackendError:
        return None
    if sum(len(rows[schema.symbol]) for schema in translation.schemas) > min(bounds.actions, GROUND_ACTIONS_LIMIT):
        return None
    try:
        task = ground_task(translation, rows, vocabulary, system.steps.numbering.number)
    except TooLarge:
        return None
    found = Ground(task, system.actions.transition, system.jumps.mutex.exclusive(bits_of(task.within)))
    return found if bounds.readers == math.inf or _readers(system, task, found) <= bounds.readers else None


def _readers(system: Progression, task: GroundTask, ground: Ground) -> float:
    """Estimate how many actions read the atoms that an action changes."""
    counts = [0]
    for number, _ in task.actions[:: 1 + len(task.actions) // SAMPLED_ACTIONS]:
        step = system.steps.step(number)
        if system.actions.kinds[step.index] is not Kind.OPEN:
            counts.append(ground.generator.readers(system.actions.bits_changed(step)[1]))
    return fmean(counts)
