"""One step of all environments, as pure functions of a ground task and of arrays.

States are `facts` (rows of words) and `values` (rows of doubles); see `relgym.model.pddl.grounded.BatchTask`.
"""

from __future__ import annotations

from typing import NamedTuple

from relgym.batched.arrays import CONSTANTS, Array, ArrayLibrary
from relgym.batched.nets import Uniform, compared, computed, filled
from relgym.batched.updates import updated
from relgym.model.pddl.grounded import VALID, BatchTask


class StateConditions(NamedTuple):
    """Conditions of some states.

    Attributes:
        conditions: The rows of the net of conditions.
        numbers: The rows of the net of numbers.
        reported: The rows of the goal and of valid actions.
    """

    conditions: Array
    numbers: Array
    reported: Array


def conditions_of(task: BatchTask, xp: ArrayLibrary, facts: Array, values: Array) -> StateConditions:
    """Compute the conditions and numbers of some states."""
    numbers = computed(task.numbers, xp, values)
    inputs = [facts, *compared(task.comparisons, xp, numbers)]
    conditions = filled(task.conditions, xp, xp.opened(task.conditions.rows, inputs))
    return StateConditions(conditions, numbers, conditions[task.reported])


class Stepped(NamedTuple):
    """The states after a step.

    Attributes:
        facts: The atoms, as rows of words.
        values: The values of numeric fluents.
        done: True where an action was carried out.
        contradictory: True where the numeric effects of an action contradict each other; None if they never do.
    """

    facts: Array
    values: Array
    done: Array
    contradictory: Array | None = None


def stepped(
    task: BatchTask,
    xp: ArrayLibrary,
    facts: Array,
    values: Array,
    now: StateConditions,
    actions: Array,
    uniform: Uniform,
) -> Stepped:
    """Compute the states after actions; `now` are the conditions of the states. Invalid actions change nothing."""
    valid = now.reported[VALID:]
    effects, done = xp.chosen(task.effects.rows, valid, actions)
    if len(task.passed):
        effects = xp.put(effects, CONSTANTS + len(valid), xp.take(now.conditions, task.passed))
    effects = filled(task.effects, xp, effects, uniform)
    deleted, added = xp.take(effects, task.changes)
    after = facts & ~deleted | added
    if not task.values:
        return Stepped(after, values, done)
    values, contradictory = updated(task, xp, effects, now.numbers, values)
    return Stepped(after, values, done, contradictory)
