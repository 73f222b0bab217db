"""Grounding for walks: tests of bits instead of questions to the engine.

The engine finds the valid actions by joins. Where a task has few ground actions, a test of the bits of a state takes a
fraction of that time for each action, and after a step only those are tested that read what has changed.
"""

from __future__ import annotations

import math
from dataclasses import replace

from relgym.errors import BackendError
from relgym.model.bits import bits_of
from relgym.reasoning.pddl.reachability import reached
from relgym.simulate.ground.task import Ground
from relgym.simulate.progression import Progression
from relgym.translate.ground.bit_tests import TooManyBits
from relgym.translate.ground.task import ground_task
from relgym.tuning.simulate import GROUND_ACTIONS_LIMIT, ROWS_PER_ACTION


def ground(system: Progression, actions: int = GROUND_ACTIONS_LIMIT, seconds: float = math.inf) -> Ground | None:
    """Ground a task.

    Args:
        system: An engine for the task.
        actions: The largest number of actions within reach; there are never more than `GROUND_ACTIONS_LIMIT`.
        seconds: The most seconds that finding them takes.

    Returns:
        The ground task; `None` if it is beyond these bounds.
    """
    translation, vocabulary = system.actions.translation, system.vocabulary
    try:
        limits = system.views.engine.limits
        actions = min(actions, GROUND_ACTIONS_LIMIT)
        limits = replace(limits, seconds=min(seconds, limits.seconds))
        rows = reached(translation, limits, int(ROWS_PER_ACTION * actions))
    except BackendError:
        return None
    if sum(len(rows[schema.symbol]) for schema in translation.schemas) > actions:
        return None
    try:
        task = ground_task(translation, rows, vocabulary, system.steps.numbering.number)
    except TooManyBits:
        return None
    return Ground(task, system.actions.transition, system.jumps.mutex.exclusive(bits_of(task.within)))
