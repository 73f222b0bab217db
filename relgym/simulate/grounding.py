"""Grounding for walks: tests of bits instead of questions to the engine.

The engine finds the valid actions by joins. Where a task has few ground actions, a test of the bits of a state takes a
fraction of that time for each action, and after a step only those are tested that read what has changed.
"""

from __future__ import annotations

from dataclasses import replace

from relgym.errors import BackendError
from relgym.grounding import reached
from relgym.simulate.progression import Progression
from relgym.translate.ground.bit_tests import TooLarge
from relgym.translate.ground.ground_task import GroundTask, ground_task

ACTIONS_LIMIT = 10_000
"""How many actions are grounded, at most: each takes a microsecond in several tables, and 500 bytes."""


def ground(system: Progression, seconds: float) -> GroundTask | None:
    """Ground a task; `None` if that takes longer than `seconds`, or if it is too large."""
    translation, vocabulary = system.translation, system.vocabulary
    try:
        rows = reached(translation, replace(system.limits, seconds=min(seconds, system.limits.seconds)))
    except BackendError:
        return None
    if sum(len(rows[schema.symbol]) for schema in translation.schemas) > ACTIONS_LIMIT:
        return None
    try:
        return ground_task(translation, rows, vocabulary, system.numbering.number)
    except TooLarge:
        return None
