"""One step of all environments, as pure functions of what a grounded task says and of arrays.

States are `facts` (rows of words) and `values` (rows of doubles); see `relgym.model.grounded.Grounded`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import add, mul, or_

from relgym.batched.arrays import Array, Arrays
from relgym.batched.nets import Uniform, compared, computed, filled
from relgym.model.grounded import Grounded, Updates


@dataclass(frozen=True, slots=True)
class Seen:
    """All that is to be known of some states: rows of conditions, of numbers, and of where actions are valid."""

    conditions: Array
    numbers: Array
    valid: Array


def seen(task: Grounded, xp: Arrays, facts: Array, values: Array) -> Seen:
    """Everything about some states."""
    numbers = computed(task.numbers, xp, values)
    conditions = filled(task.conditions, xp, [facts, *compared(task.comparisons, xp, numbers)])
    return Seen(conditions, numbers, xp.take(conditions, task.valid))


def goal(task: Grounded, now: Seen) -> Array:
    """The words of where the goal holds."""
    return now.conditions[task.goal]


@dataclass(frozen=True, slots=True)
class Stepped:
    """The states after a step; `done` (words) is where an action was carried out.

    `torn` (truth values) is where the numeric effects of an action contradict each other, None where there are none.
    """

    facts: Array
    values: Array
    done: Array
    torn: Array | None = None


def stepped(
    task: Grounded, xp: Arrays, facts: Array, values: Array, now: Seen, actions: Array, uniform: Uniform
) -> Stepped:
    """What becomes of states of which all is seen; an action that is not valid, or is negative, changes nothing."""
    chosen = xp.one_hot(actions, len(task.valid)) & now.valid
    effects = filled(task.effects, xp, [chosen, xp.take(now.conditions, task.passed)], uniform)
    after = facts & ~xp.take(effects, task.deletes) | xp.take(effects, task.adds)
    done = xp.any_row(chosen)
    if not task.values:
        return Stepped(after, values, done)
    values, torn = _updated(task, xp, effects, now.numbers, values)
    return Stepped(after, values, done, torn)


def _updated(task: Grounded, xp: Arrays, effects: Array, numbers: Array, values: Array) -> tuple[Array, Array]:
    """The values after an effect, and where effects contradict each other."""
    found = values
    touched = xp.zeros(task.values)
    torn = xp.zeros(1)[0] > 0
    for updates in (task.sums, task.products, task.assignments):
        if not len(updates.slots):
            continue
        fired = xp.unpacked(xp.take(effects, updates.guards)) > 0
        amounts = xp.take(numbers, updates.values)
        hit = reduce(or_, _slots(xp, updates, fired, False))
        if updates is task.sums:
            new = reduce(add, _slots(xp, updates, xp.where(fired, amounts, 0.0), 0.0), values)
        elif updates is task.products:
            new = reduce(mul, _slots(xp, updates, xp.where(fired, amounts, 1.0), 1.0), values)
        else:
            new = reduce(xp.maximum, _slots(xp, updates, xp.where(fired, amounts, -inf), -inf))
            least = reduce(xp.minimum, _slots(xp, updates, xp.where(fired, amounts, inf), inf))
            torn = torn | (hit & (new != least)).any(axis=0)
        found = xp.where(hit, new, found)
        touched = touched + hit
    return found, torn | (touched > 1).any(axis=0)


def _slots(xp: Arrays, updates: Updates, rows: Array, neutral: float) -> Array:
    """The changes of each fluent: an array (changes, fluents, environments), filled up with what changes nothing."""
    return xp.take(xp.below(rows, neutral), updates.slots)
