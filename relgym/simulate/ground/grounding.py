"""Grounding for walks: tests of bits instead of questions to the engine.

The engine finds the valid actions by joins. Where a task has few ground actions, a test of the bits of a state takes a
fraction of that time for each action, and after a step only those are tested that read what has changed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from relgym.errors import BackendError
from relgym.model.bits import bits_of
from relgym.reasoning.pddl.reachability import reached
from relgym.simulate.ground.task import Ground
from relgym.simulate.progression import Progression
from relgym.translate.ground.bit_tests import TooManyBits
from relgym.translate.ground.task import ground_task
from relgym.tuning.simulate import GROUND_ACTIONS_LIMIT


@dataclass(frozen=True)
class Bounds:
    """Bounds on the grounding of a task.

    Attributes:
        seconds: How long it takes.
        actions: How many actions there are within reach; there are never more than `GROUND_ACTIONS_LIMIT`.
        reachability_share: The share of the seconds that finding these actions may take.
    """

    seconds: float
    actions: float = math.inf
    reachability_share: float = 1.0


def ground(system: Progression, bounds: Bounds) -> Ground | None:
    """Ground a task; `None` if that is beyond the bounds."""
    translation, vocabulary = system.actions.translation, system.vocabulary
    try:
        limits = system.views.engine.limits
        seconds = min(bounds.seconds * bounds.reachability_share, limits.seconds)
        rows = reached(translation, replace(limits, seconds=seconds))
    except BackendError:
        return None
    if sum(len(rows[schema.symbol]) for schema in translation.schemas) > min(bounds.actions, GROUND_ACTIONS_LIMIT):
        return None
    try:
        task = ground_task(translation, rows, vocabulary, system.steps.numbering.number)
    except TooManyBits:
        return None
    return Ground(task, system.actions.transition, system.jumps.mutex.exclusive(bits_of(task.within)))
