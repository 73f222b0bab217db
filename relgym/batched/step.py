"""One step of all environments, as pure functions of a ground task and of arrays.

States are `facts` (rows of words) and `values` (rows of doubles); see `relgym.model.pddl.grounded.BatchTask`.
"""

from __future__ import annotations

from typing import NamedTuple

from relgym.batched.arrays import CONSTANTS, Array, ArrayLibrary
from relgym.batched.nets import Uniform, compared, computed, filled
from relgym.batched.updates import updated
from relgym.model.pddl.grounded import VALID, BatchTask


class Seen(NamedTuple):
    """The conditions and numbers of some states, as rows, and `told`: the rows of the goal and of valid actions."""

    conditions: Array
    numbers: Array
    told: Array


def seen(task: BatchTask, xp: ArrayLibrary, facts: Array, values: Array) -> Seen:
    """Compute the conditions and numbers of some states."""
    numbers = computed(task.numbers, xp, values)
    inputs = [facts, *compared(task.comparisons, xp, numbers)]
    conditions = filled(task.conditions, xp, xp.opened(task.conditions.rows, inputs))
    return Seen(conditions, numbers, conditions[task.told])


class Stepped(NamedTuple):
    """The states after a step; `done` (truth values) is where an action was carried out.

    `torn` (truth values) is where the numeric effects of an action contradict each other, None where there are none.
    """

    facts: Array
    values: Array
    done: Array
    torn: Array | None = None


def stepped(
    task: BatchTask, xp: ArrayLibrary, facts: Array, values: Array, now: Seen, actions: Array, uniform: Uniform
) -> Stepped:
    """Compute the states after actions, given `seen` of the states; invalid or negative actions change nothing."""
    valid = now.told[VALID:]
    effects, done = xp.chosen(task.effects.rows, valid, actions)
    if len(task.passed):
        effects = xp.put(effects, CONSTANTS + len(valid), xp.take(now.conditions, task.passed))
    effects = filled(task.effects, xp, effects, uniform)
    deleted, added = xp.take(effects, task.changes)
    after = facts & ~deleted | added
    if not task.values:
        return Stepped(after, values, done)
    values, torn = updated(task, xp, effects, now.numbers, values)
    return Stepped(after, values, done, torn)
