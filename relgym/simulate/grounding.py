"""Grounding for walks: tests of bits instead of questions to the engine.

The engine keeps the valid actions of a schema from step to step if its precondition is a conjunction of atoms and
negated atoms. All other schemas, those with derived predicates, quantifiers, disjunctions or numbers, it lists anew. To
test ground actions of such schemas on the bits of a state takes a fraction of that time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from relgym.errors import BackendError
from relgym.grounding import reached
from relgym.model.program import ALONE, Either, Goal, Literal, Some, Test, Without
from relgym.simulate.progression import Progression
from relgym.translate.ground.tests import GroundTask, TooLarge, ground_task
from relgym.translate.program.dependencies import is_numeric

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


def may_pay(system: Progression) -> bool:
    """Tell whether a task has schemas whose valid actions an engine would not keep from step to step."""
    return not all(map(_is_kept, (goal for production in system.productions for goal in production.rule.body)))


def _is_kept(goal: Goal) -> bool:
    """Tell whether a goal is an atom, a negated one, or rests on what never changes."""
    match goal:
        case Literal(symbol):
            return symbol.role in ALONE
        case Test():
            return not is_numeric(goal)
        case Without(body):
            return all(isinstance(inner, Literal) and inner.symbol.role in ALONE for inner in body)
        case Some() | Either():
            return False
        case _:
            assert_never(goal)
