"""Expansion by circuits: the conditions of all actions in thousands of states as few operations on words.

The ground task of a batch (`relgym/batched`) has a row of bits for each atom, with a bit for each state. Its net of
conditions tells which actions are valid where. The successors are made from the rows of the states: an action that
always changes the same atoms deletes and adds by masks; the net of effects computes the changes of all others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.backends.base import Reached
from relgym.batched.arrays import CONSTANTS, NumpyArrays
from relgym.batched.ground import ground
from relgym.batched.nets import filled
from relgym.errors import UnsupportedFeature
from relgym.exploration.codes.code import StateCode, transposed_bits, words_of
from relgym.exploration.codes.pddl import PDDLCode
from relgym.exploration.expanders.expander import Expansion
from relgym.exploration.table import Rows
from relgym.model.pddl.grounded import GOAL, VALID, BatchTask
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.translate.program.accumulators import accumulators, changing_functions
from relgym.tuning.exploration import CHUNK_BYTES, CHUNK_STATES, MASK_BITS_LIMIT, SHARED_STATES

LEAST_CHUNK = 64


class CircuitExpander:
    """Expands states of a deterministic task without numbers, but for accumulators."""

    draws = False
    shared = SHARED_STATES
    has_goal = True

    def __init__(self, reasoner: PDDLReasoner, within: Reached) -> None:
        """Ground the task.

        Raises:
            UnsupportedFeature: The task is too large, or has numbers or random effects.
        """
        translation = reasoner.translation
        if any(not schema.effect.is_certain for schema in translation.schemas):
            raise UnsupportedFeature("circuits expand no random effects")
        if changing_functions(translation) - accumulators(translation):
            raise UnsupportedFeature("circuits expand no states with numbers")
        size = sum(len(within[schema.symbol]) for schema in translation.schemas)
        facts = sum(len(within[symbol]) for symbol in translation.program.fluents)
        if size * facts > MASK_BITS_LIMIT:
            raise UnsupportedFeature(f"circuits expand no states of {facts:,} atoms by {size:,} actions")
        task = self._task = ground([reasoner.task], known=[(translation, within)])
        if task.comparisons:
            raise UnsupportedFeature("circuits expand no actions that compare numbers")
        atoms, number = task.atoms[0], reasoner.task.number
        keys = [
            (atoms[place].predicate, tuple(number[str(term)] for term in atoms[place].terms))
            for place in range(task.facts)
        ]
        self.code: StateCode = PDDLCode(reasoner, keys)
        self.starts = self.code.packed([outcome.state for outcome in reasoner.starts()])
        named = task.actions[0]
        self.actions = [str(named[place]) if place in named else "" for place in range(task.size)]
        self.chunk = max(LEAST_CHUNK, min(CHUNK_STATES, CHUNK_BYTES // task.size // 64 * 64))
        self._masks = None if len(task.passed) else _masks(task)

    def expanded(self, rows: Rows) -> Expansion:
        """Expand states."""
        task, count = self._task, len(rows)
        xp = NumpyArrays(count)
        table = self._conditions(xp, rows)
        reported = xp.unpacked(table[task.reported])
        valid = reported[VALID : VALID + task.size]
        actions, sources = np.divmod(np.flatnonzero(valid.view(np.bool_)), np.intp(count))
        # Transitions are found by actions; a stable sort of small numbers brings those of a state together.
        order = np.argsort(sources.astype(np.uint16), kind="stable")
        actions, sources = actions[order], sources[order]
        after = rows.take(sources, axis=0)
        if self._masks is not None:
            kept, added = self._masks
            after &= kept.take(actions, axis=0)
            after |= added.take(actions, axis=0)
        elif len(sources):
            deleted, added = self._changes(xp, table, sources, actions)
            after &= ~deleted
            after |= added
        choices = np.bincount(sources, minlength=count)
        return Expansion(sources, actions, after, None, choices, reported[GOAL].view(np.bool_))

    def goals(self, rows: Rows) -> NDArray[Any]:
        """Tell for each state whether the goal holds."""
        xp = NumpyArrays(len(rows))
        truths: NDArray[Any] = xp.unpacked(self._conditions(xp, rows)[self._task.reported][GOAL])
        return truths.view(np.bool_)

    def _conditions(self, xp: NumpyArrays, rows: Rows) -> NDArray[Any]:
        """Compute the net of conditions of some states."""
        facts = transposed_bits(rows, self._task.facts)
        net = self._task.conditions
        table: NDArray[Any] = filled(net, xp, xp.opened(net.rows, [facts]))
        return table

    def _changes(
        self, xp: NumpyArrays, table: NDArray[Any], sources: NDArray[Any], actions: NDArray[Any]
    ) -> tuple[Rows, Rows]:
        """Return the bits that each transition deletes and adds."""
        passed = xp.unpacked(table.take(self._task.passed, axis=0)).take(sources, axis=1)
        return _changed(self._task, actions, passed, self.code.width)


def _masks(task: BatchTask) -> tuple[Rows, Rows]:
    """Return the bits that each action leaves as they are, and those that it adds."""
    width = max(1, words_of(task.facts))
    kept, added = np.empty((2, task.size, width), np.uint64)
    for begin in range(0, task.size, CHUNK_STATES):
        actions = np.arange(begin, min(begin + CHUNK_STATES, task.size))
        deletes, adds = _changed(task, actions, np.zeros((0, len(actions)), np.uint8), width)
        kept[actions], added[actions] = ~deletes, adds
    return kept, added


def _changed(task: BatchTask, actions: NDArray[Any], passed: NDArray[np.uint8], width: int) -> tuple[Rows, Rows]:
    """Return the bits that actions delete and add, as rows of `width` words.

    Args:
        task: The ground task.
        actions: The action of each transition.
        passed: The truth of the conditions of effects: shape (conditions, transitions).
        width: The number of words of a row.
    """
    xp = NumpyArrays(len(actions))
    # A row for each action, and further ones up to the number that the net expects.
    valid = np.full((task.effects.inputs - len(task.passed), xp.words), ~np.uint64(0))
    effects, _ = xp.chosen(task.effects.rows, valid, actions.astype(np.int64))
    if len(task.passed):
        effects = xp.put(effects, CONSTANTS + len(valid), xp.packed(passed))
    effects = filled(task.effects, xp, effects)
    masks = np.zeros((2, len(actions), width), np.uint64)
    for rows, changes in zip(masks, xp.take(effects, task.changes), strict=True):
        rows[:, : words_of(task.facts)] = transposed_bits(changes, len(actions))
    return masks[0], masks[1]
