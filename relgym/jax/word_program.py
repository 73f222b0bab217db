"""Steps over tables of tests and changes: the program of most tasks, in a few operations on whole tables."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from relgym.batched.arrays import Array
from relgym.batched.nets import hits_of
from relgym.batched.word_tables import WordTables
from relgym.jax.program import After, StateReport
from relgym.jax.words import bit_of, packed


class WordProgram:
    """The tables of a task.

    Args:
        tables: The tables.
    """

    def __init__(self, tables: WordTables) -> None:
        self._tables = tables
        self.draws = len(tables.spreads)
        # The tests of conditions come first: they read no outcomes.
        last = len(tables.masks) - 1
        of_conditions = [*tables.valid.reshape(-1).tolist(), *tables.goal.tolist()]
        self._conditions = max((test for test in of_conditions if test < last), default=-1) + 1
        self._guarded = (tables.guards >= 0).any()

    def report(self, facts: Array, values: Array) -> StateReport:
        passed = self._passed(facts, 0, self._conditions)
        goal = passed[self._tables.goal].any() if len(self._tables.goal) else jnp.bool_(False)
        return StateReport(goal, self._valid(passed), jnp.bool_(False))

    def stepped(self, facts: Array, values: Array, action: Array, numbers: Array) -> After:
        tables = self._tables
        passed = self._passed(facts, 0, self._conditions)
        done = bit_of(self._valid(passed), action) & (action < len(tables.valid))
        action = jnp.clip(action, 0, len(tables.valid) - 1)
        deleted, added = jnp.asarray(tables.deleted)[action], jnp.asarray(tables.added)[action]
        if self._guarded:
            state = facts
            if tables.spreads:
                hits = [hit for draw, spreads in enumerate(tables.spreads) for hit in hits_of(spreads, numbers[draw])]
                state = jnp.concatenate([facts, packed(jnp.stack(hits))])
            tests = jnp.concatenate([passed[:-1], self._passed(state, self._conditions, len(tables.masks) - 1)])
            guards = jnp.asarray(tables.guards)[action]
            happens = (guards < 0) | tests[jnp.maximum(guards, 0)]
            deleted, added = (jnp.where(happens[:, None], each, np.uint32(0)) for each in (deleted, added))
        deleted, added = (_united(each) for each in (deleted, added))
        after = jnp.where(done, facts & ~deleted | added, facts)
        return After(after, values, done, jnp.bool_(False))

    def _passed(self, state: Array, first: int, last: int) -> Array:
        """Return which of some tests a state passes, and that it does not pass the one after them."""
        masks, wanted = self._tables.masks[first:last], self._tables.wanted[first:last]
        passed = jnp.ones(last - first, bool)
        for word in range(state.shape[0]):
            if masks[:, word].any():
                passed &= state[word] & masks[:, word] == wanted[:, word]
        return jnp.append(passed, False)

    def _valid(self, passed: Array) -> Array:
        """Return the valid actions as words."""
        places = np.minimum(self._tables.valid, len(passed) - 1)
        valid = _taken(passed, places[:, 0])
        for way in range(1, places.shape[1]):
            valid |= _taken(passed, places[:, way])
        return packed(valid)


def _taken(rows: Array, places: np.ndarray) -> Array:
    """Take rows; those that follow each other are not looked up."""
    if len(places) and (np.diff(places) == 1).all():
        return rows[int(places[0]) : int(places[-1]) + 1]
    return rows[places]


def _united(words: Array) -> Array:
    """Unite the words of several changes: shape (changes, words) to (words,)."""
    if len(words) == 1:
        return words[0]
    return jax.lax.reduce(words, np.uint32(0), jax.lax.bitwise_or, (0,))
